"""
Sends the answers to a list of calls, some at a time.

A frame is sent when the clock says so. Sending must leave the memory as it was: otherwise the clock would decide at
which addresses the objects of later calls are. Python hands out first what was freed last. So whatever is made here, a
number above 256 too, has a name, and is freed in the reverse order; lists and tuples, which Python keeps for later
ones, are not made at all.
"""

from __future__ import annotations

from array import array
from time import perf_counter

from .codec import Channel, header
from .outcome_table import OutcomeTable

BLOCK = 1 << 16
"""Answers per frame, at most."""
SEND_INTERVAL = 0.05
"""Seconds after which a frame is sent even if it is not full, so that the marker knows how far the probe is."""
BEGIN, END = b'{"type":"answers","fresh":[', b"]}"
BRACKETS = len(BEGIN) + len(END)


class AnswerFrames:
    """The answers to one list of calls, and how many of them have been sent."""

    def __init__(self, channel: Channel, outcomes: OutcomeTable, *, one_by_one: bool) -> None:
        """Send on `channel` what `outcomes` and `pending` get; with `one_by_one`, each answer in a frame of its own."""
        self.pending = array("I")
        """The number of each answer's outcome, also of those that were sent."""
        self._channel, self._fresh = channel, outcomes.fresh
        self._block = 1 if one_by_one else BLOCK
        # Arrays hold numbers without an object for each.
        self._sent = array("Q", [0, 0])
        self._sent_at = array("d", [perf_counter()])
        self._parts: list[bytes | memoryview] = [b"", BEGIN, b"", END, b""]
        self.send()  # Nothing yet: what Python 3.10 allocates for a function's first call is not left to the clock.

    def send_if_due(self) -> None:
        """Send what there is if it fills a frame, or if nothing was sent for some time."""
        now = perf_counter()
        before = self._sent_at[0]
        passed = now - before
        made = len(self.pending)
        sent = self._sent[1]
        waiting = made - sent
        due = passed >= SEND_INTERVAL or waiting >= self._block
        del waiting, sent, made, passed, before, now
        if due:
            self.send()
            self._sent_at[0] = perf_counter()

    def send(self) -> None:
        """Send what was not sent yet."""
        made = len(self.pending)
        sent = self._sent[1]
        if made != sent:
            texts = memoryview(self._fresh)
            known = self._sent[0]
            start = known + 1
            fresh = texts[start:]
            numbers = memoryview(self.pending)
            answers = numbers[sent:]
            length = len(fresh)
            size = length + BRACKETS
            extra = answers.nbytes
            head = header(size, extra)
            rest = size + extra
            whole = len(head) + rest
            self._parts[0], self._parts[2], self._parts[4] = head, fresh, answers
            self._channel.write(self._parts, whole)
            self._parts[0], self._parts[2], self._parts[4] = b"", b"", b""
            del whole, rest, head, extra, size, length, answers, numbers, fresh, start, known, texts
            self._sent[0] = len(self._fresh)
            self._sent[1] = made
        del sent, made
