"""
Takes points off for late work: an item of its own, so that every report shows what it cost and why.

It is made after grading, from the result and from who handed in when: no code is run again for it. All functions are
pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal

from grader.capabilities.computed_item import with_item
from grader.capabilities.lateness.capability import ITEM, Lateness, LateRules
from grader.model.identity import Identity
from grader.model.instant import extended, instant_text, parse_instant
from grader.model.reason import Reason, reason
from grader.model.result import ItemResult, Result
from grader.model.verdict import Verdict
from grader.scoring import ZERO
from grader.text.number_text import decimal_text

TITLE = "Handed in late"
TITLE_WITHOUT_TIME = "Late work"
DAY = timedelta(days=1)


def with_lateness(result: Result, rules: LateRules | None) -> Result:
    """Return `result` with the item for late work that `rules` and its student's times give, or without one."""
    return with_item(result, ITEM, None if rules is None else late_item(rules, result.submission))


def late_item(rules: LateRules, who: Identity) -> ItemResult | None:
    """Return the item for the student `who`; None if the work was in time. One without a time is set by a person."""
    due = extended(parse_instant(rules.due), who.extension)
    if not who.submitted_at:
        return None if who.late is False else _without_time(due, is_late=who.late is True)
    handed_in = parse_instant(who.submitted_at)
    over = handed_in - extended(due, rules.grace)
    if over <= timedelta():
        return None
    days = -(-over // DAY)
    penalty = days * rules.per_day if rules.cap is None else min(days * rules.per_day, rules.cap)
    return ItemResult(
        id=ITEM,
        title=TITLE,
        points=ZERO,
        earned=-penalty,
        verdict=Verdict.FAIL if penalty else Verdict.PASS,
        reasons=(*_how_late(handed_in, due, rules), *_cost(days, penalty, rules)),
        capability=ITEM,
        found=Lateness(due=instant_text(due), submitted_at=instant_text(handed_in)),
        deduction=penalty,
    )


def _without_time(due: datetime, *, is_late: bool) -> ItemResult:
    """Return an item that waits for a person if the platform says "late", and otherwise takes nothing off for now."""
    return ItemResult(
        id=ITEM,
        title=TITLE if is_late else TITLE_WITHOUT_TIME,
        points=ZERO,
        earned=ZERO,
        verdict=Verdict.PENDING if is_late else Verdict.PASS,
        by_hand=is_late,
        reasons=(reason("late_unknown" if is_late else "late_no_time"),),
        capability=ITEM,
        found=Lateness(due=instant_text(due), submitted_at=""),
        deduction=ZERO,
    )


def _how_late(handed_in: datetime, due: datetime, rules: LateRules) -> Iterator[Reason]:
    hours, minutes = divmod((handed_in - due) // timedelta(minutes=1), 60)
    code = "late_by_hours" if hours > 1 else "late_by_an_hour" if hours else "late_by_minutes"
    at = instant_text(handed_in.astimezone(due.tzinfo))  # so that both can be compared at a glance
    yield reason(code, at=at, due=instant_text(due), hours=hours, minutes=minutes)
    if rules.grace:
        yield reason("late_grace", grace=rules.grace)


def _cost(days: int, penalty: Decimal, rules: LateRules) -> Iterator[Reason]:
    yield reason("late_one_day" if days == 1 else "late_days", days=days)
    if penalty:
        yield reason("late_point" if rules.per_day == 1 else "late_points", points=decimal_text(rules.per_day))
    if penalty and rules.cap is not None and days * rules.per_day > rules.cap:
        yield reason("late_at_most_one" if rules.cap == 1 else "late_at_most", most=decimal_text(rules.cap))
