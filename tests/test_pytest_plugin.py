"""The session that judges a submission: what counts as a check's outcome, and what is a fault of the grader."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.checks import OwnCheck
from grader.errors import HarnessFault
from grader.marking.mark import mark
from grader.model.counterexample import Counterexample
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading, run_session
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.sandbox.student import Student
from tests.marking.one_file import submission
from tests.render.payloads import PAYLOADS, commands, unsafe
from tests.toy_table import SOMEBODY, Judge, nothing_asked, passes, toy_table
from tests.words import words

pytest_plugins = ["pytester"]

EXAMPLE = Counterexample(
    function="f", board="XO.......", call="f(board)", got=words("3"), expected=words("4"), at="tictactoe.py:7"
)
FAILED = CheckOutcome(
    check="f.a",
    verdict=Verdict.FAIL,
    reasons=(reason("failing_boards", wrong=1, of=2),),
    reproduce="python -c 42",
    counterexample=EXAMPLE,
)

SGR = re.compile(r"\x1b\[[0-9;]*m")
TEXTS = {f"f.c{number}": sanitize(text) for number, text in enumerate(PAYLOADS.values())}
"""By check: a payload, sanitized as the texts of a real outcome are."""


def raising(error: BaseException) -> Judge:
    """Return what raises `error` instead of judging."""

    def judge(_answers: object, _check: OwnCheck) -> CheckOutcome:
        raise error

    return judge


def judged(folder: Path, judges: dict[str, Judge], ask: Any = nothing_asked, seconds: float = 100) -> Grading:  # noqa: ANN401
    """Run a session as marking does."""
    spec = toy_table(folder, judges, ask)
    grading = Grading(SOMEBODY, spec)
    run_session(spec.table, [grading], seconds)
    return grading


def test_every_row_is_a_test_with_its_own_outcome(tmp_path: Path) -> None:
    """A check that passes, one that does not: no fault."""
    grading = judged(tmp_path, {"f.a": lambda *_: FAILED, "f.b": passes})

    assert {"f.a": Verdict.FAIL, "f.b": Verdict.PASS} == {
        check: outcome.verdict for check, outcome in grading.outcomes.items()
    }
    assert [] == grading.faults


def test_a_failed_check_is_shown_as_its_finding(pytester: pytest.Pytester) -> None:
    """Message, board, call, expectation, line and command: no traceback and no path of the grader."""
    spec = toy_table(pytester.path, {"f.a": lambda *_: FAILED})
    plugins = [Grading(SOMEBODY, spec)]
    run = pytester.inline_run("-pno:terminal", "-pno:cacheprovider", str(spec.table), plugins=plugins)
    (report,) = run.getfailures()

    assert "checks.py::f.a" == report.nodeid
    assert str(report.longrepr) == (
        "wrong on 1 of 2 boards\n\nX O .\n. . .\n. . .\n\nf(board): 3\nexpected: 4\n"
        "raised at tictactoe.py:7\n\npython -c 42"
    )


def test_any_exception_is_a_fault_of_ours(tmp_path: Path) -> None:
    """Whatever it is, it costs a student nothing, and the other checks are judged."""
    errors: dict[BaseException, str] = {
        AssertionError("1 == 2"): "AssertionError: 1 == 2",
        ValueError("ours"): "ValueError: ours",
        SystemError(): "SystemError: ",
        pytest.fail.Exception("no"): "Failed: no",
        pytest.skip.Exception("no"): "Skipped: no",
        KeyError(1): "KeyError: 1",
    }
    names = [f"f.{letter}" for letter, _ in zip("abcdef", errors, strict=True)]
    judges = dict(zip(names, map(raising, errors), strict=True))
    grading = judged(tmp_path, {**judges, "f.z": passes})

    assert ["f.z"] == [*grading.outcomes]
    assert [f"{name} (call): {fault}" for name, fault in zip(names, errors.values(), strict=True)] == grading.faults


def test_a_timeout_of_a_check_is_a_fault_of_ours(tmp_path: Path) -> None:
    """pytest-timeout fires from outside, and nothing is collected."""

    def hang(_answers: object, _check: OwnCheck) -> CheckOutcome:
        while True:
            time.sleep(0.01)

    grading = judged(tmp_path, {"f.a": hang}, seconds=0.3)

    assert {} == grading.outcomes
    assert ["f.a (call): Failed"] == [fault[:18] for fault in grading.faults]


def test_everything_is_asked_once_before_the_first_check(tmp_path: Path) -> None:
    """Of the student that is graded; the checks get what came of it."""
    asked, got = [], []

    def ask(student: Student) -> str:
        asked.append(student)
        return "answers"

    def judge(answers: object, check: OwnCheck) -> CheckOutcome:
        got.append(answers)
        return passes(answers, check)

    judged(tmp_path, {"f.a": judge, "f.b": judge}, ask)

    assert ([SOMEBODY], ["answers", "answers"]) == (asked, got)


def test_a_fault_while_asking_is_one_fault_of_ours(tmp_path: Path) -> None:
    """It is not tried again for every check, and no check has an outcome."""
    asked = []

    def ask(student: Student) -> None:
        asked.append(student)
        raise HarnessFault("the sandbox is gone")

    grading = judged(tmp_path, {"f.a": passes, "f.b": passes}, ask)

    assert (1, {}) == (len(asked), grading.outcomes)
    assert ["f.a (setup): HarnessFault: the sandbox is gone"] == grading.faults


def test_asking_has_a_time_limit(tmp_path: Path) -> None:
    """The limit of one check: beyond it there is a fault of the grader and no mark."""

    def ask(_student: Student) -> None:
        while True:
            time.sleep(0.01)

    grading = judged(tmp_path, {"f.a": passes}, ask, seconds=0.3)

    assert {} == grading.outcomes
    assert ["f.a (setup): Failed"] == [fault[:19] for fault in grading.faults]


@pytest.fixture
def sandbox() -> Iterator[Launcher]:
    """Return a launcher that is given back."""
    ours = launcher()
    yield ours
    ours.close()


@pytest.mark.parametrize("code", [*pytest.ExitCode])
def test_checks_that_do_not_run_are_a_fault_of_ours(
    code: pytest.ExitCode, monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher
) -> None:
    """However pytest ends without an outcome for every check: no score, no lines, and a reason."""
    monkeypatch.setattr(pytest, "main", lambda *_arguments, **_options: code)

    result = mark(submission(), default_rubric, sandbox)

    assert ("harness_fault", None, ()) == (result.status, result.score, result.criteria)
    ran = code in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    assert ("no outcome for actions.board_unchanged, " if ran else "the checks did not run") in result.fault


def test_one_missing_outcome_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher
) -> None:
    """A check without an outcome costs no points: the whole grading is void."""

    def almost(_arguments: list[str], plugins: list[object]) -> int:
        grading = next(plugin for plugin in plugins if isinstance(plugin, Grading))
        for check in ASSIGNMENTS["tictactoe"].checks[1:]:
            grading.outcomes[check.id] = CheckOutcome(check=check.id, verdict=Verdict.PASS)
        return 0

    monkeypatch.setattr(pytest, "main", almost)

    result = mark(submission(), default_rubric, sandbox)

    assert (None, f"no outcome for {ASSIGNMENTS['tictactoe'].checks[0].id}") == (result.score, result.fault)


def test_ctrl_c_is_no_result(monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher) -> None:
    """Ctrl-C during the checks is raised again as KeyboardInterrupt; pytest's own interruptions are not."""

    def interrupted(_arguments: list[str], plugins: list[object]) -> int:
        for plugin in plugins:
            hook = getattr(plugin, "pytest_keyboard_interrupt", None)
            if hook is not None:
                hook(excinfo=SimpleNamespace(type=kind))
        return int(pytest.ExitCode.INTERRUPTED)

    monkeypatch.setattr(pytest, "main", interrupted)
    kind: type[BaseException] = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        mark(submission(), default_rubric, sandbox)

    kind = pytest.Session.Interrupted
    assert "harness_fault" == mark(submission(), default_rubric, sandbox).status


