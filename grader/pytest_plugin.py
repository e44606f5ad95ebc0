"""
The pytest plugin of a session that grades: the `student` and `report` fixtures, outcomes out.

A check fails only by handing a `CheckOutcome` to `report`; any other exception in it is a harness fault.
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

REPORTED: pytest.StashKey[CheckOutcome] = pytest.StashKey()


class CheckFailed(Exception):
    """A check that was reported and not passed."""

    def __init__(self, outcome: CheckOutcome) -> None:
        """Carry the outcome."""
        super().__init__(f"{outcome.check}: {outcome.message}")
        self.outcome = outcome


class Grading:
    """The plugin's state for one session: the student's module in, outcomes and faults out."""

    def __init__(self, student: Student | None = None) -> None:
        """Grade `student`; without one it is made from `--submission` once the checks are known."""
        self._student = student
        self._folder: Path | None = None
        self._launcher: Launcher | None = None
        self._isolation = ""
        self.outcomes: dict[str, CheckOutcome] = {}
        self.faults: list[str] = []

    @pytest.fixture
    def student(self) -> Student:
        """Give the checks the submission: functions to call through the wall."""
        assert self._student is not None  # noqa: S101 - collection made it
        return self._student

    @pytest.fixture
    def report(self, request: pytest.FixtureRequest) -> Callable[[CheckOutcome], None]:
        """Give a check its one way to pass or fail: handing its outcome in."""

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
        """Collect the outcome; show a failed check as its finding, never as a traceback of ours."""
        report = yield
        error = call.excinfo.value if call.excinfo is not None else None
        outcome = item.stash.get(REPORTED, None)
        if isinstance(error, CheckFailed) and error.outcome is outcome:
            report.longrepr = _finding(error.outcome)
        elif error is not None:
            self.faults.append(f"{item.name} ({call.when}): {type(error).__name__}: {error}")
            return report
        if call.when == "call" and not self._collected(item, outcome):
            self.faults.append(f"{item.name}: its check was not reported exactly once, by itself")
            report.outcome, report.longrepr = "failed", self.faults[-1]
        return report

    def _collected(self, item: pytest.Item, outcome: CheckOutcome | None) -> bool:
        """Keep the outcome; tell whether it was this item's to give."""
        marker = item.get_closest_marker("criterion")
        if marker is None or outcome is None:
            return marker is None and outcome is None
        (check,) = marker.args
        if outcome.check != check or check in self.outcomes:
            return False
        self.outcomes[check] = outcome
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run first what owns no points: it gathers evidence for the checks that do."""
        items.sort(key=lambda item: item.get_closest_marker("criterion") is not None)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Start on `--submission`, now that it is known which assignment's checks were collected."""
        if self._student is not None or session.config.option.submission is None:
            return
        assignments = {item.module.__package__: _assignment(item) for item in session.items if hasattr(item, "module")}
        found = [assignment for assignment in assignments.values() if assignment is not None]
        if len(found) != 1:
            message = "--submission needs the checks of one assignment: add --pyargs grader.assignments.tictactoe"
            raise pytest.UsageError(message)
        self._launcher = _launcher()
        self._student = _student(Path(session.config.option.submission), found[0], self._launcher)
        self._folder = Path(session.config.option.submission).resolve().parent
        _refuse_foreign_code(session.config, self._folder)

    def pytest_sessionfinish(self) -> None:
        """Give the sandbox back."""
        if self._launcher is not None:
            if self._student is not None:
                self._student.finish()
            self._isolation = self._found() if self.outcomes else ""
            self._launcher.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say to a person how far apart the file ran."""
        if self._isolation:
            terminalreporter.write_line(self._isolation)

    def _found(self) -> str:
        from grader.reports.text.isolation_text import isolation_sentence

        assert self._launcher is not None  # noqa: S101 - the caller looked
        try:
            return isolation_sentence(self._launcher.isolation)
        except HarnessFault as error:
            return f"Isolation: not known: {error}"


def _assignment(item: pytest.Item) -> Assignment | None:
    package = sys.modules.get(getattr(item, "module").__package__ or "")  # noqa: B009 - only Function items have one
    return getattr(package, "ASSIGNMENT", None)


def _launcher() -> Launcher:
    from grader.sandbox.launching.launcher import launcher

    return launcher()


def _student(path: Path, assignment: Assignment, launcher: Launcher) -> Student:
    # Late: this module is loaded into every pytest session of the environment.
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
    """Refuse a session that the submission's own folder had a say in."""
    loaded = [Path(file) for file in _files(config) if Path(file).name == "conftest.py"]
    places = [config.rootpath, *([config.inipath] if config.inipath else []), *loaded]
    for place in places:
        if place.resolve().is_relative_to(folder):
            message = (
                f"{sanitize(str(place), 1000)} lies with the submission, so it could decide what is tested: run pytest"
                " from another folder, or use: grader check FILE"
            )
            raise pytest.UsageError(message)


def _files(config: pytest.Config) -> Iterator[str]:
    for plugin in config.pluginmanager.get_plugins():
        file = getattr(plugin, "__file__", None)
        if isinstance(file, str):
            yield file


def _finding(outcome: CheckOutcome) -> str:
    lines = [outcome.full_message]
    example = outcome.counterexample
    if example is not None:
        board = [" ".join(example.board[at : at + 3]) for at in (0, 3, 6)]
        lines += ["", *board, "", f"{example.call}: {example.got}", f"the sheet asks for: {example.expected}"]
        if example.at:
            lines.append(f"raised at {example.at}")
    if outcome.reproduce:
        lines += ["", outcome.reproduce]
    return "\n".join(lines)
