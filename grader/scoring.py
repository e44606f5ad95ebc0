"""Turns the outcomes of checks into points. Only the second scale is rounded. All functions are pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from grader.model.assessment import Assessment, half_up
from grader.model.reason import Said, reason
from grader.model.result import CheckOutcome, CheckResult, ItemResult, Result, Score
from grader.model.rubric import Rubric, RubricItem, Scale, Share
from grader.model.spec import Assignment, CheckEntry
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text

ZERO = Decimal(0)
OF_OUTCOME = {field.name for field in fields(CheckResult)} & {field.name for field in fields(CheckOutcome)}
"""The fields that a check's result takes from the outcome."""

BY_SEVERITY = (Verdict.HARNESS_FAULT, Verdict.MISSING, Verdict.ERROR, Verdict.TIMEOUT, Verdict.FAIL, Verdict.BLOCKED)
"""The verdicts that cost points, most severe first. An item shows the most severe verdict of its checks."""


class Scored(NamedTuple):
    criteria: tuple[ItemResult, ...]
    total: Score


def score(
    rubric: Rubric, assignment: Assignment, outcomes: Mapping[str, CheckOutcome], assessments: Mapping[str, Assessment]
) -> Scored:
    """
    Return the items of the rubric with their points, and the totals; `assessments` are by item id.

    A check earns its whole share or nothing. Outcomes of checks outside the rubric are ignored. ValueError if an
    outcome or an assessment is missing: such a bug of ours must not cost a point.
    """
    quotes = assignment.quotes(rubric.sheet)

    def judged(share: Share) -> CheckResult:
        return _check_result(share, rubric.check_entry(assignment, share.check), outcomes, quotes)

    criteria = tuple(
        _assessed_item(item, assessments) if item.capability else _checked_item(item, judged)
        for item in rubric.criteria
    )
    return Scored(criteria, totals(criteria, rubric.scale))


def _checked_item(item: RubricItem, judged: Callable[[Share], CheckResult]) -> ItemResult:
    checks = tuple(map(judged, item.shares))
    whole = ItemResult(
        id=item.id,
        title=item.title,
        points=item.points,
        earned=sum_of(check.earned for check in checks),
        verdict=most_severe(checks),
        bonus=item.bonus,
        checks=checks,
    )
    open_checks = [check for check in checks if check.verdict is Verdict.PENDING and check.points]
    if not open_checks:
        return whole
    # The points are neither lost nor earned, and nothing is proposed, because a part of the item is unknown.
    return replace(whole, earned=ZERO, verdict=Verdict.PENDING, by_hand=True, reasons=_why_open(whole, open_checks))


def _why_open(item: ItemResult, open_checks: Iterable[CheckResult]) -> Said:
    """Return why `open_checks` could not be judged, with the points of the item's other checks."""
    titles: dict[Said, list[str]] = {}
    for check in open_checks:
        titles.setdefault(check.reasons, []).append(check.title)
    every = ((reason("and_also"), *why, reason("of_checks", checks=", ".join(found))) for why, found in titles.items())
    whys = tuple(chain.from_iterable(every))[1:]
    if all(check.verdict is Verdict.PENDING or not check.points for check in item.checks):
        return whys
    earned, of = decimal_text(item.earned), decimal_text(item.points)
    return (*whys, reason("others_earn", earned=earned, of=of))


def _assessed_item(item: RubricItem, assessments: Mapping[str, Assessment]) -> ItemResult:
    if item.id not in assessments:
        raise ValueError(f"nothing is known about the item {item.id}, which the grader must assess")
    found = assessments[item.id]
    if found.points is not None and not ZERO <= found.points <= item.points:
        raise ValueError(f"{item.id}: {found.points} points on an item of {item.points}")
    earned = found.points if found.settled and not item.by_hand else None
    return ItemResult(
        id=item.id,
        title=item.title,
        points=item.points,
        earned=ZERO if earned is None else earned,
        verdict=Verdict.PENDING if earned is None else verdict_of(earned, item.points),
        by_hand=earned is None,
        bonus=item.bonus,
        proposed=found.points if earned is None else None,
        reasons=found.reasons,
        capability=item.capability,
        found=found.found,
    )


def verdict_of(earned: Decimal, points: Decimal) -> Verdict:
    return Verdict.PASS if earned == points else Verdict.FAIL


