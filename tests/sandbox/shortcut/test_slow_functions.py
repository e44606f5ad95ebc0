"""A second slow function and dialogues, with the search below them memoized: the same answers, sooner."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import pytest

from grader.model.answer import Call, Dialogue, Event, Value
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.dialogues import DialogueRunner
from grader.sandbox.student import Student
from tests.sandbox.console import PLAY, SEARCH, MakeConsole, console_student, typing

BOARDS = [("XO" * 5)[: 9 - free] + "." * free for free in (6, 5, 5, 4, 3, 2, 1, 0)]
LINES = ("1 0", "x", "1 0", "2 1", "2 2")


Pair: TypeAlias = "Callable[[str, dict[str, float]], tuple[Student, Student]]"


@pytest.fixture
def pair(zygote: Launcher) -> Iterator[Pair]:
    """Make a student twice under the same limits, with the shortcut and without; both are finished at the end."""
    students: list[Student] = []

    def make(source: str, limits: dict[str, float]) -> tuple[Student, Student]:
        memoized, plain = (console_student(source, zygote, "", limits, shortcut=one) for one in (True, False))
        students.extend((memoized, plain))
        return memoized, plain

    yield make
    for one in students:
        one.finish()


def swept(student: Student, function: str) -> list[str]:
    """Return what came of all boards."""
    sweep = student.sweep([Call(function=function, board=board) for board in BOARDS])
    return [repr((answer.end, answer.value, answer.after, answer.raised)) for answer in sweep.answers]


def two_dialogues(student: Student) -> tuple[list[Dialogue], bool]:
    """Run two dialogues; return them, and whether one stage was enough for both."""
    stages: list[DialogueRunner] = []

    def walk(stage: DialogueRunner) -> list[Dialogue]:
        stages.append(stage)
        return [stage.talk(typing(*LINES)) for _ in range(2)]

    return student.hold_dialogues(walk), len(stages) == 1


def events(dialogues: Sequence[Dialogue]) -> list[tuple[Event, ...]]:
    """Return what happened in each."""
    return [dialogue.events for dialogue in dialogues]


COUNTING = (
    SEARCH.replace("def move(board):", "moves = 0\ndef move(board):\n    global moves\n    moves += 1")
    .replace("def search(board):", "calls = []\ndef search(board):\n    return look(board)\ndef look(board):")
    .replace("total += search(board) % 7", "total += look(board) % 7")
    .replace("    return look(board)", "    calls.append(1)\n    return look(board)")
)


@pytest.mark.parametrize("search", [SEARCH, COUNTING])
def test_another_slow_function_runs_with_the_memo(pair: Pair, search: str) -> None:
    """Also if the search itself keeps state, so that each sweep needs a new process."""
    memoized, plain = pair(search + PLAY, {"call_seconds": 600, "submission_seconds": 6000})

    for function in ("search", "move"):
        assert swept(memoized, function) == swept(plain, function)
    assert memoized.shortcut.functions
    assert memoized.shortcut.why == ""
    assert memoized.usage.first_seconds["move"] > 0


@pytest.mark.parametrize("more", ["", "import time\ndef play():\n    print(time.time(), time.process_time())"])
def test_a_dialogue_runs_with_the_memo(pair: Pair, more: str) -> None:
    """Word for word as without it, the time of each look included."""
    memoized, plain = pair(SEARCH + PLAY.replace("def play():", more or "def play():"), {})
    (dialogues, once), (plain_dialogues, _once) = two_dialogues(memoized), two_dialogues(plain)

    assert once
    assert events(dialogues) == events(plain_dialogues)
    assert len(dialogues[0].events) == 19 + bool(more)


BURN = "def burn():\n    n = 0\n    while n < 6_000_000:\n        n += 1\n"


@functools.cache
def seconds_of_burn() -> float:
    """Measure what `BURN` takes on this machine."""
    names: dict[str, Callable[[], None]] = {}
    exec(BURN, names)  # noqa: S102 - a source of our own
    began = time.thread_time()
    names["burn"]()
    return time.thread_time() - began


@pytest.mark.parametrize(
    ("change", "limits"),
    [
        (("def play():", "def play():\n    print(id(play) == id(play), id(5) == 0)"), {}),
        (('print("Two numbers!")', "print(search([[0, 0, object()]] * 3))"), {}),
        (('    print("over")', "    import os\n    os.abort()"), {}),
        (("def play():", "def play():\n    burn()"), {"call_seconds": 2}),
        (("def play():", "def play():\n    burn()"), {"call_seconds": 40, "submission_seconds": 4}),
    ],
    ids=["identity", "odd argument", "crash", "near a limit", "near the budget"],
)
def test_a_dialogue_runs_plainly_where_the_memo_may_not_hold(
    pair: Pair, change: tuple[str, str], limits: dict[str, float]
) -> None:
    """
    Called again, or not with it at all; what comes out is what a plain run says.

    Limits are multiples of what `BURN` takes, so that no machine is too slow for two dialogues.
    """
    source = SEARCH + BURN + PLAY.replace(*change)
    memoized, plain = pair(source, {name: times * seconds_of_burn() for name, times in limits.items()})
    dialogues, _once = two_dialogues(memoized)
    plain_dialogues, _once = two_dialogues(plain)

    assert memoized.shortcut.functions == ("search",)
    assert events(dialogues) == events(plain_dialogues)
    assert [dialogue.answer.end for dialogue in dialogues] == [dialogue.answer.end for dialogue in plain_dialogues]


def test_known_answers_are_not_asked_for_again(console: MakeConsole) -> None:
    """Of a board given alone; each time a new object."""
    source = """
        def move(board):
            return "real"
        def play():
            board = [["X", " ", " "], [" ", " ", " "], [" ", " ", " "]]
            first = move(board)
            first.append(7)
            print(first, move(board), move(board=board), move(tuple(board)), move([["O"] * 3] * 3))
    """
    student = console(source)
    replies: dict[str, dict[str, Value]] = {"move": {"X........": [1, 2]}}

    def walk(stage: DialogueRunner) -> list[str]:
        texts = [stage.talk(typing()).events[0].text for _ in range(2)]
        stage.restart()
        return [*texts, stage.talk(typing()).events[0].text]

    assert student.hold_dialogues(walk, replies) == ["[1, 2, 7] [1, 2] real real real\n"] * 3
