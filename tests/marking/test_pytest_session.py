"""A pytest session that does not give every outcome is a fault of the grader, and never a mark."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from grader.assignments import ASSIGNMENTS
from grader.marking.mark import mark
from grader.model.result import CheckOutcome
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading
from grader.sandbox.launching.launcher import Launcher, launcher
from tests.marking.one_file import submission


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
        for entry in ASSIGNMENTS["tictactoe"].catalogue[1:]:
            grading.outcomes[entry.id] = CheckOutcome(check=entry.id, verdict=Verdict.PASS)
        return 0

    monkeypatch.setattr(pytest, "main", almost)

    result = mark(submission(), default_rubric, sandbox)

    assert (None, f"no outcome for {ASSIGNMENTS['tictactoe'].catalogue[0].id}") == (result.score, result.fault)


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
