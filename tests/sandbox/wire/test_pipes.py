"""Pipes read with and without `poll` give the same, and writing never waits for ever."""

from __future__ import annotations

import os
import select
import threading
import time

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import FreshProcess
from grader.sandbox.wire.frames import BACKLOG, PolledInbox, ThreadedInbox, inbox, write
from tests.sandbox.sandbox_helpers import calls, make_student


@pytest.mark.parametrize("kind", [PolledInbox, ThreadedInbox])
def test_an_inbox_gives_what_came_and_each_end_once(kind: type[PolledInbox | ThreadedInbox]) -> None:
    """Data arrives by descriptor, a closed pipe shows once as empty bytes, then there is silence."""
    (read_one, write_one), (read_two, write_two) = os.pipe(), os.pipe()
    arriving = kind([read_one, read_two])
    os.write(write_one, b"first")

    assert [(read_one, b"first")] == list(arriving.wait(5))
    os.close(write_two)
    assert [(read_two, b"")] == list(arriving.wait(5))
    assert [] == list(arriving.wait(0.01))

    for descriptor in (read_one, write_one, read_two):
        os.close(descriptor)


def test_a_closed_inbox_lets_go_of_its_threads() -> None:
    """A reader thread whose queue is full ends with its pipe, even if nothing is taken from the queue."""
    reader, writer = os.pipe()
    before = set(threading.enumerate())
    arriving = ThreadedInbox([reader])
    # Each piece is read, and queued, before the next: the queue is full, and one more piece has no room in it.
    for _ in range(BACKLOG + 2):
        os.write(writer, b".")
        time.sleep(0.002)
    os.close(writer)
    arriving.close()
    until = time.monotonic() + 5
    while time.monotonic() < until and not set(threading.enumerate()) <= before:
        time.sleep(0.01)

    assert set(threading.enumerate()) <= before
    os.close(reader)


def test_a_pipe_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing more than a pipe holds ends after the time it was given, with and without poll."""
    for polled in (True, False):
        reader, writer = os.pipe()
        began = time.monotonic()
        if not polled:
            monkeypatch.delattr(select, "poll")
        write(writer, b"." * (1 << 20), 0.1)

        assert time.monotonic() - began < 5
        os.close(reader)
        os.close(writer)


def test_a_submission_is_swept_where_pipes_cannot_be_polled(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without fork and poll (Windows, simulated here) the answers are the same."""
    launcher = FreshProcess()
    monkeypatch.delattr(select, "poll")
    student = make_student("def ask(board):\n    return board[0][0]", launcher, (), {})

    answers = student.sweep(calls("ask")).answers

    assert isinstance(inbox([]), ThreadedInbox)
    assert {ChildEnd.RETURNED} == {answer.end for answer in answers}
    launcher.close()
