"""Turns the result by one rubric into that by another which asks nothing else: no code is run."""

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
    """
    Return what grading again by `rubric` would give; None if that needs answers which `result` does not have.

    Points that people gave are not in it.
    """
    kept = kept_answers(result, rubric)
    if kept is None:
        return None
    scored = score(rubric, ASSIGNMENTS[rubric.assignment], *kept)
    info = rubric_info(rubric)
    return dataclasses.replace(result, rubric=info, score=scored.total, criteria=scored.criteria, marks_to_check=())


def kept_answers(result: Result, rubric: Rubric) -> tuple[dict[str, CheckOutcome], dict[str, Assessment]] | None:
    """Return what `result` knows of all that `rubric` asks; None if that is not enough to score it."""
    if result.status != GRADED or result.rubric.question != rubric_info(rubric).question:
        return None
    assessed = [item for item in rubric.criteria if item.capability]
    before = [item for item in result.criteria if item.capability and item.capability in ASSESSED]
    outcomes = {check.id: _outcome(check) for item in result.criteria for check in item.checks}
    if [item.capability for item in assessed] != [item.capability for item in before] or outcomes.keys() != {
        share.check for item in rubric.criteria for share in item.shares
    }:
        return None  # a file that somebody edited
    assessments: dict[str, Assessment] = {}
    for item, old in zip(assessed, before, strict=True):
        assessment = capability(item.capability).assess_again(item, old)
        if assessment is None:
            return None
        assessments[item.id] = assessment
    return outcomes, assessments


def _outcome(check: CheckResult) -> CheckOutcome:
    return CheckOutcome(check=check.id, **{name: getattr(check, name) for name in OF_OUTCOME})
