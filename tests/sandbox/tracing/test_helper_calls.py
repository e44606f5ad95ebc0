"""Calls that are watched behind the wall: which functions they call, and what these answer; all of it is a claim."""

from __future__ import annotations

import json

import pytest

from grader.model.answer import Call, HelperCall, Value
from grader.model.verdict import ChildEnd
from grader.sandbox.tracing import helper_calls
from grader.sandbox.tracing.helper_calls import read_helper_calls
from grader.sandbox.wire.frames import Frame, MalformedFrame
from tests.sandbox.sandbox_helpers import BOARDS, PIPES_SOURCE, Make, calls

THREE, FOUR = BOARDS[3], BOARDS[4]
THINK = Call(function="think", board=THREE)
CONSTANTS: dict[str, Value] = {"X": "X", "O": "O", ".": None}
HARMLESS = {"tail": "", "characters": 0}


def answered(found: tuple[HelperCall, ...]) -> list[tuple[str, str, Value]]:
    """Return function, board and value of each call."""
    return [(one.call.function, one.call.board, one.answer.value if one.answer else None) for one in found]


def test_equal_calls_are_noted_once_with_the_calls_inside_them(behind_either: Make) -> None:
    """What they answer is read as in every other answer."""
    source = """
        def think(board):
            return helper(board), ask(board), ask(board), move(board, (1, 2))
        def helper(board):
            return ask(board)
        def ask(board):
            return sum(cell == "X" for row in board for cell in row)
        def move(board, action):
            copied = [row[:] for row in board]
            copied[action[0]][action[1]] = "O"
            return ask(copied)
    """
    found = behind_either(source).helper_calls(THINK)

    assert answered(found) == [
        ("think", THREE, (2, 2, 2, 2)),
        ("ask", THREE, 2),
        ("move", THREE, 2),
        ("ask", "XOX..O...", 2),
    ]
    assert [one.inside for one in found] == [(1, 2), (), (3,), ()]
    assert found[2].call.extra == ((1, 2),)


def test_a_function_that_changes_its_board_is_noted_with_the_board_after_it(student: Make) -> None:
    """One that takes its change back is not."""
    source = """
        def think(board):
            ask(board)
            move(board, 1)
        def ask(board):
            board[2][2] = "X"
            board[2][2] = None
        def move(board, action):
            board[2][2] = "X"
    """
    found = student(source).helper_calls(THINK)

    assert [one.answer is not None and one.answer.after for one in found[1:]] == [
        None,
        [["X", "O", "X"], [None, None, None], [None, None, "X"]],
    ]


def test_a_function_that_raises_is_noted(student: Make) -> None:
    """Without the exception, which Python does not show."""
    source = "def think(board):\n    ask(board)\ndef ask(board):\n    return board[3]"

    assert [one.answer and one.answer.end for one in student(source).helper_calls(THINK)] == [ChildEnd.RAISED] * 2


def test_an_endless_recursion_blames_no_function_that_happens_to_be_called_last(student: Make) -> None:
    """It may raise RecursionError anywhere."""
    source = """
        def think(board, depth=0):
            rows = [row[:] for row in board]
            rows[depth // 3 % 3][depth % 3] = None
            if depth > 100:
                move(rows, depth)
            think(board, depth + 1)
        def move(board, action):
            return ask(board)
        def ask(board):
            return [cell for row in board for cell in row]
    """
    found = student(source).helper_calls(THINK)

    assert all(one.answer is None or one.answer.end is ChildEnd.RETURNED for one in found[1:])


CACHED = """
    import functools
    @functools.cache
    def ask(board):
        return 5
    def think(board):
        return ask(tuple(map(tuple, board)))
"""
RENAMED = """
    class Game:
        def think(self, board):
            return ours(board)
    def ours(board):
        return 5
    ask = ours
    think = Game().think
"""


@pytest.mark.parametrize(
    "source",
    [
        CACHED,
        "def ask(board, deep=None):\n    return 5\ndef think(board):\n    return ask(board)",
        "def ask(cells):\n    return (lambda: 5 if cells else 6)()\ndef think(board):\n    return ask(board)",
        RENAMED,
    ],
    ids=["cached, on tuples", "more parameters", "in a closure", "under another name"],
)
def test_a_function_is_noted_however_it_is_written(source: str, student: Make) -> None:
    """The name that the assignment asks for counts, and the arguments that it gives."""
    assert [*answered(student(source).helper_calls(THINK))][1:] == [("ask", THREE, 5)]


