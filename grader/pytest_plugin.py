"""
The pytest session that judges one submission: every check of an assignment's table is a test.

`mark` begins a session by `run_checks`, a person by `pytest --submission FILE --pyargs grader.assignments.tictactoe`. A
person's session refuses configuration from the folder of the submission.

The session first asks the submission everything, once and in a fixed order. Then the checks judge the answers. So any
selection of checks gives the same verdicts. Every exception but `CheckFailed` is a harness fault.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.checks import Check, GradingSpec
from grader.assignments.exhaustive.judge import Answers, judge
from grader.errors import HarnessFault, UserError
from grader.intake.one_submission import read_submission
from grader.model.progress import Work
from grader.model.result import CheckOutcome
from grader.model.rubric import Limits
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student
from grader.text.isolation_text import isolation_sentence
from grader.text.reasons import check_text, said

TRUSTED_FOLDER = Path(__file__).parent / "assignments"
"""Root, configuration and working directory of a session of `mark`."""
TIMEOUT_FACTOR, TIMEOUT_GRACE = 10, 120
"""
The wall-clock seconds of a timeout: for each second of the submission's CPU budget, and in addition.

One timeout covers asking everything, and one each check. No submission comes near: its probes compute and wait for
about four times its budget, and the number of its processes is limited.
"""
UNUSED_PLUGINS = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath", "logging", "monkeypatch"),
    *("pastebin", "python", "recwarn", "setuponly", "setupplan", "skipping", "stepwise", "subtests"),
    *("terminalprogress", "threadexception", "tmpdir", "unittest", "unraisableexception"),
)
"""pytest's own plugins that the checks do not need, switched off to save time. Some versions of pytest lack some."""


def run_checks(student: Student, spec: GradingSpec, limits: Limits) -> dict[str, CheckOutcome]:
    """
    Ask `student` everything, and return the outcome of every check of the assignment by its id.

    HarnessFault if a check has no outcome, or if pytest or the sandbox fails; KeyboardInterrupt after Ctrl-C.
    """
    grading = Grading(student, spec)
    code = run_session(spec.table, [grading], TIMEOUT_FACTOR * limits.submission_seconds + TIMEOUT_GRACE)
    if grading.was_interrupted:
        raise KeyboardInterrupt
    faults = list(grading.faults)
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        faults.append(f"the checks did not run (pytest exit code {int(code)})")
    missing = {check.id for check in grading.checks(spec)} - set(grading.outcomes)
    if missing and not faults:
        faults.append(f"no outcome for {', '.join(sorted(missing))}")
    if faults:
        raise HarnessFault("; ".join(faults))
    return grading.outcomes


def run_session(table: Path, plugins: Sequence[object], seconds: float) -> int:
    """Run the checks of `table`, each for at most `seconds` of wall-clock time; return pytest's exit code."""
    arguments = [
        str(table),
        f"--rootdir={TRUSTED_FOLDER}",
        f"-c{TRUSTED_FOLDER / 'pytest.ini'}",
        "--noconftest",
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
    # The output of pytest is dropped. The terminal plugin stays on, because pytest-timeout needs it.
    with _trusted_environment(), contextlib.redirect_stdout(io.StringIO()):
        return pytest.main(arguments, plugins=plugins)


@contextlib.contextmanager
def _trusted_environment() -> Iterator[None]:
    """Run the session in `TRUSTED_FOLDER`, without the caller's environment variables for pytest."""
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


class CheckFailed(Exception):
    def __init__(self, outcome: CheckOutcome) -> None:
        super().__init__(f"{outcome.check}: {said(outcome.reasons)}")
        self.outcome = outcome


class Grading:
    """The plugin of one session: collects the checks, asks the submission, keeps outcomes and faults."""

    def __init__(self, student: Student | None = None, spec: GradingSpec | None = None) -> None:
        """Judge `student` by the checks of `spec`; a subclass may set both after the collection."""
        self.student, self.spec = student, spec
        self.outcomes: dict[str, CheckOutcome] = {}  # by the id of the check
        self.faults: list[str] = []
        self.was_interrupted = False
        """Whether a person pressed Ctrl-C. pytest reports its own interruptions by the same exception."""
        self._answers: Answers | None = None

    def checks(self, spec: GradingSpec) -> Sequence[Check]:
        only = self.student.only if self.student is not None else frozenset()
        return [check for check in spec.checks if not only or check.function in only]

    def answers(self, session: pytest.Session) -> Answers:
        """Return the answers to everything that is asked. The first call asks."""
        if self._answers is None:
            assert self.student is not None and self.spec is not None  # noqa: S101, PT018 - known since the collection
            try:
                self._answers = self.spec.ask(self.student)
            except BaseException:
                # Without answers no check can be judged, and asking again could take as long again.
                session.shouldfail = "the submission could not be asked"
                raise
            self.student.progress.begin(Work.JUDGE)
        return self._answers

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "criterion(check): the check that the test reports")

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> CheckTable | None:
        """Collect a table of checks, and nothing of any other file."""
        if file_path.name != "checks.py":
            return None
        specs = chain([self.spec] if self.spec else [], ASSIGNMENTS.values())
        found = next((spec for spec in specs if spec.table == file_path.resolve()), None)
        if found is None:
            return None
        table: CheckTable = CheckTable.from_parent(parent, path=file_path, grading=self, spec=found)
        return table

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        error = call.excinfo.value if call.excinfo is not None else None
        if error is not None and not isinstance(error, CheckFailed):
            self.faults.append(f"{item.name} ({call.when}): {type(error).__name__}: {error}")
        return (yield)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.was_interrupted = excinfo.type is KeyboardInterrupt


