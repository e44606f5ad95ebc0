"""
The pytest plugin of a session that grades one submission.

Asking and judging are two steps. The fixture `answers` asks the submission everything, once and in one fixed order,
before the first check. A check judges a part of the answers and calls the fixture `report` with a `CheckOutcome`. Any
exception other than the `CheckFailed` of `report`, in a check or while asking, is a harness fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import HarnessFault
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict

if TYPE_CHECKING:
    from grader.model.result import CheckOutcome
    from grader.model.spec import Assignment
    from grader.sandbox.launching.launcher import Launcher
    from grader.sandbox.student import Student

    Ask = Callable[[Student], object]
    """Asks a student everything and returns the answers; only the assignment's checks know their type."""

REPORTED: pytest.StashKey[CheckOutcome] = pytest.StashKey()
"""Where a test item keeps the outcome that its check has reported."""


class CheckFailed(Exception):
    """A check has reported an outcome that is not a pass."""

    def __init__(self, outcome: CheckOutcome) -> None:
        """Carry the outcome."""
        super().__init__(f"{outcome.check}: {outcome.message}")
        self.outcome = outcome


class Grading:
    """The plugin of one session: it asks one submission, and collects outcomes and faults."""

    def __init__(self, student: Student | None = None, ask: Ask | None = None) -> None:
        """
        Grade `student`; `ask` asks it everything.

        Without them, the student is made from `--submission`, and `ask` comes from the collected checks' package.
        """
        self._student = student
        self._ask = ask
        self._answers: object = None
        self._folder: Path | None = None
        self._launcher: Launcher | None = None
        self._isolation = ""
        self.outcomes: dict[str, CheckOutcome] = {}
        """By check."""
        self.faults: list[str] = []

    @pytest.fixture
    def answers(self, request: pytest.FixtureRequest) -> object:
        """Return the `Answers` of the assignment; everything is asked before the first check, whichever that is."""
        if self._answers is None:
            assert self._student is not None and self._ask is not None  # noqa: S101, PT018 - known since the collection
            try:
                self._answers = self._ask(self._student)
            except BaseException:
                # Without answers there is nothing to check, and asking again could take as long again.
                request.session.shouldfail = "the submission could not be asked"
                raise
        return self._answers

    @pytest.fixture
    def report(self, request: pytest.FixtureRequest) -> Callable[[CheckOutcome], None]:
        """Return the function that a check calls with its outcome: its only way to pass or fail."""

        def record_outcome(outcome: CheckOutcome) -> None:
            if REPORTED in request.node.stash:
                raise HarnessFault(f"{outcome.check} was reported a second time")
            request.node.stash[REPORTED] = outcome
            if outcome.verdict is not Verdict.PASS:
                raise CheckFailed(outcome)

        return record_outcome

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Record the outcome; show a failed check as a message for people, not as a traceback of our code."""
        report = yield
        error = call.excinfo.value if call.excinfo is not None else None
        outcome = item.stash.get(REPORTED, None)
        if isinstance(error, CheckFailed) and error.outcome is outcome:
            report.longrepr = _failure_text(error.outcome)
        elif error is not None:
            self.faults.append(f"{item.name} ({call.when}): {type(error).__name__}: {error}")
            return report
        if call.when == "call" and not self._record(item, outcome):
            self.faults.append(f"{item.name}: its check was not reported exactly once, by itself")
            report.outcome, report.longrepr = "failed", self.faults[-1]
        return report

    def _record(self, item: pytest.Item, outcome: CheckOutcome | None) -> bool:
        """Keep the outcome; return whether the item reported the check that its marker names, and nothing else."""
        marker = item.get_closest_marker("criterion")
        if marker is None or outcome is None:
            return marker is None and outcome is None
        (check,) = marker.args
        if outcome.check != check or check in self.outcomes:
            return False
        self.outcomes[check] = outcome
        return True

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read `--submission`: only now it is known which assignment's checks were collected."""
        if self._student is not None or session.config.option.submission is None:
            return
        names = {item.module.__package__ for item in session.items if hasattr(item, "module")}
        packages = [package for package in map(sys.modules.get, names) if hasattr(package, "ASSIGNMENT")]
        if len(packages) != 1:
            message = "--submission needs the checks of one assignment: add --pyargs grader.assignments.tictactoe"
            raise pytest.UsageError(message)
        (checks,) = packages
        self._ask = getattr(checks, "ask")  # noqa: B009 - a type checker does not know what is in that package
        assignment: Assignment = getattr(checks, "ASSIGNMENT")  # noqa: B009 - the same
        self._launcher = _start_launcher()
        self._student = _make_student(Path(session.config.option.submission), assignment, self._launcher)
        self._folder = Path(session.config.option.submission).resolve().parent
        _refuse_foreign_code(session.config, self._folder)

    def pytest_sessionfinish(self) -> None:
        """End the sandbox that this session started."""
        if self._launcher is not None:
            if self._student is not None:
                self._student.finish()
            self._isolation = self._isolation_text() if self.outcomes else ""
            self._launcher.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell a person how well the file was isolated."""
        if self._isolation:
            terminalreporter.write_line(self._isolation)

    def _isolation_text(self) -> str:
        from grader.text.isolation_text import isolation_sentence

        assert self._launcher is not None  # noqa: S101 - the caller looked
        try:
            return isolation_sentence(self._launcher.isolation)
        except HarnessFault as error:
            return f"Isolation: not known: {error}"


def _start_launcher() -> Launcher:
    from grader.sandbox.launching.launcher import launcher

    return launcher()


def _make_student(path: Path, assignment: Assignment, launcher: Launcher) -> Student:
    # Late: a session that `run_checks` starts has its student already and needs none of these modules.
    from grader.errors import UserError
    from grader.intake import read_submission
    from grader.model.rubric import Limits
    from grader.sandbox.student import Student

    limits = Limits()
    try:
        submission = read_submission(path, assignment.module_spec, limits.source_kib)
    except UserError as error:
        raise pytest.UsageError(str(error)) from error
    return Student(submission, assignment.module_spec, limits, launcher)


def _refuse_foreign_code(config: pytest.Config, folder: Path) -> None:
    """Refuse a session whose root, configuration or a conftest.py comes from the submission's own folder."""
    loaded = [Path(file) for file in _plugin_files(config) if Path(file).name == "conftest.py"]
    places = [config.rootpath, *([config.inipath] if config.inipath else []), *loaded]
    for place in places:
        if place.resolve().is_relative_to(folder):
            message = (
                f"{sanitize(str(place), 1000)} lies with the submission, so it could decide what is tested: run pytest"
                " from another folder, or use: grader check FILE"
            )
            raise pytest.UsageError(message)


def _plugin_files(config: pytest.Config) -> Iterator[str]:
    for plugin in config.pluginmanager.get_plugins():
        file = getattr(plugin, "__file__", None)
        if isinstance(file, str):
            yield file


def _failure_text(outcome: CheckOutcome) -> str:
    lines = [outcome.full_message]
    example = outcome.counterexample
    if example is not None:
        board = [" ".join(example.board[at : at + 3]) for at in (0, 3, 6)]
        lines += ["", *board, "", f"{example.call}: {example.got}", f"expected: {example.expected}"]
        if example.at:
            lines.append(f"raised at {example.at}")
    if outcome.reproduce:
        lines += ["", outcome.reproduce]
    return "\n".join(lines)
