"""Limits of time hold, no matter what a probe sends, leaves unread or waits for."""

from __future__ import annotations

import time

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running import probe
from tests.fixture_folders import SLOW
from tests.sandbox.attacks.attacking import DEADLINE, attacking, shorten_waits, student_of
from tests.sandbox.sandbox_helpers import BOARDS, calls

MANY = BOARDS * 1_200
"""Calls whose list is longer than a pipe holds."""
HEADER = "send(struct.pack('<II', 4 << 20, 0))\n"


@pytest.mark.parametrize(
    ("what", "end"),
    [
        (f"{HEADER}while True: send(b' '); pause(0.03)", ChildEnd.WALL_LIMIT),
        (f"{HEADER}while True: send(b' '); burn(0.0005); pause(0.03)", ChildEnd.WALL_LIMIT),
        (f"{HEADER}while True: send(b' '); burn(0.01)", ChildEnd.CPU_LIMIT),
        ("while True: os.write(1, b' '); pause(0.03)", ChildEnd.WALL_LIMIT),
        ("while True: os.write(1, b' '); burn(0.01)", ChildEnd.CPU_LIMIT),
    ],
)
def test_no_byte_of_a_drip_buys_time(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, what: str, end: ChildEnd
) -> None:
    """A probe that writes byte by byte is ended as soon as a silent one, even if it runs at every look."""
    # If the CPU limit is to end it, a busy machine must not be taken for a wait.
    shorten_waits(monkeypatch, 0.2 if end is ChildEnd.WALL_LIMIT else 20)
    behind = student_of(attacking({"first": what}), zygote, call_seconds=0.1)
    began = time.monotonic()
    first, *_rest = behind.sequence(calls("ask"))

    assert end is first.end
    assert time.monotonic() - began < DEADLINE


def test_who_always_runs_when_one_looks_uses_up_its_patience(zygote: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """A probe that writes little and computes a moment in turns ends with the budget, however well it is timed."""
    shorten_waits(monkeypatch, 0.1)
    monkeypatch.setattr(probe, "is_runnable", lambda _pid: True)
    drip = "while True: os.write(1, b' '); burn(0.002); pause(0.03)"
    behind = student_of(attacking({"first": drip}), zygote, call_seconds=5, submission_seconds=0.7)
    answers = behind.sequence(calls("ask"))

    assert {ChildEnd.NOT_REACHED} == {answer.end for answer in answers}
    assert behind.usage.idle


@pytest.mark.parametrize("then", ["os._exit(0)", "os.close(ANSWERS)", "send(bytes(8))", "burn(60)"])
def test_to_wait_and_then_leave_is_not_free(zygote: Launcher, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """The time a probe waited counts against its budget, no matter how the probe ended."""
    shorten_waits(monkeypatch, 1)
    behind = student_of(attacking({"first": f"pause(0.3); {then}"}), zygote, submission_seconds=0.25)
    first, second = (behind.sequence(calls("ask"))[0] for _ in range(2))

    assert first.end is not ChildEnd.RETURNED
    assert behind.usage.idle
    assert ChildEnd.NOT_REACHED is second.end


@SLOW
@pytest.mark.parametrize(
    "reading",
    [
        "State.read_with(lambda rest: pause(60))",
        "read = State.reader.readinto; State.read_with(lambda rest: (pause(0.05), read(rest[:4096]))[1])",
        "os.close(REQUESTS)",
        "os.dup2(0, REQUESTS)",
        "read = State.reader.readinto; State.read_with(lambda rest: read(rest[:5]) and len(rest))",
    ],
)
def test_a_list_that_is_not_read_does_not_hold_us_up(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    """A request longer than the pipe, unread, read slowly or misread: each call gets an end, in time."""
    shorten_waits(monkeypatch, 0.15)
    behind = student_of(attacking({"ready": reading}), zygote)
    began = time.monotonic()
    answers = behind.sweep(calls("think", MANY)).answers

    assert len(MANY) == len(answers)
    assert ChildEnd.RETURNED not in {answer.end for answer in answers}
    assert time.monotonic() - began < DEADLINE
