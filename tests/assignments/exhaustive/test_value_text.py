"""Calls, boards and answers as text."""

from __future__ import annotations

import pytest

from grader.assignments.exhaustive.reproduction import board_code
from grader.assignments.exhaustive.value_text import MAX_SHOWN, call_text, outcome_said, value_said
from grader.assignments.tictactoe.functions import result_call
from grader.model.answer import Answer, Call, CellConstant, Opaque, Raised, Value, unordered
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.text.reasons import said
from tests.assignments.sheet_cells import SPELLING, WON, board

LIMITS = Limits(call_seconds=2, memory_mib=512)
RAISED = Raised(type="KeyError", message="'k'", at=None)
EXIT = Raised(type="SystemExit", message="3", at=None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"), ("X", "X"), ("x", "'x'"), (True, "True"), (1.0, "1.0"), ((1, 2), "(1, 2)"), ((1,), "(1,)"),
        ([], "[]"), (unordered("set", []), "set()"),
        (unordered("set", [(1, 2), (0, 1)]), "{(0, 1), (1, 2)}"), (unordered("frozenset", [1]), "{1}"),
        (unordered("dict", [(1, "O")]), "{1: O}"),
        (Opaque("an object of type Foo"), "an object of type Foo"), (CellConstant("."), "EMPTY"),
        ("\x1b[31m", "'\\x1b[31m'"), ("\u202e", "'\\u202e'"), ("\ud800", "'\\ud800'"), ("é", "'é'"),
    ],
)  # fmt: skip
def test_values_are_written_short_and_safe(value: Value, text: str) -> None:
    """As Python would, marks by their names, nothing that steers a terminal."""
    assert said(value_said(value, SPELLING)) == text


def test_long_values_are_cut_and_boards_drawn_in_a_line() -> None:
    """A report has room for a line, not for a thousand characters."""
    assert len(said(value_said(["y" * 30] * 30, SPELLING))) == MAX_SHOWN
    assert said(value_said(board(WON), SPELLING)) == "the board [X X X] [O O .] [. . .]"
    assert board_code("XO.......") == "[[X,O,E],[E,E,E],[E,E,E]]"
    assert call_text(result_call(WON, (2, 2))) == "result(board, (2, 2))"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer(end=ChildEnd.RETURNED, value="X"), "X"),
        (Answer(end=ChildEnd.RAISED, raised=RAISED), "raised KeyError: 'k'"),
        (Answer(end=ChildEnd.IMPORT_FAILED, raised=RAISED), "raised KeyError: 'k'"),
        (Answer(end=ChildEnd.CPU_LIMIT), "no answer within 2 s of CPU time"),
        (Answer(end=ChildEnd.WALL_LIMIT), "no answer: it waits for something that never comes"),
        (Answer(end=ChildEnd.MEMORY_LIMIT), "ran out of memory (512 MiB)"),
        (Answer(end=ChildEnd.OUTPUT_LIMIT), "wrote more output than is read"),
        (Answer(end=ChildEnd.EXITED, raised=EXIT), "asked to exit: SystemExit: 3"),
        (Answer(end=ChildEnd.EXITED), "ended the whole process"),
        (Answer(end=ChildEnd.SIGNALLED), "crashed the whole process"),
        (Answer(end=ChildEnd.GARBLED), "sent something that is not an answer"),
        (
            Answer(end=ChildEnd.NOT_REACHED),
            "not tested: earlier calls ended the process or used up the time",
        ),
    ],
)
def test_every_end_of_a_call_has_its_own_words(answer: Answer, text: str) -> None:
    """The value, the exception, the limit that was passed, or what happened to the process."""
    assert said(outcome_said(Call(function="winner", board=WON), answer, SPELLING, LIMITS)) == text


def test_no_end_of_a_call_is_without_words() -> None:
    """A new kind of end needs a text: a missing one is an error, not an empty line in a report."""
    call = Call(function="winner", board=WON)
    texts = {end: said(outcome_said(call, Answer(end=end, value=end.value), SPELLING, LIMITS)) for end in ChildEnd}

    assert all(texts.values())
