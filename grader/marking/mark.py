"""Grades one submission by one rubric: `mark` runs the checks and adds up the points."""

from __future__ import annotations

import time
from dataclasses import replace

from grader.assignments import ASSIGNMENTS
from grader.capabilities import registry
from grader.capabilities.capability import Graded
from grader.errors import HarnessFault
from grader.marking.lines_run import with_lines_run
from grader.marking.notes import module_notes, other_assignment_note
from grader.marking.result_info import grader_info, rubric_info, submission_info
from grader.model.isolation import Isolation, Level
from grader.model.progress import Observer
from grader.model.result import GRADED, INTERNAL_ERROR, NEWER_PYTHON, Observed, Result, Timing
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.source import copies_of, readable_location
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.pytest_plugin import run_checks
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from grader.scoring import score

MAX_FAULT = 1000


def mark(  # noqa: PLR0913 - what grading depends on; all but the first three have a usual value
    submission: Submission,
    rubric: Rubric,
    launcher: Launcher,
    required: Level = Level.BASIC,
    observer: Observer | None = None,
    *,
    ahead: bool = False,
) -> Result:
    """
    Grade `submission` in processes of `launcher`, and report progress to `observer`.

    Work is done `ahead` of its turn, by several processes at once: sooner, with a little more CPU time, and the same.

    A harness fault gives a result without a score, and so does code that only a newer Python reads. Isolation below
    `required` is such a fault: then none of the code runs. KeyError if the rubric's assignment does not exist.
    """
    started = time.monotonic()
    try:
        isolation = launcher.isolation
    except HarnessFault as error:
        return fault_result(submission, rubric, str(error))
    if not isolation.level.reaches(required):
        why = f"isolation {required.value} is required, here it is {isolation.level.value}"
        return fault_result(submission, rubric, why)
    student = _student(submission, rubric, launcher, observer)
    if ahead:
        spec = ASSIGNMENTS[rubric.assignment]
        student.work_ahead(
            lambda: spec.cases.of(spec.module_spec.search).calls, lambda: registry.recorded(rubric, spec)
        )
    try:
        return _graded(student, rubric, launcher, started)
    except HarnessFault as error:
        return fault_result(submission, rubric, str(error), isolation)
    finally:
        student.finish()


def _student(submission: Submission, rubric: Rubric, launcher: Launcher, observer: Observer | None) -> Student:
    return Student(
        submission,
        ASSIGNMENTS[rubric.assignment].module_spec,
        rubric.limits,
        launcher,
        rubric.allow_imports,
        shortcut=rubric.shortcut,
        only=rubric.only,
        observer=observer,
    )


def _graded(student: Student, rubric: Rubric, launcher: Launcher, started: float) -> Result:
    """Return the result of a submission whose code can be run (HarnessFault)."""
    submission, assignment = student.submission, ASSIGNMENTS[rubric.assignment]
    brought = registry.brought_outcomes(submission, rubric)
    outcomes = {**run_checks(student, assignment, rubric.limits), **brought}
    all_passed = all(one.verdict is Verdict.PASS for one in outcomes.values())
    if not all_passed and (why := _why_newer_python(student, launcher.python.version)):
        fault = fault_result(submission, rubric, why, launcher.isolation)
        return replace(fault, status=NEWER_PYTHON, timing=_timing(student, started))
    graded = Graded(submission, rubric, student, assignment, outcomes)
    scored = score(rubric, assignment, with_lines_run(student, outcomes), registry.assess(rubric, graded))
    found = registry.found(scored.criteria, graded)
    student.finish()  # completes the counts that are read below
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, launcher.isolation),
        status=GRADED,
        score=scored.total,
        criteria=scored.criteria,
        found=found,
        notes=(
            *submission.notes,
            *other_assignment_note(submission, assignment),
            *module_notes(student),
            *student.notes,
            *registry.notes(submission, rubric, brought),
        ),
        observed=Observed(policy=student.observed.get("policy", ""), output=student.usage.output),
        shortcut=student.shortcut,
        source=copies_of(submission),
        timing=_timing(student, started),
    )


def _why_newer_python(student: Student, version: tuple[int, int]) -> str:
    """Return which newer Python reads what Python `version` could not: the file, a module of its own, a cell; or ""."""
    failed = [student.failure.raised] if student.failure is not None else [one.raised for one in student.left_out]
    if not any(raised is not None and raised.is_unread for raised in failed):
        return ""
    from grader.capabilities.quality.ruff_process import newer_python_needed

    need = newer_python_needed(student.submission, version)
    if need is None:
        return ""
    at = f"{need.file.path}:{need.line}"
    place = readable_location(student.submission, student.module_spec.module, at) or at
    newer, here = ("{}.{}".format(*one) for one in (need.version, version))
    return f"needs Python {newer} or newer; this grader runs {here} ({place})"


def fault_result(submission: Submission, rubric: Rubric, fault: str, isolation: Isolation | None = None) -> Result:
    """Return the result after a fault of ours: no score, never a zero; `isolation` is None if no code was run."""
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, isolation),
        status=INTERNAL_ERROR,
        score=None,
        criteria=(),
        notes=submission.notes,
        fault=sanitize(fault, MAX_FAULT),
        observed=Observed(),
        source=copies_of(submission),
        timing=Timing(cpu_seconds=0, wall_seconds=0),
    )


def _timing(student: Student, started: float) -> Timing:
    usage = student.usage
    first_move = usage.first_seconds.get(student.module_spec.search)
    return Timing(
        cpu_seconds=round(usage.cpu_seconds, 3),
        wall_seconds=round(time.monotonic() - started, 3),
        first_move_seconds=None if first_move is None else round(first_move, 3),
        near_limit=usage.near_limit,
    )
