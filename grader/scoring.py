"""Turns the outcomes of checks into points, exactly: only the second scale is rounded. All functions are pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from grader.model.assessment import Assessment
from grader.model.result import CheckOutcome, CheckResult, CriterionResult, Result, Score
from grader.model.rounding import half_up
from grader.model.rubric import Criterion, Rubric, Scale, Share
from grader.model.spec import Assignment, CheckEntry
from grader.model.verdict import Verdict
from grader.text.reasons import said

ZERO = Decimal(0)
UNKNOWN = Assessment(points=None, settled=False)
"""Of a line about which the grader knows nothing."""
NO_ASSESSMENTS: Mapping[str, Assessment] = MappingProxyType({})

BY_SEVERITY = (Verdict.HARNESS_FAULT, Verdict.MISSING, Verdict.ERROR, Verdict.TIMEOUT, Verdict.FAIL, Verdict.BLOCKED)
"""The verdicts that cost a check its points, most severe first; a rubric line shows the most severe of its checks."""


class Scored(NamedTuple):
    """The rubric's lines with their points, and the totals."""

    criteria: tuple[CriterionResult, ...]
    total: Score


def score(
    rubric: Rubric,
    assignment: Assignment,
    outcomes: Mapping[str, CheckOutcome],
    assessments: Mapping[str, Assessment] = NO_ASSESSMENTS,
) -> Scored:
    """
    Return the rubric's lines with their points, and the totals; `assessments` by the ids of their lines.

    A check earns its whole share or nothing. Outcomes of checks that the rubric does not use are ignored. ValueError
    if an outcome or an assessment is missing: that is a bug of ours, and it must not cost a point.
    """
    quotes = assignment.quotes(rubric.sheet)

    def judged(share: Share) -> CheckResult:
        return _check_result(share, rubric.check_entry(assignment, share.check), outcomes, quotes)

    criteria = tuple(
        _assessed_line(line, _assessment(line, assessments))
        if line.capability or line.by_hand
        else _checked_line(line, judged)
        for line in rubric.criteria
    )
    return Scored(criteria, totals(criteria, rubric.scale))


def _checked_line(line: Criterion, judged: Callable[[Share], CheckResult]) -> CriterionResult:
    checks = tuple(map(judged, line.shares))
    whole = CriterionResult(
        id=line.id,
        title=line.title,
        points=line.points,
        earned=_sum(check.earned for check in checks),
        verdict=most_severe(checks),
        bonus=line.bonus,
        checks=checks,
    )
    open_checks = [check for check in checks if check.verdict is Verdict.PENDING and check.points]
    if not open_checks:
        return whole
    # Neither lost nor earned before a person decides. Nothing is proposed: a part of the line is not known.
    return dataclasses.replace(
        whole, earned=ZERO, verdict=Verdict.PENDING, by_hand=True, message=_open_message(whole, open_checks)
    )


def _open_message(line: CriterionResult, open_checks: Iterable[CheckResult]) -> str:
    """Return why `open_checks` could not be made, and what the other checks of the line earn."""
    titles: dict[str, list[str]] = {}
    for check in open_checks:
        titles.setdefault(check.message, []).append(check.title)
    reasons = "; ".join(f"{reason} ({', '.join(found)})" for reason, found in titles.items())
    if all(check.verdict is Verdict.PENDING or not check.points for check in line.checks):
        return reasons
    return f"{reasons}; the other checks earn {line.earned.normalize():f} of {line.points.normalize():f}"


def _assessment(line: Criterion, assessments: Mapping[str, Assessment]) -> Assessment:
    if not line.capability:
        return UNKNOWN
    if line.id not in assessments:
        raise ValueError(f"nothing is known about the line {line.id}, which the grader must assess")
    found = assessments[line.id]
    if found.points is not None and not ZERO <= found.points <= line.points:
        raise ValueError(f"{line.id}: {found.points} points on a line of {line.points}")
    return dataclasses.replace(found, settled=found.settled and not line.by_hand)


def _assessed_line(line: Criterion, assessment: Assessment) -> CriterionResult:
    pending = CriterionResult(
        id=line.id,
        title=line.title,
        points=line.points,
        earned=ZERO,
        verdict=Verdict.PENDING,
        by_hand=True,
        bonus=line.bonus,
        proposed=assessment.points,
        message=assessment.message,
        capability=line.capability,
        found=assessment.found,
    )
    if not assessment.settled or assessment.points is None:
        return pending
    return dataclasses.replace(
        pending,
        earned=assessment.points,
        verdict=verdict_of(assessment.points, line.points),
        by_hand=False,
        proposed=None,
    )


