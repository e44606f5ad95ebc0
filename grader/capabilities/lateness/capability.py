"""
Late work as a capability: the rubric's section `late`, and the cost for one student.

The item that takes points off follows from the result and the times, after grading. No code runs for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.capabilities.capability import Capability
from grader.capabilities.rubric_draft import RubricKey, no_item_is_called, points_or_percent
from grader.model.assessment import Payload
from grader.model.identity import Identity
from grader.model.instant import DURATION, EXAMPLE, extended, instant_text, parse_extension, parse_instant
from grader.model.reason import Reason, Said, reason
from grader.model.result import ItemResult, Result
from grader.model.rubric import Rubric, Terms, points_of
from grader.model.verdict import Verdict
from grader.scoring import ZERO
from grader.text.number_text import decimal_text
from grader.yaml_document import FieldType, MappingKey, ValuePlace, Wrong, describe, mapping, or_nothing

ITEM = "lateness"
"""The id of the item that takes points off; no other item of such a rubric has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRules(Terms):
    per_day: Decimal  # points for each day that has begun
    cap: Decimal | None = None
    """The most points that are taken off; without it the mark can go down to 0."""
    grace: str = ""
    """A delay that still counts as in time, such as ``15 min``."""
    due: str = ""  # an instant; empty if the command line has to name it

    @property
    def question(self) -> str:
        """Nothing, because these are costs."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness(Payload):
    """Why points were taken off."""

    due: str
    """The student's due time with the extension and without the grace: an instant."""
    submitted_at: str
    """An instant; empty if only the platform's word is known."""


class LateWork(Capability[Lateness]):
    """Takes points off for late work, by an item of its own."""

    name = ITEM
    section_key = "late"
    payload = Lateness

    def rubric_key(self) -> RubricKey:
        return RubricKey(LATE, "What late work costs. Without it, nothing.", (no_item_is_called(ITEM, "late"),))

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> LateRules:
        """Return the cost of late work; parts of `total` become points."""
        return LateRules(
            per_day=points_of(fields["per_day"], total),
            cap=None if fields["cap"] is None else points_of(fields["cap"], total),
            grace=fields["grace"] or "",
            due=fields["due"] or "",
        )

    def complete(self, result: Result, rubric: Rubric) -> Result:
        rules = rubric.section(LateRules)
        if rules is None and result.item_of(self.name) is None:
            return result
        return with_lateness(result, rules)


TITLE = "Handed in late"
TITLE_WITHOUT_TIME = "Late work"
DAY = timedelta(days=1)


def with_lateness(result: Result, rules: LateRules | None) -> Result:
    """Return `result` with the item for late work by `rules` and the student's times, or without one."""
    from grader.capabilities.computed_item import with_item

    return with_item(result, ITEM, None if rules is None else late_item(rules, result.submission))


def late_item(rules: LateRules, who: Identity) -> ItemResult | None:
    """Return the item for the student `who`; None for work in time. Without a time a person decides."""
    due = extended(parse_instant(rules.due), who.extension)
    if not who.submitted_at:
        if who.late is False:
            return None
        if who.late is None:
            return replace(_item(due, "", ZERO, (reason("late_no_time"),)), title=TITLE_WITHOUT_TIME)
        return replace(_item(due, "", ZERO, (reason("late_unknown"),)), verdict=Verdict.PENDING, by_hand=True)
    handed_in = parse_instant(who.submitted_at)
    over = handed_in - extended(due, rules.grace)
    if over <= timedelta():
        return None
    days = -(-over // DAY)
    penalty = days * rules.per_day if rules.cap is None else min(days * rules.per_day, rules.cap)
    reasons = (*_how_late(handed_in, due, rules), *_cost(days, penalty, rules))
    return _item(due, instant_text(handed_in), penalty, reasons)


def _item(due: datetime, submitted_at: str, penalty: Decimal, reasons: Said) -> ItemResult:
    return ItemResult(
        id=ITEM,
        title=TITLE,
        points=ZERO,
        earned=-penalty,
        verdict=Verdict.FAIL if penalty else Verdict.PASS,
        reasons=reasons,
        capability=ITEM,
        found=Lateness(due=instant_text(due), submitted_at=submitted_at),
        deduction=penalty,
    )


def _how_late(handed_in: datetime, due: datetime, rules: LateRules) -> Iterator[Reason]:
    hours, minutes = divmod((handed_in - due) // timedelta(minutes=1), 60)
    code = "late_by_hours" if hours > 1 else "late_by_an_hour" if hours else "late_by_minutes"
    at = instant_text(handed_in.astimezone(due.tzinfo))  # one time zone makes both times easy to compare
    yield reason(code, at=at, due=instant_text(due), hours=hours, minutes=minutes)
    if rules.grace:
        yield reason("late_grace", grace=rules.grace)


def _cost(days: int, penalty: Decimal, rules: LateRules) -> Iterator[Reason]:
    yield reason("late_one_day" if days == 1 else "late_days", days=days)
    if penalty:
        yield reason("late_point" if rules.per_day == 1 else "late_points", points=decimal_text(rules.per_day))
    if penalty and rules.cap is not None and days * rules.per_day > rules.cap:
        yield reason("late_at_most_one" if rules.cap == 1 else "late_at_most", most=decimal_text(rules.cap))


def _duration(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str) or DURATION.fullmatch(value) is None:
        raise Wrong(f"must be a length of time, such as '15 min' or '2 h', not {describe(value)}")
    try:
        return parse_extension(value)
    except ValueError as error:
        raise Wrong(f"is wrong: {error}") from None


def _instant(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a date and time, such as {EXAMPLE}, not {describe(value)}")
    try:
        return instant_text(parse_instant(value))
    except ValueError as error:
        raise Wrong(f"is wrong: {error}") from None


POINTS_OR_PERCENT = points_or_percent("the total")
LATE = mapping(
    "Late work",
    "What late work costs: an item of its own, with the reason, whenever points are taken off.",
    (
        MappingKey(
            "per_day",
            POINTS_OR_PERCENT,
            "Taken off for each day that has begun: points, or a part of the total such as '10 %'.",
        ),
        MappingKey(
            "cap",
            or_nothing(POINTS_OR_PERCENT),
            "The most that is taken off, as in 'per_day'; without it the mark can go down to 0.",
            None,
        ),
        MappingKey(
            "grace",
            or_nothing(FieldType(_duration, {"type": "string"})),
            "How much later still costs nothing, such as '15 min'.",
            None,
        ),
        MappingKey(
            "due",
            or_nothing(FieldType(_instant, {"type": "string"})),
            "Until when work is in time, such as 2026-09-01T23:59+02:00. '--deadline' on the command line stands above"
            " it.",
            None,
        ),
    ),
)
