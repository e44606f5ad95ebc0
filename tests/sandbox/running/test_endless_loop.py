"""A loop that never ends is found, with its line; a call that takes long and ends is left alone."""

from __future__ import annotations

import textwrap

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.running import endless_loop
from tests.sandbox.sandbox_helpers import BOARDS, Make, calls

ENDLESS = {
    "one jump": ("while True: pass", 2),
    "nothing changes": ("while True:\n    pass", 2),
    "a few states in turn": ("i = 0\nwhile i < 3:\n    i = (i + 1) % 3", 3),
    "it counts": ("i = 0\nwhile i >= 0:\n    i += 1", 3),
    "it calls": (
        "while not any(cell for row in board for cell in row) or len(board) > 2:\n    done = sorted(board[0], key=str)",
        2,
    ),
    "the inner loop": ("for row in board:\n    i = 0\n    while i < 3:\n        i += row is None", 4),
    "an object changes": ("seen = Seen()\nwhile seen.at < 2:\n    seen.at = 1 - seen.at", 3),
    "after a while": ("for i in range(3_000_000):\n    pass\nwhile board:\n    pass", 4),
    "in a function that it calls": ("helper(board)", 10),
}
"""How it never ends: the body of a function, and the line of the file on which the loop begins."""
AROUND = """
class Seen:
    at = 0
def helper(board):
    while board:
        pass
"""


@pytest.mark.parametrize(("body", "line"), ENDLESS.values(), ids=ENDLESS)
def test_a_loop_that_never_ends_is_found_with_its_line(student: Make, body: str, line: int) -> None:
    """Long before the limit."""
    source = f"def ask(board):\n{textwrap.indent(body, '    ')}\n"
    source += "\n" * (5 - source.count("\n")) + AROUND + "think = ask\n"
    one = student(source, call_seconds=60, submission_seconds=100)
    answer = one.sweep(calls("ask", BOARDS[:1])).answers[0]

    assert (answer.end, answer.loop_at) == (ChildEnd.CPU_LIMIT, f"tictactoe.py:{line}")
    assert one.usage.cpu_seconds < 15


ENDING = {
    "a list of equal items": "for cell in [None] * 400:\n    for again in range(8_000):\n        pass",
    "a function that calls itself": (
        "def walk(left):\n    for cell in [None] * 7:\n        if left:\n            walk(left - 1)\nwalk(6)"
    ),
    "random games": ("import random\nwon = 0\nwhile won < 400_000:\n    won += random.random() < 2"),
    "a clock": "import time\nuntil = time.process_time() + 2\nwhile time.process_time() < until:\n    pass",
}


@pytest.mark.parametrize("body", ENDING.values(), ids=ENDING)
def test_a_call_that_ends_is_left_alone(student: Make, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """However alike its states are."""
    monkeypatch.setattr(endless_loop, "WATCHED_AFTER", (0.05, 0.3))
    source = f"def ask(board):\n{textwrap.indent(body, '    ')}\n    return 1\nthink = ask\n"
    answer = student(source, call_seconds=20, submission_seconds=60).sweep(calls("ask", BOARDS[:1])).answers[0]

    assert (answer.end, answer.value) == (ChildEnd.RETURNED, 1)
