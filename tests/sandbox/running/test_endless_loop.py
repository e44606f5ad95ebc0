"""A loop that never ends is found, with its line; a call that takes long and ends is left alone."""

from __future__ import annotations

import textwrap

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.running import endless_loop
from tests.fixture_folders import SLOW, sampled
from tests.sandbox.sandbox_helpers import BOARDS, Make, calls

ENDLESS = {
    "one jump": ("while True: pass", 2),
    "nothing changes": ("while True:\n    pass", 2),
    "a few states in turn": ("i = 0\nwhile i < 3:\n    i = (i + 1) % 3", 3),
    "it calls": (
        "while not any(cell for row in board for cell in row) or len(board) > 2:\n    done = sorted(board[0], key=str)",
        2,
    ),
    "the inner loop": ("for row in board:\n    i = 0\n    while i < 3:\n        i += row is None", 4),
    "an object changes": ("seen = Seen()\nwhile seen.at < 2:\n    seen.at = 1 - seen.at", 3),
    "after a while": ("for i in range(3_000_000):\n    pass\nwhile board:\n    pass", 4),
    "in a function that it calls": ("helper(board)", 13),
    "it counts": ("count = 0\nwhile True:\n    count += 1\nreturn count", 3),
    "it counts and looks at something else": ("i = j = 0\nwhile i < 3:\n    j = j + 1\n    at = len(board)", 3),
    "it counts past the end": ("count = 0\nwhile count >= 0:\n    count += 1", 3),
    "it counts over the end": ("i, left = 0, 9\nwhile i != 9:\n    i = i + 2\nreturn left", 3),
    "a for in its own line": ("while board:\n    for row in board: pass", 2),
    "a for in a loop without a condition": ("while True:\n    for row in board:\n        for cell in row: pass", 2),
    "a comprehension in its own line": ("while board == [[cell for cell in row] for row in board]: pass", 2),
    "a generator in its own line": ("while not any(cell for row in board for cell in row): row = board", 2),
    "it catches what it raises": (
        "while True:\n    try:\n        board[9]\n        break\n    except IndexError: pass",
        2,
    ),
    "around a for": (
        "while len(board) == 3:\n    for row in board:\n        for cell in row:\n            at = cell",
        2,
    ),
    "around a for that calls": (
        "while len(board) == 3:\n    for row in board:\n        for cell in row:\n            Seen.of(row)\n",
        2,
    ),
    "it draws two numbers": (
        "import random as r\nwhile True:\n    i, j = r.randrange(3), r.randrange(3)\n    if board[i][j]: return i, j",
        3,
    ),
    "it draws until a cell is free": (
        "import random\nwhile True:\n    i, j = random.sample(range(3), 2)\n    if board[i][j] == 'free': return i, j",
        3,
    ),
}
"""How it never ends: the body of a function, and the line of the file on which the loop begins."""
AROUND = """
class Seen:
    at = 0
    @staticmethod
    def of(board):
        return len(board)
def helper(board):
    while board:
        pass
"""


@pytest.mark.parametrize(("body", "line"), sampled((pytest.param(*case, id=name) for name, case in ENDLESS.items()), 9))
def test_a_loop_that_never_ends_is_found_with_its_line(
    student: Make, monkeypatch: pytest.MonkeyPatch, body: str, line: int
) -> None:
    """Long before the limit."""
    monkeypatch.setattr(endless_loop, "WATCHED_AFTER", (0.05, 0.3))
    source = f"def ask(board):\n{textwrap.indent(body, '    ')}\n"
    source += "\n" * (5 - source.count("\n")) + AROUND + "think = ask\n"
    one = student(source, call_seconds=60, submission_seconds=100)
    answer = one.sweep(calls("ask", BOARDS[:1])).answers[0]

    assert (answer.end, answer.loop_at) == (ChildEnd.CPU_LIMIT, f"tictactoe.py:{line}")
    assert one.usage.cpu_seconds < 15


