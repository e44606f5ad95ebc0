"""What the capabilities do for one submission, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.capabilities.capability import Graded
from grader.capabilities.registry import CAPABILITIES, capability
from grader.errors import HarnessFault
from grader.model.assessment import Assessment, Payload
from grader.model.result import CheckOutcome, ItemResult, Result
from grader.model.rubric import Rubric, RubricItem
from grader.model.submission import Submission


def brought_outcomes(submission: Submission, rubric: Rubric) -> dict[str, CheckOutcome]:
    """Return the outcomes of the checks that capabilities bring beside those of the assignment."""
    return {check: outcome for one in CAPABILITIES for check, outcome in one.outcomes(submission, rubric).items()}


def assess(rubric: Rubric, graded: Graded) -> dict[str, Assessment]:
    """Return the assessments by the ids of their items (HarnessFault if the sandbox fails)."""
    return {item.id: _assess(item, graded) for item in rubric.criteria if item.capability}


def _assess(item: RubricItem, graded: Graded) -> Assessment:
    try:
        return capability(item.capability).assess(item, graded)
    except HarnessFault:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours in judging costs no point
        message = f"Internal error ({type(error).__name__}): this could not be judged and is to be marked by hand."
        return Assessment(points=None, settled=False, message=message)


def found(items: tuple[ItemResult, ...], graded: Graded) -> dict[str, Payload]:
    """Return what capabilities find in the whole submission, by their names."""
    every = ((one.name, one.judge(items, graded)) for one in CAPABILITIES)
    return {name: payload for name, payload in every if payload is not None}


def notes(submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterator[str]:
    """Yield what capabilities note; `outcomes` are those of the checks that they bring."""
    for one in CAPABILITIES:
        yield from one.notes(submission, rubric, outcomes)


def assessing_programs(rubric: Rubric) -> tuple[str, ...]:
    """Return the programs, with their versions, that decide about points; nothing if the rubric needs none."""
    asked_for = {item.capability for item in rubric.criteria}
    return tuple(program for one in CAPABILITIES if one.name in asked_for for program in one.programs())


def completed(result: Result, rubric: Rubric) -> Result:
    """Return `result` with what follows from it and from its student's identity: no code is run for it."""
    for one in CAPABILITIES:
        result = one.complete(result, rubric)
    return result
