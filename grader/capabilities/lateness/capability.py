"""Late work as a capability: what a rubric says about it in its section `late`, and what it cost one student."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.capabilities.capability import Capability
from grader.capabilities.rubric_draft import RubricKey, no_item_is_called, points_or_percent
from grader.model.assessment import Payload
from grader.model.instant import DURATION, EXAMPLE, instant_text, parse_extension, parse_instant
from grader.model.result import Result
from grader.model.rubric import Rubric, Terms, points_of
from grader.yaml_document import FieldType, MappingKey, ValuePlace, Wrong, describe, mapping, or_nothing

ITEM = "lateness"
"""The id of the item with the points that are taken off; no other item of such a rubric has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRules(Terms):
    """What late work costs."""

    per_day: Decimal
    """Points for each day that has begun."""
    cap: Decimal | None = None
    """The most that is taken off; without it the mark can go down to 0."""
    grace: str = ""
    """How much later still counts as in time, such as ``15 min``."""
    due: str = ""
    """An instant; empty if the command line has to say it."""

    @property
    def question(self) -> str:
        """Nothing: these are costs."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness(Payload):
    """Why the points of an item were taken off."""

    due: str
    """Until when this student was in time, with the extension and without the grace: an instant."""
    submitted_at: str
    """An instant; empty if only the platform's word is known."""


class LateWork(Capability[Lateness]):
    """Late work costs points: an item of its own takes them off."""

    name = ITEM
    section_key = "late"
    payload = Lateness

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        return RubricKey(LATE, "What late work costs. Without it, nothing.", (no_item_is_called(ITEM, "late"),))

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> LateRules:
        """Read what late work costs; parts of `total` become points."""
        del folder
        return LateRules(
            per_day=points_of(fields["per_day"], total),
            cap=None if fields["cap"] is None else points_of(fields["cap"], total),
            grace=fields["grace"] or "",
            due=fields["due"] or "",
        )

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Take off what the rubric and the student's times say."""
        rules = rubric.section(LateRules)
        if rules is None and result.item_of(self.name) is None:
            return result
        from grader.capabilities.lateness.late_item import with_lateness

        return with_lateness(result, rules)


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
