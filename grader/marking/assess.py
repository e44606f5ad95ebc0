"""Assesses what no check can decide: one assessment for each line of the rubric that asks for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.marking.assess_pruning import assess_pruning
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
    """Return the assessments by the ids of their lines."""
    return {line.id: _assess(line, graded) for line in rubric.criteria if line.assesses is not None}


def _assess(line: Criterion, graded: Graded) -> Assessment:
    if line.assesses is Subject.ALPHA_BETA:
        return assess_pruning(line.points, *graded)
    if line.assesses is Subject.QUALITY:
        from grader.quality.assess import assess_quality

        return assess_quality(graded.submission, graded.assignment.module_spec, line)
    return Assessment(points=None, settled=False)
