"""The lines that a failed check's counterexample ran last: only what the check itself saw, and worth no point."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

import pytest

from grader.marking.lines_run import with_lines_run
from grader.model.answer import Answer, Call, Raised
from grader.model.result import CheckOutcome, ShownCall
from grader.model.source import LinesRun
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.launching.launcher import Zygote
from grader.sandbox.student import Student
from tests.sandbox.sandbox_helpers import BOARDS, make_student

SOURCE = """
asked = []
def ask(board):
    asked.append(board)
    return len(asked)
def think(board):
    return 3
def move(board):
    raise ValueError("no")
"""
CALL = Call(function="ask", board=BOARDS[0])


def outcome(check: str, call: Call, answer: Answer) -> CheckOutcome:
    """Return a failed check with this call."""
    return CheckOutcome(check=check, verdict=Verdict.FAIL, shown=ShownCall(call, answer))


def test_a_record_that_shows_another_answer_is_dropped() -> None:
    """A file that remembers calls would else get the lines of another call; an exception counts by type and line."""
    raised = Raised(type="ValueError", message="", at="tictactoe.py:9")
    outcomes = {
        "first": outcome("first", CALL, Answer(end=ChildEnd.RETURNED, value=1)),
        "second": outcome("second", CALL, Answer(end=ChildEnd.RETURNED, value=True)),
        "moved": outcome("moved", Call(function="move", board=BOARDS[1]), Answer(end=ChildEnd.RAISED, raised=raised)),
        "exited": outcome("exited", Call(function="think", board=BOARDS[0]), Answer(end=ChildEnd.EXITED)),
        "passed": CheckOutcome(check="passed", verdict=Verdict.PASS),
    }
    with contextlib.closing(Zygote()) as launcher:
        found = with_lines_run(make_student(SOURCE, launcher, (), {}), outcomes)

    assert {check: one.lines_run for check, one in found.items()} == {
        "first": (LinesRun(file="tictactoe.py", lines=(4, 5)),),
        "second": (),
        "moved": (LinesRun(file="tictactoe.py", lines=(9,)),),
        "exited": (),
        "passed": (),
    }


class Unasked(Student):
    """A student whom nothing may be asked."""

    def __init__(self) -> None:
        """Keep nothing."""

    def lines_run(self, calls: Sequence[Call]) -> None:  # type: ignore[override] # it never returns
        """Fail, as the sandbox may."""
        raise OSError(calls)


def test_nothing_is_asked_of_a_file_without_failures_and_a_fault_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outcomes stay as they are."""
    passed: Mapping[str, CheckOutcome] = {"a": CheckOutcome(check="a", verdict=Verdict.PASS)}
    assert with_lines_run(Unasked(), passed) is passed

    failed = {"a": outcome("a", CALL, Answer(end=ChildEnd.RETURNED, value=1))}
    monkeypatch.setattr("grader.marking.lines_run._recordable", lambda _student, one: one.shown.call)
    assert with_lines_run(Unasked(), failed) is failed
