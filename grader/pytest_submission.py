"""The session of `pytest --submission FILE`: reads the file, and refuses what its folder could decide about tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.assignments.exhaustive.checks import GradingSpec
from grader.errors import HarnessFault, UserError
from grader.intake import read_submission
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.pytest_plugin import CheckTable, Grading
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student
from grader.text.isolation_text import isolation_sentence


class GradingOwnFile(Grading):
    """Grades the file that a person names, by the checks that pytest collected."""

    def __init__(self) -> None:
        """Find out later what is graded."""
        super().__init__()
        self._collected: dict[str, GradingSpec] = {}
        """By id: the assignments whose tables were found, whether or not ``-k`` chose checks of them."""
        self._launcher: Launcher | None = None
        self._isolation = ""

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> CheckTable | None:
        """Remember whose checks were collected."""
        table = super().pytest_collect_file(file_path, parent)
        if table is not None:
            self._collected[table.spec.id] = table.spec
        return table

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read the file: only now it is known which assignment's checks were collected."""
        if len(self._collected) != 1:
            message = "--submission needs the checks of one assignment: add --pyargs grader.assignments.tictactoe"
            raise pytest.UsageError(message)
        (self.spec,) = self._collected.values()
        path, limits = Path(session.config.option.submission), Limits()
        try:
            submission = read_submission(path, self.spec.module_spec, limits.source_kib)
        except UserError as error:
            raise pytest.UsageError(str(error)) from error
        _refuse_foreign_code(session.config, path.resolve().parent)
        self._launcher = launcher()
        self.student = Student(submission, self.spec.module_spec, limits, self._launcher)

    def pytest_sessionfinish(self) -> None:
        """End the sandbox that this session started."""
        if self._launcher is not None:
            if self.student is not None:
                self.student.finish()
            self._isolation = _isolation_text(self._launcher) if self.outcomes else ""
            self._launcher.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell a person how well the file was isolated."""
        if self._isolation:
            terminalreporter.write_line(self._isolation)


def _isolation_text(used: Launcher) -> str:
    try:
        return isolation_sentence(used.isolation)
    except HarnessFault as error:
        return f"Isolation: not known: {error}"


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
