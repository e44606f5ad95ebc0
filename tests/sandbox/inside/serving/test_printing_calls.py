"""Functions whose answer is what they print."""

from __future__ import annotations

import pytest

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student
from tests.fixture_folders import SLOW
from tests.sandbox.console import MakeConsole, run_dialogue
from tests.sandbox.sandbox_helpers import calls

BOARD = "XO......X"


def shown(student: Student, board: str = BOARD) -> Answer:
    """Return what came of showing one board."""
    (answer,) = student.sweep([Call(function="show", board=board)]).answers
    return answer


@pytest.mark.parametrize(
    "body",
    [
        "[print('|'.join(row)) for row in board]\n    return 5",
        "import sys\n    sys.stdout.write('X|O| \\n | | \\n | |X\\n')",
        "import sys\n    sys.stdout.buffer.write(b'X|O| \\n | | \\n | |X\\n')",
        "import sys\n    print(*['|'.join(row) for row in board], sep='\\n', file=sys.stderr)",
    ],
)
def test_what_is_printed_is_the_answer(console_behind_either: MakeConsole, body: str) -> None:
    """In whichever way it is printed; the returned value is dropped."""
    answer = shown(console_behind_either(f"def show(board):\n    {body}\n"))

    assert (answer.end, answer.value) == (ChildEnd.RETURNED, "X|O| \n | | \n | |X\n")
    assert not answer.changed


def test_each_call_has_its_own_text(console: MakeConsole) -> None:
    """No text of one call is in the next, even between calls of other functions."""
    student = console("def show(board):\n    print(board[0][0])\ndef search(board):\n    print('no')\n    return 1\n")
    mixed = [Call(function=name, board=board) for board in ("X........", "O........") for name in ("show", "search")]
    wanted = ["X\n", 1, "O\n", 1]

    assert [answer.value for answer in student.sweep(mixed).answers] == wanted
    assert [answer.value for answer in student.sequence(mixed)] == wanted
    assert [answer.value for answer in student.sweep(calls("show")).answers][1:3] == ["X\n", "X\n"]


@pytest.mark.parametrize("size", [2_000, 2_001, 5_000_000])
@pytest.mark.parametrize("pieces", [1, 3])
def test_a_long_text_is_cut_and_marked(console: MakeConsole, size: int, pieces: int) -> None:
    """To two thousand characters, with an ellipsis."""
    part = size // pieces
    student = console(f"def show(board):\n    for i in range({pieces}):\n        print('-' * {part}, end='')\n")
    value = shown(student).value

    assert value == ("-" * part * pieces if part * pieces <= 2_000 else "-" * 1_999 + "…")


def test_exceptions_and_changed_boards_are_reported(console: MakeConsole) -> None:
    """As for functions that do not print; an exception with its line."""
    student = console(
        "def show(board):\n    print(1)\n    board[0][0] = 'O'\n    if board[0][1] == 'O':\n        1 / 0\n"
    )
    raised, changed = shown(student), shown(student, "X........")

    assert raised.end is ChildEnd.RAISED
    assert raised.raised is not None
    assert raised.raised.at == "game.py:5"
    assert raised.changed
    assert (changed.value, changed.after) == ("1\n", [["O", " ", " "], [" "] * 3, [" "] * 3])


def test_a_wrapped_output_keeps_nothing_back(console: MakeConsole) -> None:
    """A wrapper with a buffer, which files for Windows use, is removed."""
    wrap = "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')\n"

    assert shown(console(wrap + "def show(board):\n    print('é')\n")).value == "é\n"


@SLOW
def test_endless_printing_costs_no_memory(console: MakeConsole) -> None:
    """It ends at the time limit of the call."""
    student = console("def show(board):\n    while True:\n        print('-' * 100_000)\n", call_seconds=0.3)

    assert shown(student).end is ChildEnd.CPU_LIMIT


@pytest.mark.parametrize(
    ("entry", "end"),
    [
        ('"x"', ChildEnd.RETURNED),
        ('"x" * 2000', ChildEnd.RETURNED),
        ('"x" * 2001', ChildEnd.GARBLED),
        ("5", ChildEnd.GARBLED),
        ('["l"]', ChildEnd.GARBLED),
        ("None", ChildEnd.GARBLED),
    ],
)
def test_a_forged_text_is_checked(console: MakeConsole, entry: str, end: ChildEnd) -> None:
    """A text of limited length is an answer; anything else is garbled."""
    forging = """
        import sys
        def show(board):
            outcomes = sys._getframe(1).f_globals["OutcomeTable"]
            outcomes.printed = lambda self, text, after: self._add("k", {"printed": ENTRY})
    """
    assert shown(console(forging.replace("ENTRY", entry))).end is end


def test_output_that_the_assignment_asks_for_is_not_reported(console: MakeConsole) -> None:
    """Output of other functions is."""
    student = console("def show(board):\n    print(1)\ndef search(board):\n    print(2)\ndef play():\n    print(3)\n")
    student.sweep(calls("show"))
    student.sweep(calls("search"))
    run_dialogue(student)

    assert [one.where for one in student.usage.output] == ["search"]
