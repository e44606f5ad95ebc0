"""
Sends the answers to a list of calls, some at a time.

A frame is sent when the clock says so. Sending must leave the memory as it was: otherwise the clock would decide at
which addresses the objects of later calls are.
"""

from __future__ import annotations

from array import array
from time import perf_counter

from .codec import HEADER, Channel
from .outcome_table import OutcomeTable

BLOCK = 1 << 16
"""Answers per frame, at most."""
SEND_INTERVAL = 0.05
"""Seconds after which a frame is sent even if it is not full, so that the marker knows how far the probe is."""
BEGIN, END = b'{"type":"answers","fresh":[', b"]}"


class AnswerFrames:
    """The answers to one list of calls, and how many of them have been sent."""

    def __init__(self, channel: Channel, outcomes: OutcomeTable, *, single: bool) -> None:
        """Send on `channel` what `outcomes` and `pending` get; with `single`, each answer in a frame of its own."""
        self.pending = array("I")
        """The number of each answer's outcome, also of those that were sent."""
        self._channel, self._fresh = channel, outcomes.fresh
        self._block = 1 if single else BLOCK
        # Arrays hold numbers without an object for each.
        self._sent = array("Q", [0, 0])
        self._sent_at = array("d", [perf_counter()])

    def send_if_due(self) -> None:
        """Send what there is if it fills a frame, or if nothing was sent for some time."""
        full = len(self.pending) - self._sent[1] >= self._block
        if perf_counter() - self._sent_at[0] >= SEND_INTERVAL or full:
            self.send()
            self._sent_at[0] = perf_counter()

    def send(self) -> None:
        """Send what was not sent yet."""
        if len(self.pending) == self._sent[1]:
            return
        texts = memoryview(self._fresh)
        fresh = texts[self._sent[0] + 1 :]
        numbers = memoryview(self.pending)
        answers = numbers[self._sent[1] :]
        header = HEADER.pack(len(BEGIN) + len(fresh) + len(END), answers.nbytes)
        self._channel.write([header, BEGIN, fresh, END, answers])
        # What was made last is freed first, so that the lists of free memory are as they were.
        del header, answers, numbers, fresh, texts
        self._sent[0], self._sent[1] = len(self._fresh), len(self.pending)
