"""Assesses what no check can decide: one assessment for each line of the rubric that asks for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.capabilities.alpha_beta.assess import assess_pruning
from grader.errors import HarnessFault
from grader.model.assessment import Assessment
from grader.model.result import CheckOutcome
from grader.model.rubric import Criterion, Rubric, Subject
from grader.model.spec import Assignment
from grader.model.submission import Submission
from grader.sandbox.student import Student


class Graded(NamedTuple):
    """A submission that has been asked everything, with the outcomes of the checks."""

    submission: Submission
    student: Student
    assignment: Assignment
    outcomes: Mapping[str, CheckOutcome]


def assess(rubric: Rubric, graded: Graded) -> dict[str, Assessment]:
    """Return the assessments by the ids of their lines (HarnessFault if the sandbox fails)."""
    return {line.id: _assess(line, line.assesses, graded) for line in rubric.criteria if line.assesses is not None}


def _assess(line: Criterion, subject: Subject, graded: Graded) -> Assessment:
    try:
        match subject:
            case Subject.ALPHA_BETA:
                return assess_pruning(line.points, *graded)
            case Subject.QUALITY:
                from grader.capabilities.quality.assess import assess_quality

                return assess_quality(graded.submission, graded.assignment.module_spec, line)
    except HarnessFault:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours in judging costs no point
        message = f"Internal error ({type(error).__name__}): this could not be judged and is to be marked by hand."
        return Assessment(points=None, settled=False, message=message)