ENDING = {
    "a list of equal items": "for cell in [None] * 4_000:\n    for again in range(800):\n        pass",
    "equal items in a comprehension": "sum(len([0 for each in range(800)]) for cell in [None] * 4_000)",
    "a repetition in a function": "def once():\n    for again in range(800):\n        pass\n"
    "for cell in [None] * 4_000:\n    once()",
    "it counts": "at = 0\nwhile at < 20_000_000:\n    at += 1",
    "a counter of another function": "while step() < 4_000:\n    for again in range(800):\n        pass",
    "a counter of a class": "while Seen.step() < 4_000:\n    for again in range(800):\n        pass",
    "a counter of a function": "step.at = 0\nwhile step.at < 4_000:\n    add_to(step)\n"
    "    for again in range(800):\n        pass",
    "a long list": "FLAT[0] = 0\nwhile FLAT[0] < 4_000:\n    add_to_list()\n    for again in range(800):\n        pass",
    "an object with more than attributes": "seen = More()\nwhile len(seen) < 4_000:\n    grow(seen)\n"
    "    for again in range(800):\n        pass",
    "a part of another function": "add = functools.partial(list.append, kept := [])\nwhile full(add):\n    add(1)\n"
    "    for again in range(800):\n        pass",
    "a function that calls itself": (
        "def walk(left):\n    for cell in [None] * 7:\n        if left:\n            walk(left - 1)\nwalk(6)"
    ),
    "it counts to a number that it has not passed": "at = 0\nwhile at != 20_000_000:\n    at += 1",
    "it counts down": "at = 20_000_000\nwhile at >= 0:\n    at -= 1",
    "it counts up and down": "at = 0\nfor again in [0] * 20_000:\n    while at < 900: at += 1\n"
    "    while at > 3: at -= 1",
    "it begins to count again": "at = n = 0\nwhile n < 4_000_000:\n    n += 1\n    at += 1\n    if at > 3: at = 0",
    "a parameter is counted": "def past(at):\n    at += 1\n    return at > 5_000_000\nn = 0\nwhile not past(n): n += 1",
    "a for and a while in one line": "for row in [board] * 9_000_000:\n    while not row: pass",
    "a for around what catches": "for cell in [None] * 6_000:\n    try:\n        [][0]\n    except IndexError:\n"
    "        for again in range(800): cell",
    "a comprehension in a line": "at = 0\nfor row in [board] * 60_000: at = [cell for row in board for cell in row]",
    "it counts what another line reads": "at = n = 0\nwhile True:\n    at += 1\n    n += 1\n"
    "    if n % 4_000_000 == 0:\n        break",
    "it counts what another way reads": "def so_far():\n    return locals\nat = 0\nwhile locals()['at'] < 4_000_000:\n"
    "    at += 1",
    "a for inside of a while": "import random\nwhile len(board) == 3:\n    for again in range(90_000):\n"
    "        while random.random() < 0.9:\n            pass\n    break",
    "it draws for long": "import random\nwhile random.random() > 1e-6:\n    pass",
    "random games": ("import random\nwon = 0\nwhile won < 400_000:\n    won += random.random() < 2"),
    "a function that map calls": "sum(map(weigh, itertools.repeat(board, 20_000_000)))",
    "a function that sorts": "sorted([board] * 8_000_000, key=weigh)",
    "a generator that is asked again": "def ones():\n    while True:\n        weigh(board)\n        yield 1\n"
    "sum(itertools.islice(ones(), 10_000_000))",
    "an attribute of a library": "import math\nmath.at = 0\nwhile math.at < 20_000_000:\n    math.at += 1",
    "a default behind a library's decorator": "while counted() < 10_000_000:\n    board",
    "a clock": "import time\nuntil = time.process_time() + 2\nwhile time.process_time() < until:\n    pass",
}