def verdict_of(earned: Decimal, points: Decimal) -> Verdict:
    """Return the verdict of points that were not given by checks."""
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
        verdict=outcome.verdict,
        message=said(outcome.reasons),
        reasons=outcome.reasons,
        sheet=quotes.get(share.check, ""),
        wrong=outcome.wrong,
        of=outcome.of,
        asked=outcome.asked,
        counterexample=outcome.counterexample,
        reproduce=outcome.reproduce,
        pattern=said([outcome.pattern]) if outcome.pattern else "",
        common=outcome.pattern,
        behaviour=outcome.behaviour,
        excerpt=outcome.excerpt,
        difference=outcome.difference,
        lines_run=outcome.lines_run,
    )


def most_severe(checks: Iterable[CheckResult]) -> Verdict:
    """Return the verdict of a line with these checks."""
    # A check worth 0 points is a remark: it must not mark a line with full points as failed. Our faults always show.
    verdicts = {check.verdict for check in checks if check.points or check.verdict is Verdict.HARNESS_FAULT}
    return next((verdict for verdict in BY_SEVERITY if verdict in verdicts), Verdict.PASS)


def totals(criteria: tuple[CriterionResult, ...], scale: Scale | None) -> Score:
    """Return the totals of these lines."""
    regular = [line for line in criteria if not line.bonus]
    extra = [line for line in criteria if line.bonus]
    automatic = [line for line in regular if not line.by_hand and line.deduction is None]
    earned, bonus = _sum(line.earned for line in regular), _sum(line.earned for line in extra)
    possible, pending, bonus_pending = _sum(line.points for line in regular), _pending(regular), _pending(extra)
    scaled = scaled_pending = None
    if scale is not None and possible:
        scaled = _scaled(earned + bonus, possible, scale)
        scaled_pending = _scaled(earned + bonus + pending + bonus_pending, possible, scale) - scaled
    return Score(
        earned=earned,
        possible=possible,
        automatic_earned=_sum(line.earned if line.was is None else line.was for line in automatic),
        automatic_possible=_sum(line.points for line in automatic),
        pending=pending,
        bonus=bonus,
        bonus_possible=_sum(line.points for line in extra),
        bonus_pending=bonus_pending,
        scaled=scaled,
        scaled_possible=None if scale is None or scaled is None else scale.to,
        scaled_pending=scaled_pending,
    )


def totals_of(result: Result, criteria: tuple[CriterionResult, ...]) -> Score:
    """Return the totals of `criteria` on the second scale of `result`, which has a score."""
    if result.score is None or result.score.scaled_possible is None or result.rubric.scale_decimals is None:
        return totals(criteria, None)
    scale = Scale(to=result.score.scaled_possible, decimals=result.rubric.scale_decimals, cap=result.rubric.scale_cap)
    return totals(criteria, scale)


def with_limited_deductions(criteria: tuple[CriterionResult, ...]) -> tuple[CriterionResult, ...]:
    """Return `criteria` with items that take off no more points than the other items earn."""
    others = _sum(line.earned for line in criteria if line.deduction is None and not line.bonus)
    return tuple(line if line.deduction is None else _limited(line, line.deduction, others) for line in criteria)


def _limited(line: CriterionResult, deduction: Decimal, others: Decimal) -> CriterionResult:
    if line.verdict is Verdict.PENDING:
        return line
    if line.manual is None:
        return dataclasses.replace(line, earned=-min(deduction, others) or ZERO)
    was = None if line.was is None else -min(deduction, others) or ZERO
    return dataclasses.replace(line, earned=-min(-line.manual.points, others) or ZERO, was=was)


def _pending(criteria: Iterable[CriterionResult]) -> Decimal:
    return _sum(line.points for line in criteria if line.verdict is Verdict.PENDING)


def _scaled(points: Decimal, total: Decimal, scale: Scale) -> Decimal:
    exact = Fraction(points) * Fraction(scale.to) / Fraction(total)
    if scale.cap:
        exact = min(exact, Fraction(scale.to))
    return half_up(exact, scale.decimals)


def _sum(points: Iterable[Decimal]) -> Decimal:
    return sum(points, ZERO)
