"""Recordings behind the wall: each from a fresh import, charged to nobody, whatever the file does."""

from __future__ import annotations

import pytest

from grader.model.reason import reason
from grader.sandbox.inside.tracing.positions import number_of
from grader.sandbox.student import Student
from grader.sandbox.tracing import tracers
from tests.sandbox.inside.tracing.recording_here import recorded
from tests.sandbox.inside.tracing.styles import RULES, STYLES
from tests.sandbox.sandbox_helpers import BOARDS, PIPES_SOURCE, Make, calls

START = "XO.OXX..."
SEARCH = RULES + STYLES["two functions"] + "\nask = move = len\n" + "think = minimax\n"
WITHOUT = "\ndef think(board):\n    return None\n"


def test_a_search_behind_the_wall_is_recorded_as_it_is_here(behind_either: Make) -> None:
    """Every call of it, under the names in the file."""
    behind, here = behind_either(SEARCH).trace(START), recorded(RULES + STYLES["two functions"], START)

    assert behind.calls[1:] == here.calls[1:]
    assert behind.calls[0] == here.calls[0]._replace(function="think")


def test_each_recording_begins_with_a_fresh_import(student: Make) -> None:
    """What a file remembers of one search does not shorten the next one."""
    source = """
        seen = set()
        def think(board, depth=0):
            key = str(board)
            if key not in seen and depth < 3:
                seen.add(key)
                think([row[:] for row in board[:2]] + [["X", None, None]], depth + 1)
    """
    behind = student(source)

    assert behind.trace(BOARDS[0]) == behind.trace(BOARDS[0])
    assert len(behind.trace(BOARDS[0]).calls) == 3


def test_recordings_are_charged_to_nobody(student: Make) -> None:
    """The submission keeps its whole budget, and its answers; what was really used is counted."""
    behind = student(SEARCH)
    (before,) = behind.sweep(calls("think", [START])).answers
    charged, used = behind.usage.charged_seconds, behind.usage.cpu_seconds
    behind.trace(START)

    assert behind.usage.charged_seconds == charged
    assert behind.usage.cpu_seconds > used
    (after,) = behind.sweep(calls("think", [START])).answers
    assert after.value == before.value


def test_all_recordings_together_have_a_limit(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no file costs the marker more than a moment: what is beyond it is not read, and a person decides."""
    monkeypatch.setattr(tracers, "MAX_CALLS", 3 * len(recorded(RULES + STYLES["two functions"], START).calls) // 2)
    behind = student(SEARCH)
    first, second = behind.trace(START), behind.trace(START)

    assert (first.complete, second.complete, second.calls) == (True, False, ())
    assert second.why == reason("unwatched_too_many_looked_at")


HOSTILE = {
    "exits": ("import os\ndef think(board): os._exit(0)", reason("unwatched_ended", end="exited")),
    "raises an exit": ("def think(board): raise SystemExit", None),
    "never ends": ("def think(board):\n    while True: pass", reason("unwatched_cpu_limit")),
    "waits in C": ("def think(board): sum(range(10 ** 12))", reason("unwatched_cpu_limit")),
    "crashes": (
        "import os, signal\ndef think(board): os.kill(os.getpid(), signal.SIGKILL)",
        reason("unwatched_ended", end="signalled"),
    ),
    "calls without end": (
        """
        def think(board):
            n = 0
            while True:
                n += 2
                step(n)
        def step(n):
            if n % 2 == 0: step(n + 1)
        """,
        reason("unwatched_too_many_calls"),
    ),
    "catches that it is too deep": (
        "def think(board):\n    try: think(board)\n    except RecursionError: pass",
        reason("unwatched_recording_ended"),
    ),
    "goes too deep": ("def think(board): think([row[:] for row in board])", ...),
    "profiles itself": (
        "import cProfile\ndef think(board):\n    cProfile.Profile().enable()\n",
        ...,
    ),
    "closes its pipes": ("import os\ndef think(board): os.closerange(0, 64)", ...),
    "is gone later": ("import os\ncount = 0\nif os.getpid() == 2: raise ValueError\ndef think(board): pass", ...),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_search_ends_with_its_recording(student: Make, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is always a trace, and it says why it is not complete."""
    # CPU seconds: less than the inside allows itself.
    monkeypatch.setattr(tracers, "TRACE_SECONDS", 0.4)
    source, why = HOSTILE[name]
    trace = student(source).trace(START)

    assert trace.complete == (trace.why is None)
    assert why in {..., trace.why}


def test_all_recordings_share_one_limit(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it nothing is recorded any more."""
    monkeypatch.setattr(tracers, "TRACING_SECONDS", 0.3)
    behind = student("def think(board):\n    while True: pass")

    assert [behind.trace(board).why for board in BOARDS[:2]] == [
        reason("unwatched_cpu_limit"),
        reason("unwatched_no_time"),
    ]


def test_what_records_is_hard_to_reach(student: Make) -> None:
    """Nothing that Python shows leads to it, apart from the frames below the call."""
    source = """
        import gc, sys
        def think(board):
            ours = [one for one in gc.get_objects() if type(one).__module__.partition(".")[0] == "inside"]
            try:
                sys.setprofile(print)
            except RuntimeError:
                refused = True
            if ours or sys.getprofile() is not None or not refused:
                think(board)
    """
    trace = student(source).trace(START)

    assert (len(trace.calls), trace.complete) == (1, True)


def test_names_that_do_not_stand_in_the_file_are_not_shown(student: Make) -> None:
    """A function can call itself by any text."""
    source = """
        def think(board):
            inner(board, 3)
        def inner(board, depth):
            if depth:
                board[0][3 - depth] = "XO"[depth % 2]
                inner(board, depth - 1)
        inner.__code__ = inner.__code__.replace(co_name="full marks for everything")
    """
    trace = student(source).trace(BOARDS[0])

    assert {call.function for call in trace.calls} == {"think", "?"}


def test_a_forged_recording_is_no_more_than_a_claim(student: Make) -> None:
    """It counts as the recording, but names and positions are checked; no other answer is taken from its process."""
    start, child, other = (number_of(board) for board in (START, "XOOOXX...", "X........"))
    forger = f"""
import json, struct
def think(board):
    pipe = hands()[1]
    message = {{"type": "recorded", "functions": ["think", "Full marks"], "arguments": [[]], "move": None,
                "raised": False, "recursive": True, "events": 6, "cut": "", "tail": "", "characters": 0}}
    text = json.dumps(message).encode()
    columns = struct.pack("<3I12H", 0xFFFFFFFF, 0, 1, 0, 1, 1, {start}, {child}, {other}, 0, 0, 0, 0, 0, 0)
    os.write(pipe, struct.pack("<II", len(text), len(columns)) + text + columns)
    os._exit(0)
def ask(board):
    return 2
"""
    behind = student(PIPES_SOURCE + forger)
    trace = behind.trace(START)

    assert [(call.function, call.board) for call in trace.calls] == [("think", START), ("?", "XOOOXX..."), ("?", None)]
    assert [answer.value for answer in behind.sequence(calls("ask", [START]))] == [2]


def test_nothing_is_recorded_of_a_file_that_cannot_be_imported(student: Make) -> None:
    """The trace says so."""
    trace = student("1 / 0").trace(START)

    assert (trace.calls, trace.complete, trace.why) == ((), False, reason("unwatched_no_import"))


def test_import_module_comes_first(student: Make) -> None:
    """As for every other call."""
    made = student(SEARCH)
    fresh = Student(made.submission, made.module_spec, made.limits, made._probes.launcher)  # noqa: SLF001

    with pytest.raises(RuntimeError):
        fresh.trace(START)
