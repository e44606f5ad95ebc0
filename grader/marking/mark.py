"""One submission against one rubric: runs the checks, adds up the points. `mark` is the whole of it."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import submission_option
from grader.assignments import ASSIGNMENTS
from grader.errors import HarnessFault
from grader.model.isolation import Isolation, Level
from grader.model.result import (
    CheckOutcome,
    GraderInfo,
    Observed,
    Result,
    RubricInfo,
    SubmissionInfo,
    Timing,
)
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.spec import Assignment
from grader.model.submission import Submission
from grader.pytest_plugin import Grading
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from grader.scoring import score
from grader.version import __version__

TRUSTED = Path(__file__).parents[1] / "assignments"
"""Root, configuration and working directory of the checks' pytest session."""
MAX_FAULT = 1000
PATIENCE = 10
"""A check may take so many times the submission's whole budget, by the wall clock, before it is our fault."""
LEAN = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging", "monkeypatch"),
    *("pastebin", "recwarn", "setuponly", "setupplan", "skipping", "stepwise", "subtests", "terminalprogress"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception"),
)
"""pytest's plugins that our checks have no use for; a version may lack some."""


def mark(submission: Submission, rubric: Rubric, launcher: Launcher, required: Level = Level.BASIC) -> Result:
    """
    Grade `submission` with probes of `launcher`; a harness fault becomes a result without a mark.

    It is one when they run less apart than `required`: then none of the submission's code is run.
    """
    began = time.monotonic()
    try:
        isolation = launcher.isolation
    except HarnessFault as error:
        return faulty(submission, rubric, str(error))
    if not isolation.level.reaches(required):
        return faulty(submission, rubric, f"isolation {required.value} is required, here it is {isolation.level.value}")
    assignment = ASSIGNMENTS[rubric.assignment]
    student = Student(
        submission, assignment.module_spec, rubric.limits, launcher, rubric.allow_imports, shortcut=rubric.shortcut
    )
    try:
        lines, total = score(rubric, assignment, _outcomes(student, assignment, rubric))
    except HarnessFault as error:
        return faulty(submission, rubric, str(error), isolation)
    finally:
        student.finish()
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, isolation),
        status="graded",
        score=total,
        criteria=lines,
        notes=(*submission.notes, *_module_notes(student), *student.notes),
        observed=Observed(policy=student.observed.get("policy", ""), output=student.output),
        shortcut=student.shortcut,
        timing=Timing(
            cpu_seconds=round(student.usage.cpu_seconds, 3),
            wall_seconds=round(time.monotonic() - began, 3),
            first_move_seconds=_rounded(student.usage.first_seconds.get(assignment.module_spec.search)),
            near_limit=student.usage.near_limit,
        ),
    )


def faulty(submission: Submission, rubric: Rubric, fault: str, isolation: Isolation | None = None) -> Result:
    """
    Return the result of a submission that could not be graded through a fault of ours: no mark, never a zero.

    `isolation` is left out where none of the submission's code was run.
    """
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, isolation),
        status="harness_fault",
        score=None,
        criteria=(),
        notes=submission.notes,
        fault=sanitize(fault, MAX_FAULT),
        observed=Observed(),
        timing=Timing(cpu_seconds=0, wall_seconds=0),
    )


def submission_info(submission: Submission) -> SubmissionInfo:
    """Return what a result says of its submission."""
    return SubmissionInfo(
        id=submission.id,
        student=submission.student,
        sha256=submission.sha256,
        main=submission.main,
        files=tuple(sanitize(file.path) for file in submission.files),
    )


def rubric_info(rubric: Rubric) -> RubricInfo:
    """Return what a result says of its rubric."""
    return RubricInfo(
        title=rubric.title,
        assignment=rubric.assignment,
        sha256=rubric.sha256,
        scale_decimals=rubric.scale.decimals if rubric.scale else None,
    )


def grader_info(submission: Submission, rubric: Rubric, isolation: Isolation | None) -> GraderInfo:
    """
    Return what a result says of this grader, with the hash of everything that bears on the mark.

    Of the isolation that is its level: how it is reached may change with a newer kernel, and no mark with it.
    """
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    level = isolation.level.value if isolation is not None else ""
    parts = (submission.sha256, submission.main, rubric.sha256, __version__, python, level)
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return GraderInfo(version=__version__, python=python, isolation=isolation, key=key)


def _outcomes(student: Student, assignment: Assignment, rubric: Rubric) -> dict[str, CheckOutcome]:
    """Run the checks' pytest session in this process, which never runs a student's object."""
    grading = Grading(student)
    seconds = PATIENCE * rubric.limits.submission_seconds
    arguments = [
        str(assignment.checks),
        f"--rootdir={TRUSTED}",
        f"-c{TRUSTED / 'pytest.ini'}",
        "--noconftest",
        "--import-mode=importlib",
        "--assert=plain",
        "--capture=no",
        "--no-header",
        "--no-summary",
        "--tb=no",
        "-qq",
        "-ppytest_timeout",
        f"--timeout={seconds:g}",
        *[f"-pno:{name}" for name in LEAN],
    ]
    stop = _Stop()
    # What pytest would say goes nowhere; it has a terminal all the same, since pytest-timeout needs one to fire.
    with _trusted_surroundings(), contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main(arguments, plugins=[submission_option, grading, stop])
    if stop.asked:
        raise KeyboardInterrupt
    faults = list(grading.faults)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        faults.append(f"the checks did not run (pytest exit code {int(code)})")
    missing = {entry.id for entry in assignment.catalogue} - set(grading.outcomes)
    if missing and not faults:
        faults.append(f"no outcome for {', '.join(sorted(missing))}")
    if faults:
        raise HarnessFault("; ".join(faults))
    return grading.outcomes


class _Stop:
    """Knows whether a person pressed Ctrl-C, which pytest tells as it tells its own troubles."""

    asked = False

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Take note."""
        self.asked = excinfo.type is KeyboardInterrupt


@contextlib.contextmanager
def _trusted_surroundings() -> Iterator[None]:
    """Keep the caller's directory and pytest variables out of the session."""
    before, folder = dict(os.environ), Path.cwd()
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(TRUSTED)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        os.chdir(folder)


def _module_notes(student: Student) -> Iterator[str]:
    """Say what is unusual about the module, whatever the assignment."""
    if student.failure is not None:
        return
    module = student.module
    for name in module.placeholders:
        yield f"imports {name}, which is not here while grading: a placeholder stands in until it is used"
    for name in module.missing:
        yield f"does not define {name}; the sheet's value is used"
    changed = [
        mark.attribute
        for mark in student.module_spec.marks
        if mark.attribute and mark.attribute not in module.missing and module.constants[mark.symbol] != mark.default
    ]
    if changed:
        yield f"changes the constants {', '.join(changed)}; its boards are built from its own values"
    for shape in student.module_spec.functions:
        parameters = module.functions[shape.name]
        if parameters is not None and parameters > shape.parameters:
            yield f"{shape.name} takes {parameters} parameters; the sheet has {shape.parameters}"
    yield from _waiting_notes(student)


def _waiting_notes(student: Student) -> Iterator[str]:
    if student.usage.slept:
        yield "calls time.sleep, which returns at once while grading"
    if student.usage.idle:
        yield "waits without computing until its time is used up; only time.sleep returns at once while grading"


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