def test_what_is_no_call_of_the_assignment_is_not_noted(student: Make) -> None:
    """Other arguments than the assignment gives, other boards, generators."""
    source = """
        def think(board):
            ask(board, 3), ask([1, 2]), [*move(board, 1)]
        def ask(board, depth=0):
            return 5
        def move(board, action):
            yield 1
    """
    assert answered(student(source).helper_calls(THINK)) == [("think", THREE, None)]


@pytest.mark.parametrize(
    "source",
    [
        "import os\ndef think(board): os._exit(0)",
        "import os\ndef think(board): os.abort()",
        "def think(board):\n    while True: pass",
        "1 / 0",
    ],
)
def test_nothing_is_known_of_a_call_that_ends_its_process(
    source: str, student: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor of one in a file that cannot be imported."""
    monkeypatch.setattr(helper_calls, "WATCH_SECONDS", 0.2)

    assert student(source).helper_calls(THINK) == ()


def test_a_call_that_never_ends_is_cut_off_with_what_was_seen(student: Make) -> None:
    """The limit is a number of calls: the same on every machine."""
    source = "def think(board):\n    while True: ask(board)\ndef ask(board): return 5"

    assert answered(student(source).helper_calls(THINK)) == [("think", THREE, None), ("ask", THREE, 5)]


def test_watching_is_charged_to_nobody_and_ends_with_its_own_limit(
    student: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The submission keeps its whole budget; what was really used is counted."""
    monkeypatch.setattr(helper_calls, "ALL_SECONDS", 0.2)
    behind = student("def think(board):\n    while board: pass\ndef ask(board): return 5")
    behind.sweep(calls("ask"))
    charged, used = behind.usage.charged_seconds, behind.usage.cpu_seconds

    assert [behind.helper_calls(Call(function=name, board=FOUR)) for name in ("think", "ask")] == [(), ()]
    assert behind.usage.charged_seconds == charged
    assert behind.usage.cpu_seconds > used


def test_what_watches_is_hard_to_reach(student: Make) -> None:
    """Nothing that Python shows leads to it, apart from the frames below the call."""
    source = """
        import gc, sys
        def think(board):
            ours = [one for one in gc.get_objects() if type(one).__module__.partition(".")[0] == "inside"]
            return len(ours), sys.getprofile(), ask(board)
        def ask(board):
            return 5
    """
    assert answered(student(source).helper_calls(THINK)) == [("think", THREE, (0, None, 5)), ("ask", THREE, 5)]


def test_a_forged_report_is_no_more_than_a_claim(student: Make) -> None:
    """It is read as one, and no other answer is taken from its process."""
    forger = f"""
import json, struct
def think(board):
    seen = [["think", "{THREE}", [], None, [1]], ["ask", "{THREE}", [], {{"value": 5}}, []]]
    message = {{"type": "watched", "calls": seen, "cut": False, "tail": "", "characters": 0}}
    text = json.dumps(message).encode()
    os.write(hands()[1], struct.pack("<II", len(text), 0) + text)
    os._exit(0)
def ask(board):
    return 2
"""
    behind = student(PIPES_SOURCE + forger)

    assert answered(behind.helper_calls(THINK)) == [("think", THREE, None), ("ask", THREE, 5)]
    assert [answer.value for answer in behind.sequence(calls("ask", [THREE]))] == [2]


OWN: list[object] = ["think", THREE, [], None, []]


@pytest.mark.parametrize(
    "entries",
    [
        None,
        [],
        [OWN] * 5_000,
        [["think", FOUR, [], None, []]],
        [["ask", THREE, [], None, []]],
        [["think", THREE, [1], None, []]],
        [OWN[:4]],
        [OWN, "ask"],
        [OWN, ["eval", THREE, [], None, []]],
        [OWN, ["ask", "XOX", [], None, []]],
        [OWN, ["ask", "XOX.....!", [], None, []]],
        [OWN, ["ask", 9, [], None, []]],
        [OWN, ["ask", THREE, {}, None, []]],
        [OWN, ["ask", THREE, [["!"]], None, []]],
        [OWN, ["ask", THREE, [], 5, []]],
        [OWN, ["ask", THREE, [], None, [2]]],
        [OWN, ["ask", THREE, [], None, [-1]]],
        [OWN, ["ask", THREE, [], None, [True]]],
        [OWN, ["ask", THREE, [], None, [0, 1, 0]]],
        [["think", THREE, [], None, [0] * 500]] * 500,
    ],
)
def test_a_report_of_any_other_form_is_refused(entries: object) -> None:
    """Nothing is built from it."""
    message = json.loads(json.dumps({"type": "watched", "calls": entries, "cut": False, **HARMLESS}))

    with pytest.raises(MalformedFrame):
        read_helper_calls(Frame(message), THINK, ["think", "ask"], CONSTANTS)
