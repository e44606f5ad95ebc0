"""Turns a result by one rubric into a result by another rubric with the same questions: no code is run."""

from __future__ import annotations

import dataclasses

from grader.assignments import ASSIGNMENTS
from grader.capabilities.registry import CAPABILITIES, capability
from grader.marking.result_info import rubric_info
from grader.model.assessment import Assessment
from grader.model.result import GRADED, CheckOutcome, CheckResult, Result
from grader.model.rubric import Rubric
from grader.scoring import OF_OUTCOME, score

ASSESSED = {one.name for one in CAPABILITIES if one.item_key}
"""The capabilities that give points to items of the rubric; others compute items from the result."""


def rescored(result: Result, rubric: Rubric) -> Result | None:
    """Return the result of grading again by `rubric`, without points of people; None if answers are missing."""
    kept = kept_answers(result, rubric)
    if kept is None:
        return None
    scored = score(rubric, ASSIGNMENTS[rubric.assignment], *kept)
    info = rubric_info(rubric)
    return dataclasses.replace(result, rubric=info, score=scored.total, criteria=scored.criteria, marks_to_check=())


def kept_answers(result: Result, rubric: Rubric) -> tuple[dict[str, CheckOutcome], dict[str, Assessment]] | None:
    """Return the answers in `result` to all questions of `rubric`; None if some are missing."""
    if result.status != GRADED or result.rubric.question != rubric_info(rubric).question:
        return None
    assessed = [item for item in rubric.criteria if item.capability]
    before = [item for item in result.criteria if item.capability and item.capability in ASSESSED]
    outcomes = {check.id: _outcome(check) for check in result.checks}
    if [item.capability for item in assessed] != [item.capability for item in before] or outcomes.keys() != {
        share.check for item in rubric.criteria for share in item.shares
    }:
        return None  # somebody edited the file
    assessments: dict[str, Assessment] = {}
    for item, old in zip(assessed, before, strict=True):
        assessment = capability(item.capability).assess_again(item, old)
        if assessment is None:
            return None
        assessments[item.id] = assessment
    return outcomes, assessments


def _outcome(check: CheckResult) -> CheckOutcome:
    return CheckOutcome(check=check.id, **{name: getattr(check, name) for name in OF_OUTCOME})