class CheckTable(pytest.File):
    def __init__(self, *, grading: Grading, spec: GradingSpec, **node: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**node)
        self.spec, self._grading = spec, grading

    def collect(self) -> Iterator[CheckTest]:
        new = partial(CheckTest.from_parent, self, grading=self._grading)
        return (new(name=check.id, check=check) for check in self._grading.checks(self.spec))


class CheckTest(pytest.Item):
    """A check as a pytest item. Its name is the check's id, such as ``winner.rows``."""

    def __init__(self, *, grading: Grading, check: Check, **node: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**node)
        self._grading, self.check = grading, check
        self.add_marker(pytest.mark.criterion(check.id))

    def setup(self) -> None:
        """Ask everything before the first selected check."""
        self._grading.answers(self.session)

    def runtest(self) -> None:
        """Judge the answers (CheckFailed if the check does not pass)."""
        outcome = judge(self._grading.answers(self.session), self.check)
        self._grading.outcomes[self.check.id] = outcome
        if outcome.verdict is not Verdict.PASS:
            raise CheckFailed(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401 - the same
        """Show a failed check as a message for people, without a traceback of our code."""
        if isinstance(excinfo.value, CheckFailed):
            return _failure_text(excinfo.value.outcome)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the words that pytest shows for the test. pytest would write the dots of a bare name as colons."""
        return self.path, None, f"check {self.name}"


def _failure_text(outcome: CheckOutcome) -> str:
    lines = [check_text(outcome)]
    example = outcome.counterexample
    if example is not None:
        board = [" ".join(example.board[at : at + 3]) for at in (0, 3, 6)]
        lines += ["", *board, "", f"{example.call}: {said(example.got)}", f"expected: {said(example.expected)}"]
        if example.at:
            lines.append(f"raised at {example.at}")
    if outcome.reproduce:
        lines += ["", outcome.reproduce]
    return "\n".join(lines)


class GradingOwnFile(Grading):
    """Grades the file that a person names, by the collected checks."""

    def __init__(self) -> None:
        super().__init__()
        self._collected: dict[str, GradingSpec] = {}
        """By id: the assignments of all collected tables, also of tables without a check selected by ``-k``."""
        self._launcher: Launcher | None = None
        self._isolation = ""

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> CheckTable | None:
        table = super().pytest_collect_file(file_path, parent)
        if table is not None:
            self._collected[table.spec.id] = table.spec
        return table

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read the file. Only now the assignment of the collected checks is known."""
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
        if self._launcher is not None:
            if self.student is not None:
                self.student.finish()
            try:
                self._isolation = isolation_sentence(self._launcher.isolation) if self.outcomes else ""
            except HarnessFault as error:
                self._isolation = f"Isolation: not known: {error}"
            self._launcher.close()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._isolation:
            terminalreporter.write_line(self._isolation)


def _refuse_foreign_code(config: pytest.Config, folder: Path) -> None:
    """Refuse a session with a root, a configuration or a conftest.py in the folder of the submission."""
    files = (getattr(plugin, "__file__", None) for plugin in config.pluginmanager.get_plugins())
    loaded = [Path(file) for file in files if isinstance(file, str) and Path(file).name == "conftest.py"]
    places = [config.rootpath, *([config.inipath] if config.inipath else []), *loaded]
    for place in places:
        if place.resolve().is_relative_to(folder):
            message = (
                f"{sanitize(str(place), 1000)} lies with the submission, so it could decide what is tested: run pytest"
                " from another folder, or use: grader check FILE"
            )
            raise pytest.UsageError(message)
