"""The student's module as the checks see it: imported in one step, then asked."""

from __future__ import annotations

import math

import pytest

from grader.model.answer import Call
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.probe import Probe
from grader.sandbox.shortcut.trial import PlainTimes
from grader.sandbox.student import Student
from tests.sandbox.isolations import Machine
from tests.sandbox.sandbox_helpers import MODULE_SPEC, Make, calls, make_student


def test_nothing_starts_before_the_import_is_asked_for() -> None:
    """Reading what came of the import, or asking for calls, never starts a process as a side effect."""
    file = SourceFile(path="tictactoe.py", text="def ask(board): return 1")
    submission = Submission(id="s", student="S", main=file.path, files=(file,))
    student = Student(submission, MODULE_SPEC, Limits(), Machine())

    for ask in (
        lambda: student.failure,
        lambda: student.module,
        lambda: student.left_out,
        lambda: student.has("ask"),
        lambda: student.sweep(calls("ask")),
        lambda: student.sequence(calls("ask")),
        lambda: student.play(lambda game: game.over),
        student.game,
        lambda: student.hold_dialogues(lambda runner: runner.over),
    ):
        with pytest.raises(RuntimeError, match="import"):
            ask()
    with pytest.raises(AssertionError):
        student.import_module()


def test_a_second_import_is_none(student: Make, zygote: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every check may request it; it happens once."""
    one = student("def ask(board): return 1")
    failing = student("1 / 0")
    failure = failing.failure
    monkeypatch.setattr(zygote, "start", None)
    one.import_module()
    failing.import_module()

    assert one.failure is None
    assert failing.failure is failure is not None


SEARCH = """
def ask(board):
    return 1
def move(board, at):
    return [at]
def think(board):
    return free(board)
def free(board):
    for row in board:
        for at in range(3):
            if row[at] is None:
                row[at] = "X"
                found = 1 + free(board)
                row[at] = None
                return found
    return 0
"""


@pytest.mark.parametrize(
    ("shortcut", "change", "probes"),
    [
        (True, ("", ""), [1, 1, 1, 3, 4, 5, 6]),
        (True, ("def ask(board):", "seen = []\ndef ask(board):\n    seen.append(len(seen))"), [1, 2, 2, 4, 5, 6, 7]),
        (False, ("", ""), [1, 2, 3, 8, 9, 10, 11]),
    ],
    ids=["no state", "one function with state", "plain"],
)
def test_which_sweeps_share_a_probe_is_as_the_trust_model_says(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, *, shortcut: bool, change: tuple[str, str], probes: list[int]
) -> None:
    """
    The table in `docs/trust.md`: the import, two functions, the search, a mixed sweep, two games.

    The search has a sample, and a first move that is really made: its time is said not to grow as that of a search.
    """
    first = calls("think")[0].board.count(".")
    monkeypatch.setattr(PlainTimes, "upper", lambda _times, free: math.inf if free == first else 0.0)
    started: list[Probe] = []
    real = Probe.__init__

    def counted(probe: Probe, *given: object) -> None:
        started.append(probe)
        real(probe, *given)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr(Probe, "__init__", counted)
    student = make_student(SEARCH.replace(*change), zygote, (), {"submission_seconds": 600}, shortcut=shortcut)
    found = [len(started)]
    sweeps = [
        calls("ask"),
        [Call(function="move", board=call.board, extra=(0,)) for call in calls("move")],
        calls("think"),
        [*calls("ask"), *calls("think")],
    ]
    for sweep in sweeps:
        student.sweep(sweep)
        found.append(len(started))
    for _ in range(2):
        student.play(lambda game: game.ask(calls("think")[0]))
        found.append(len(started))
    student.finish()

    assert found == probes