def _check_result(
    share: Share, entry: CheckEntry, outcomes: Mapping[str, CheckOutcome], quotes: Mapping[str, str]
) -> CheckResult:
    if share.check not in outcomes:
        raise ValueError(f"the rubric uses {share.check}, but the check left no outcome")
    outcome = outcomes[share.check]
    return CheckResult(
        id=share.check,
        title=entry.title,
        points=share.points,
        earned=share.points if outcome.verdict is Verdict.PASS else ZERO,
        sheet=quotes.get(share.check, ""),
        **{name: getattr(outcome, name) for name in OF_OUTCOME},
    )


def most_severe(checks: Iterable[CheckResult]) -> Verdict:
    # A check worth 0 points must not mark an item with full points as failed. Our own faults always show.
    verdicts = {check.verdict for check in checks if check.points or check.verdict is Verdict.HARNESS_FAULT}
    return next((verdict for verdict in BY_SEVERITY if verdict in verdicts), Verdict.PASS)


def lost_by(result: Result, checks: Collection[str]) -> Decimal:
    """Return the points that these `checks` lost, without bonus items and items that a person decides."""
    items = (item for item in result.criteria if not (item.by_hand or item.bonus or item.manual))
    return sum_of(check.points - check.earned for item in items for check in item.checks if check.id in checks)


def totals(criteria: tuple[ItemResult, ...], scale: Scale | None) -> Score:
    regular = [item for item in criteria if not item.bonus]
    extra = [item for item in criteria if item.bonus]
    automatic = [item for item in regular if not item.by_hand and item.deduction is None]
    earned, bonus = sum_of(item.earned for item in regular), sum_of(item.earned for item in extra)
    possible, pending, bonus_pending = sum_of(item.points for item in regular), _pending(regular), _pending(extra)
    scaled = scaled_pending = None
    if scale is not None and possible:
        scaled = _scaled(earned + bonus, possible, scale)
        scaled_pending = _scaled(earned + bonus + pending + bonus_pending, possible, scale) - scaled
    return Score(
        earned=earned,
        possible=possible,
        automatic_earned=sum_of(item.earned if item.was is None else item.was for item in automatic),
        automatic_possible=sum_of(item.points for item in automatic),
        pending=pending,
        bonus=bonus,
        bonus_possible=sum_of(item.points for item in extra),
        bonus_pending=bonus_pending,
        scaled=scaled,
        scaled_possible=None if scale is None or scaled is None else scale.to,
        scaled_pending=scaled_pending,
    )


def totals_of(result: Result, criteria: tuple[ItemResult, ...]) -> Score:
    """Return the totals of `criteria` on the second scale of `result`, which has a score."""
    if result.score is None or result.score.scaled_possible is None or result.rubric.scale_decimals is None:
        return totals(criteria, None)
    scale = Scale(to=result.score.scaled_possible, decimals=result.rubric.scale_decimals, cap=result.rubric.scale_cap)
    return totals(criteria, scale)


def with_limited_deductions(criteria: tuple[ItemResult, ...], gained: Decimal = ZERO) -> tuple[ItemResult, ...]:
    """Return `criteria` with limited deductions: together at most the points of the other items plus `gained`."""
    others = gained + sum_of(item.earned for item in criteria if item.deduction is None and not item.bonus)
    return tuple(item if item.deduction is None else _limited(item, item.deduction, others) for item in criteria)


def _limited(item: ItemResult, deduction: Decimal, others: Decimal) -> ItemResult:
    if item.verdict is Verdict.PENDING:
        return item
    if item.manual is None:
        return replace(item, earned=-min(deduction, others) or ZERO)
    was = None if item.was is None else -min(deduction, others) or ZERO
    return replace(item, earned=-min(-item.manual.points, others) or ZERO, was=was)


def _pending(criteria: Iterable[ItemResult]) -> Decimal:
    return sum_of(item.points for item in criteria if item.verdict is Verdict.PENDING)


def _scaled(points: Decimal, total: Decimal, scale: Scale) -> Decimal:
    exact = Fraction(points) * Fraction(scale.to) / Fraction(total)
    if scale.cap:
        exact = min(exact, Fraction(scale.to))
    return half_up(exact, scale.decimals)


def sum_of(points: Iterable[Decimal]) -> Decimal:
    return sum(points, ZERO)