QUICK = ("a counter of another function", "a list of equal items")
"""Those that always run."""
BESIDE = """
import functools
import itertools
COUNT = {"at": 0}
FLAT = [0] * 20
class Seen:
    at = 0
    @classmethod
    def step(cls):
        cls.at += 1
        return cls.at
class More(list):
    pass
def step():
    COUNT["at"] += 1
    return COUNT["at"]
def add_to(function):
    function.at += 1
def add_to_list():
    FLAT[0] += 1
def grow(items):
    items.append(0)
def weigh(board):
    total = 0
    total = 1
    return total
def wrapped(kept=[0]):
    @functools.wraps(weigh)
    def counted():
        kept[0] += 1
        return kept[0]
    return counted
counted = wrapped()
def full(add):
    return len(add.args[0]) < 4_000
"""


@pytest.mark.parametrize(
    "body", [pytest.param(body, id=name, marks=() if name in QUICK else SLOW) for name, body in ENDING.items()]
)
def test_a_call_that_ends_is_left_alone(student: Make, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """However alike its states are."""
    monkeypatch.setattr(endless_loop, "WATCHED_AFTER", (0.05, 0.3))
    source = f"def ask(board):\n{textwrap.indent(body, '    ')}\n    return 1\nthink = ask\n{BESIDE}"
    answer = student(source, call_seconds=20, submission_seconds=60).sweep(calls("ask", BOARDS[:1])).answers[0]

    assert (answer.end, answer.value) == (ChildEnd.RETURNED, 1)


@SLOW
def test_a_call_that_stays_in_a_function_that_took_too_long_is_ended_there(
    student: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing proves that the loop has no end: once at that function's limit, and later sooner."""
    monkeypatch.setattr(endless_loop, "WATCHED_AFTER", (0.05, 0.3))
    source = (
        "def ask(board):\n    at = [0]\n    while board[0][0]: at[0] = at[0] + 1\n"
        "def think(board):\n    return ask(board)\n"
    )
    think = (("think", 60),)
    one = student(source, call_seconds=0.4, submission_seconds=100, function_seconds=think)  # type: ignore[arg-type]
    asked = one.sweep(calls("ask", BOARDS)).answers

    answer = one.sweep(calls("think", BOARDS[5:6])).answers[0]

    assert ChildEnd.CPU_LIMIT in {each.end for each in asked}
    assert (answer.end, answer.loop_at, one.never_ends(answer)) == (ChildEnd.CPU_LIMIT, "tictactoe.py:3", False)
    assert one.usage.cpu_seconds < 15


STAYING = "def {name}(board):\n    at = [0]\n    while board[0][0]: at[0] = at[0] + 1\n"
"""A function that never ends on some boards, though nothing proves it."""


def test_the_function_that_took_too_long_is_that_of_the_call(student: Make) -> None:
    """Not that of the first call of its list."""
    source = "def ask(board): return 1\n" + STAYING.format(name="think")
    one = student(source, call_seconds=0.1)
    one.sweep([*calls("ask", BOARDS[:2]), *calls("think", BOARDS[1:2])])

    assert one._probes.overrunning == {"think"}  # noqa: SLF001


@pytest.mark.parametrize(("stayed", "seconds"), [("", 0.9), ("ask", 0.5), ("helper", 0.9)])
def test_a_call_may_stay_less_long_only_where_a_call_stayed_before(
    student: Make, monkeypatch: pytest.MonkeyPatch, stayed: str, seconds: float
) -> None:
    """In the same function, and never in a search, which may take long by itself."""
    asked: list[dict[str, float]] = []

    def watched(*_args: object, inside: dict[str, float] | None = None, **_options: object) -> None:
        asked.append(inside or {})

    monkeypatch.setattr(endless_loop, "_watched", watched)
    one = student("def ask(board): return 1\ndef move(board, at): return 1\nthink = ask", call_seconds=0.9)
    one._probes.overrunning |= {"ask", "think"}  # noqa: SLF001
    one._probes.stays |= {stayed} - {""}  # noqa: SLF001
    endless_loop.find_loop(one._probes, calls("move"), 0, 60, 1)  # noqa: SLF001

    assert asked[0] == {"ask": seconds}