def errs(_answers: object, check: OwnCheck) -> CheckOutcome:
    """Return an outcome that has the check's payload everywhere."""
    text = TEXTS[check.id]
    example = Counterexample(
        function="f", board="XO.......", call="f(board)", got=words(f"raised {text}"), expected=words("X"), at=text
    )
    return CheckOutcome(
        check=check.id, verdict=Verdict.ERROR, reasons=words(text), counterexample=example, reproduce=text
    )


@pytest.mark.parametrize(
    "options",
    [["--tb=long", "-rA"], ["--tb=line", "-v"], ["--tb=short", "--color=yes", "-o", "console_output_style=classic"]],
)
def test_no_text_acts_in_the_output_of_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    """When somebody runs the checks with pytest: `pytest --submission FILE`."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    spec = toy_table(pytester.path, dict.fromkeys(TEXTS, errs))
    ended = pytester.runpytest_inprocess(
        "-pno:cacheprovider", *options, str(spec.table), plugins=[Grading(SOMEBODY, spec)]
    )
    written = ended.stdout.str() + ended.stderr.str()

    assert ended.parseoutcomes() == {"failed": len(PAYLOADS)}
    assert [text for text in map(sanitize, PAYLOADS.values()) if text not in SGR.sub("", written)] == []
    assert unsafe(SGR.sub("", written)) == set()
    assert commands(SGR.sub("", written)) == []
