"""Assesses what no check can decide: one assessment for each line of the rubric that asks for one."""

from __future__ import annotations

from grader.model.assessment import Assessment
from grader.model.rubric import Criterion, Rubric, Subject
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission


def assess(rubric: Rubric, submission: Submission, spec: ModuleSpec) -> dict[str, Assessment]:
    """Return the assessments by the ids of their lines."""
    return {line.id: _assess(line, submission, spec) for line in rubric.criteria if line.assesses is not None}


def _assess(line: Criterion, submission: Submission, spec: ModuleSpec) -> Assessment:
    if line.assesses is Subject.QUALITY:
        from grader.quality.assess import assess_quality

        return assess_quality(submission, spec, line)
    return Assessment(points=None, settled=False)
