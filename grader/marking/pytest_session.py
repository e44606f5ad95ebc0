"""Runs the checks of an assignment on one submission, as a pytest session in this process."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from grader import submission_option
from grader.errors import HarnessFault
from grader.model.progress import Work
from grader.model.result import CheckOutcome
from grader.model.rubric import Limits
from grader.model.spec import Assignment
from grader.pytest_plugin import Grading
from grader.sandbox.student import Student

TRUSTED_FOLDER = Path(__file__).parents[1] / "assignments"
"""Root, configuration and working directory of the session."""
TIMEOUT_FACTOR, TIMEOUT_GRACE = 10, 120
"""
Wall-clock seconds per second of the submission's CPU budget, and in addition, for asking everything and for each check.

No submission comes near: all its probes compute and wait for some four times its budget, and the number of processes
that are started for it is limited, each of which takes some milliseconds however small the budget is.
"""
UNUSED_PLUGINS = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging", "monkeypatch"),
    *("pastebin", "recwarn", "setuponly", "setupplan", "skipping", "stepwise", "subtests", "terminalprogress"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception"),
)
"""pytest's own plugins that the checks do not use, switched off to save time; some pytest versions lack some."""


def run_checks(student: Student, assignment: Assignment, limits: Limits) -> dict[str, CheckOutcome]:
    """
    Return the outcome of every check of `assignment` by its id; `student` is asked everything first.

    HarnessFault if a check has no outcome, or if pytest or the sandbox fails; KeyboardInterrupt after Ctrl-C.
    """
    checks = importlib.import_module(f"grader.assignments.{assignment.id}.checks")

    def ask(student: Student) -> object:
        answers: object = checks.ask(student)
        student.progress.begin(Work.JUDGE)
        return answers

    grading = Grading(student, ask)
    interrupt = _Interrupt()
    code = run_session(
        assignment.checks, [grading, interrupt], TIMEOUT_FACTOR * limits.submission_seconds + TIMEOUT_GRACE
    )
    if interrupt.by_person:
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


def run_session(checks: Path, plugins: Sequence[object], seconds: float) -> int:
    """Run the tests in the folder `checks`, each in at most `seconds` of wall-clock time; return the exit code."""
    arguments = [
        str(checks),
        f"--rootdir={TRUSTED_FOLDER}",
        f"-c{TRUSTED_FOLDER / 'pytest.ini'}",
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
        *[f"-pno:{name}" for name in UNUSED_PLUGINS],
    ]
    # What pytest prints is dropped. Its terminal plugin stays on, since pytest-timeout needs it.
    with _trusted_environment(), contextlib.redirect_stdout(io.StringIO()):
        return pytest.main(arguments, plugins=[submission_option, *plugins])


class _Interrupt:
    """Remembers whether a person pressed Ctrl-C: pytest reports its own interruptions in the same way."""

    by_person = False

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Remember the kind of interruption."""
        self.by_person = excinfo.type is KeyboardInterrupt


@contextlib.contextmanager
def _trusted_environment() -> Iterator[None]:
    """Run the session in `TRUSTED_FOLDER`, without the pytest variables of the caller's environment."""
    before, folder = dict(os.environ), Path.cwd()
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(TRUSTED_FOLDER)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        os.chdir(folder)
