"""How much memory and time a submission can cost the grader with little effort; and pipes that change meanwhile."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

import pytest

from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.wire import frames
from grader.sandbox.wire.frames import CONTAINER_COST, Frame, MalformedFrame, Quota, write
from grader.sandbox.wire.messages import AnswerDecoder
from tests.sandbox.attacks.attacking import attacking, in_game, student_of, surroundings_of
from tests.sandbox.sandbox_helpers import calls

CONSTANTS = {"X": "X", "O": "O", ".": None}
HEAVY = "answers(*[['l', *[['s']] * 900]] * 100)"
"""A frame of half a megabyte that would take 20 MB of the grader's memory."""


@pytest.mark.parametrize(
    ("entry", "built"),
    [
        ({"value": 1}, CONTAINER_COST + 1),
        ({"value": "text", "after": None}, CONTAINER_COST + 2),
        ({"value": ["B", "........."]}, 2 * CONTAINER_COST),
        ({"value": ["l", ["s"], ["t", 1, 2]]}, 4 * CONTAINER_COST + 2),
        ({"raised": ["exception", "E", "", None, None]}, CONTAINER_COST),
    ],
)
def test_what_holds_others_takes_more_room_than_a_number(entry: object, built: int) -> None:
    """Every answer takes some of the quota, and an answer that does not fit is not kept."""
    enough, little = Quota(), Quota()
    enough.spend(built=frames.MAX_BUILT - built)
    little.spend(built=frames.MAX_BUILT - built + 1)
    AnswerDecoder(CONSTANTS, enough).answer(entry)

    with pytest.raises(MalformedFrame, match="more than a submission may send"):
        AnswerDecoder(CONSTANTS, little).answer(entry)
    assert (enough.used_up, little.used_up) == (False, True)


def test_the_room_is_that_of_all_lists_together() -> None:
    """A new list of calls does not raise the quota."""
    shared = Quota()
    shared.spend(built=frames.MAX_BUILT - 3 * (CONTAINER_COST + 1))
    frame = Frame({"type": "answers", "fresh": [{"value": 1}]}, bytes(4))
    for _ in range(3):
        assert 1 == AnswerDecoder(CONSTANTS, shared).answers(frame, 1)[0].value

    with pytest.raises(MalformedFrame):
        AnswerDecoder(CONSTANTS, shared).answers(frame, 1)


@pytest.mark.parametrize("limit", ["MAX_RECEIVED", "MAX_BUILT"])
def test_a_submission_that_sends_too_much_is_not_asked_again(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """The call is garbled, everything after it is not reached: in lists, in games, in every later check."""
    monkeypatch.setattr(frames, limit, 100_000)
    before = surroundings_of(zygote)
    behind = student_of(
        attacking({"first": f"send({HEAVY})"}), zygote, call_seconds=5, submission_seconds=60, memory_mib=512
    )
    ends = [answer.end for answer in behind.sweep(calls("ask")).answers]
    spent = behind.usage.cpu_seconds

    assert [ChildEnd.GARBLED] + [ChildEnd.NOT_REACHED] * 9 == ends
    assert {ChildEnd.NOT_REACHED} == {answer.end for answer in in_game(behind, calls("ask"))}
    assert {ChildEnd.NOT_REACHED} == {answer.end for answer in behind.sequence(calls("think"))}
    assert spent == behind.usage.cpu_seconds, "nothing more was even started"
    before.require_unharmed()


def test_a_flood_of_large_answers_costs_us_little_memory(zygote: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked, a submission gets no more of the grader's memory than its quota."""
    monkeypatch.setattr(frames, "MAX_BUILT", frames.MAX_BUILT // 4)
    flood = f"data = {HEAVY}\nwhile True: send(data)"
    limits = {"call_seconds": 5, "submission_seconds": 60, "memory_mib": 512}
    behind = student_of(attacking({"first": flood}), zygote, **limits)
    swept = [answer for _ in range(5) for answer in behind.sweep(calls("ask")).answers]
    kept = {id(answer.value): answer.value for answer in swept if isinstance(answer.value, list)}

    assert {ChildEnd.RETURNED, ChildEnd.GARBLED, ChildEnd.NOT_REACHED} >= {answer.end for answer in swept}
    assert sum(map(len, kept.values())) <= frames.MAX_BUILT / CONTAINER_COST


def test_a_pipe_that_shrinks_while_we_write_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reader can make it smaller between the look at its size and the write; then the size is looked up again."""
    refused: list[int] = []
    real: Callable[[int, memoryview], int] = os.write

    def full(descriptor: int, data: memoryview) -> int:
        if len(refused) < 3:
            refused.append(len(data))
            raise BlockingIOError
        return real(descriptor, data)

    reading, writing = os.pipe()
    monkeypatch.setattr(os, "write", full)
    write(writing, b"request", 5)
    monkeypatch.undo()

    assert b"request" == os.read(reading, 100)
    assert [7] * 3 == refused
    for end in (reading, writing):
        os.close(end)


def test_sips_do_not_extend_the_time_to_take_a_request() -> None:
    """A reader that takes a page now and then gets as long as one that takes nothing."""
    reading, writing = os.pipe()
    over = threading.Event()

    def sip() -> None:
        while not over.wait(0.1):
            os.read(reading, 4096)

    sipping = threading.Thread(target=sip)
    sipping.start()
    began = time.monotonic()
    write(writing, bytes(4 << 20), 0.5)
    took = time.monotonic() - began
    over.set()
    sipping.join()

    assert took < 20, "a thousand sips would take a hundred seconds"
    for end in (reading, writing):
        os.close(end)
