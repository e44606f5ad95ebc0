"""The lines that calls ran last: recorded behind the wall, charged to nobody, whatever the file does."""

from __future__ import annotations

import pytest

from grader.model.source import LinesRun
from grader.model.verdict import ChildEnd
from grader.sandbox.tracing import tracers
from grader.sandbox.tracing.tracers import read_lines
from grader.sandbox.wire.frames import Frame, MalformedFrame
from tests.marking.one_file import submission
from tests.sandbox.sandbox_helpers import BOARDS, Make, calls

SOURCE = """\
from rows import first
def ask(board):
    for row in board:
        if row == first(board):
            answer = 1
        else:
            answer = 2
    return answer
def think(board):
    return board[3]
def move(board, cell=None):
    while True:
        cell = cell
"""
ROWS = "def first(board):\n    row = board[0]\n    return row\n"
FILES = {"tictactoe.py": SOURCE, "rows.py": ROWS}


def test_the_lines_of_a_call_come_in_the_order_in_which_they_were_last_run(behind_either: Make) -> None:
    """Each once, those of a helper module too, and how the call ended; one that never ends is cut off."""
    behind = behind_either(FILES)
    asked = [*calls("ask", BOARDS[1:2]), *calls("move", BOARDS[:1]), *calls("think", BOARDS[:1])]
    records = [*behind.lines_run(asked)]

    assert [record and record.lines for record in records] == [
        (
            LinesRun(file="tictactoe.py", lines=(5, 4)),
            LinesRun(file="rows.py", lines=(2, 3)),
            LinesRun(file="tictactoe.py", lines=(7, 3, 8)),
        ),
        (LinesRun(file="tictactoe.py", lines=records[1].lines[0].lines if records[1] else ()),),
        (LinesRun(file="tictactoe.py", lines=(10,)),),
    ]
    assert records[1]
    assert set(records[1].lines[0].lines) == {12, 13}
    assert [record and record.answer.end for record in records] == [
        ChildEnd.RETURNED,
        ChildEnd.CPU_LIMIT,
        ChildEnd.RAISED,
    ]
    assert records[0]
    assert records[0].answer.value == 2


def test_recording_lines_is_charged_to_nobody(student: Make) -> None:
    """The submission keeps its whole budget; what was really used is counted."""
    behind = student(FILES)
    charged, used = behind.usage.charged_seconds, behind.usage.cpu_seconds
    assert [*behind.lines_run(calls("ask", BOARDS[:2]))] != [None, None]

    assert behind.usage.charged_seconds == charged
    assert behind.usage.cpu_seconds > used


HOSTILE = {
    "exits": "import os\ndef ask(board): os._exit(0)",
    "crashes": "import os, signal\ndef ask(board): os.kill(os.getpid(), signal.SIGKILL)",
    "waits in C": "def ask(board): sum(range(10 ** 12))",
    "closes its pipes": "import os\ndef ask(board): os.closerange(0, 64)",
    "is gone later": "import os\nif os.getpid() == 2: raise ValueError\ndef ask(board): os._exit(0)",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_call_that_ends_its_probe_has_no_record(student: Make, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one gets a new probe; all share one limit."""
    monkeypatch.setattr(tracers, "CALL_SECONDS", 0.3)
    behind = student(HOSTILE[name] + "\ndef think(board):\n    return 1\n")
    first, second = behind.lines_run([*calls("ask", BOARDS[:1]), *calls("think", BOARDS[:1])])

    assert first is None
    assert second is None or second.answer.value == 1


def test_what_records_lines_is_hard_to_reach(student: Make) -> None:
    """Nothing that Python shows leads to it, apart from the frames themselves."""
    behind = student("import sys\ndef ask(board):\n    return sys.gettrace() is None and sys.getprofile() is None\n")
    (record,) = behind.lines_run(calls("ask", BOARDS[:1]))

    assert record is not None
    assert record.answer.value is True


def test_only_lines_of_the_submission_are_read() -> None:
    """A line that it does not have, or anything else, is no record."""
    one = submission("x = 1\ny = 2\n")
    good = [["tictactoe.py", 2], ["tictactoe.py", 1]]

    assert read_lines(Frame({"ran": good}), one) == (LinesRun(file="tictactoe.py", lines=(2, 1)),)
    for bad in (
        None,
        good * 11,
        [["tictactoe.py", 0]],
        [["tictactoe.py", 4]],
        [["tictactoe.py", True]],
        [["other.py", 1]],
        [["tictactoe.py"]],
        [[["tictactoe.py"], 1]],
        ["tictactoe.py:1"],
    ):
        with pytest.raises(MalformedFrame):
            read_lines(Frame({"ran": bad}), one)
