"""The student's module as the checks see it: imported in one step, then asked."""

from __future__ import annotations

import pytest

from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from tests.reports.isolations import Machine
from tests.sandbox.sandbox_helpers import MODULE_SPEC, Make, calls


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
    """Every check may ask for it; it happens once."""
    one = student("def ask(board): return 1")
    failing = student("1 / 0")
    failure = failing.failure
    monkeypatch.setattr(zygote, "start", None)
    one.import_module()
    failing.import_module()

    assert one.failure is None
    assert failing.failure is failure is not None
