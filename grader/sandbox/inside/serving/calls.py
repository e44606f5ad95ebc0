"""
Calls a student's functions, a list of calls at a time, and sends the answers, some at a time.

A frame is sent when the clock says so. Sending must leave the memory as it was: otherwise the clock would decide at
which addresses the objects of later calls are. Python hands out first what was freed last. So whatever is made here, a
number above 256 too, has a name, and is freed in the reverse order; lists and tuples, which Python keeps for later
ones, are not made at all.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from sys import setprofile
from time import perf_counter, thread_time
from typing import Any

from ..boards import CELLS, boards_of
from ..out_of_sight import freeze
from .codec import Channel, Encoder, Frame, decode, header
from .dialogues import TextHead
from .fixed_world import restarter
from .job import Job
from .outcome_table import OutcomeTable
from .patched_runtime import TailStream
from .submission_import import Imported

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


class Caller:
    """Makes lists of calls of one module's functions."""

    def __init__(self, channel: Channel, imported: Imported, job: Job) -> None:
        """Answer on `channel`; for a memoized search, count how many calls of a plain run each call stands for."""
        self._channel, self._module, self._constants = channel, imported.module, imported.constants
        self._sources = set(job.files)
        self._meter = imported.meter
        self._memo_safe = imported.memoizer.claim.memo_safe if imported.memoizer is not None else ()
        self._restart = restarter(job)
        self._boards: dict[str, list[list[list[Any]]]] = {}
        """Boards by their text. Most functions get the same ones; each call gets a copy."""

    def run(self, request: dict[str, Any], numbers: bytes) -> Frame:  # noqa: C901 - 60,000 calls pass this loop
        """
        Answer a list of calls in as few frames as possible, or one by one if the request says ``one_by_one``.

        Returns the frame that closes the list. For a memoized search its numbers are, for all calls, how many calls of
        a plain run each stands for, and then how many microseconds. If the request says ``count``, nothing is answered.
        """
        if request["count"]:
            return self._count_events(request, numbers)
        functions = [getattr(self._module, name) for name in request["functions"]]
        extras = [decode(extra) for extra in request["extras"]]
        text, restart = request["boards"], self._restart
        boards = self._boards.get(text) or self._read(text)
        outcomes = OutcomeTable(Encoder(self._constants), self._sources)
        frames = AnswerFrames(self._channel, outcomes, one_by_one=request["one_by_one"])
        pending = frames.pending
        alone = len(functions) == 1 and request["functions"][0] in self._memo_safe
        meter = self._meter
        counted = meter if alone else None
        if meter is not None:
            meter.asks_search = alone
        counts = array("Q")
        took = array("Q")
        done, saved, began, cpu = 0, 0.0, 0.0, thread_time
        calls = iter(array("H", numbers))
        freeze()  # what was made for this list is not listed either
        for which, at, extra in zip(calls, calls, calls, strict=True):
            before = boards[at]
            row, other, last = before
            rows = (row[:], other[:], last[:])
            board = [*rows]
            if restart is not None:
                restart(int.from_bytes(text[9 * at : 9 * at + 9].encode(), "big"))
            if counted is not None:
                done, saved, began = counted.plain_calls, counted.cpu_saved, cpu()
            error: BaseException | None = None
            value = None
            try:
                value = functions[which](board, *extras[extra])
            except BaseException as one:
                error = one
            try:
                changed = board != before
            except BaseException:  # a cell that refuses to be compared is not one that we put there
                changed = True
            after = board if changed else None
            pending.append(
                outcomes.returned(value, board, after, rows) if error is None else outcomes.raised(error, after)
            )
            if counted is not None:
                counts.append(counted.plain_calls - done)
                # The CPU time of the call itself, plus what kept answers saved.
                took.append(max(0, round(1e6 * (cpu() - began + counted.cpu_saved - saved))))
                counted.contradiction()  # takes as long as a short call, so other lists are only tested at their end
            if meter is not None and meter.inconsistency is not None:
                return Frame({"inconsistency": meter.inconsistency})
            frames.send_if_due()
        if meter is not None and meter.contradiction() is not None:
            return Frame({"inconsistency": meter.inconsistency})
        frames.send()
        if counted is None:
            return Frame({})
        return Frame({"inconsistency": None}, (counts + took).tobytes())

    def _count_events(self, request: dict[str, Any], numbers: bytes) -> Frame:
        """Make the calls only to count how often each enters or leaves a function; the same on every machine."""
        functions = [getattr(self._module, name) for name in request["functions"]]
        extras = [decode(extra) for extra in request["extras"]]
        counts, count = array("Q"), 0

        def add_event(_frame: object, _event: str, _argument: object) -> None:
            nonlocal count
            count += 1

        calls = iter(array("H", numbers))
        for which, at, extra in zip(calls, calls, calls, strict=True):
            symbols = request["boards"][9 * at : 9 * at + 9]
            (board,) = boards_of(symbols, self._constants)
            self._restart_with(symbols)
            count = 0
            setprofile(add_event)
            try:  # noqa: SIM105 - a student's code can replace parts of contextlib
                functions[which](board, *extras[extra])
            except BaseException:  # noqa: S110 - only its events count
                pass
            setprofile(None)
            counts.append(count)
        return Frame({}, counts.tobytes())

    def _restart_with(self, symbols: str) -> None:
        """Begin a call on the board `symbols` with its own numbers and at the time of every call."""
        if self._restart is not None:
            self._restart(int.from_bytes(symbols.encode(), "big"))

    def _read(self, text: str) -> list[list[list[Any]]]:
        boards = boards_of(text, self._constants)
        if len(boards) > 1:
            self._boards[text] = boards
        return boards


class PairsAndPrintsCaller(Caller):
    """
    Makes lists of calls, of which some print their answer or each two share a board.

    Such lists have a separate loop, so that the loop for all others, through which most calls pass, stays fast.
    """

    def __init__(self, channel: Channel, imported: Imported, job: Job, output: TailStream) -> None:
        """Answer on `channel`; prints are read from `output`."""
        super().__init__(channel, imported, job)
        self._output = output
        self._printing = job.printing_functions

    def run(self, request: dict[str, Any], numbers: bytes) -> Frame:
        """Answer a list of calls and return what closes it."""
        names, pairing = request["functions"], request["pairing"]
        if self._printing.isdisjoint(names) and not pairing:
            return super().run(request, numbers)
        sys.stdout = self._output  # the file may have put a buffer around it, which would hold back text
        functions = [getattr(self._module, name) for name in names]
        extras = [decode(extra) for extra in request["extras"]]
        text = request["boards"]
        outcomes = OutcomeTable(Encoder(self._constants), self._sources)
        frames = AnswerFrames(self._channel, outcomes, one_by_one=request["one_by_one"])
        calls = iter(array("H", numbers))
        board: list[Any] = []
        rows: tuple[list[Any], ...] = ()
        is_second = False
        freeze()
        for which, at, extra in zip(calls, calls, calls, strict=True):
            symbols = text[CELLS * at : CELLS * (at + 1)]
            self._restart_with(symbols)
            (before,) = boards_of(symbols, self._constants)
            if not is_second or pairing == "apart":
                (board,) = boards_of(symbols, self._constants)
                rows = (board[0], board[1], board[2])
            printed = TextHead() if names[which] in self._printing else None
            value, error = self._call(functions[which], board, extras[extra], printed)
            after = _if_changed(board, before)
            if error is None and printed is not None:
                frames.pending.append(outcomes.printed(printed.take(), after))
            else:
                frames.pending.append(
                    outcomes.returned(value, board, after, rows) if error is None else outcomes.raised(error, after)
                )
            if pairing:
                is_second = not is_second
                if is_second and pairing != "same":
                    self._overwrite(value)
            if self._meter is not None and self._meter.contradiction() is not None:
                return Frame({"inconsistency": self._meter.inconsistency})
            frames.send_if_due()
        frames.send()
        return Frame({})

    def _call(
        self, function: Callable[..., Any], board: list[Any], extra: Any, printed: TextHead | None
    ) -> tuple[Any, BaseException | None]:
        """Return what the call returned or raised; what it prints goes to `printed` if that is its answer."""
        value, error = None, None
        self._output.listener = None if printed is None else printed.add
        try:
            value = function(board, *extra)
        except BaseException as one:
            error = one
        self._output.listener = None
        return value, error

    def _overwrite(self, value: Any) -> None:
        """Mark the empty cells of a board and empty the others, in place."""
        empty, mark = self._constants["."], self._constants["X"]
        for row in value if type(value) is list else ():
            if type(row) is list:
                row[:] = [mark if cell is empty else empty for cell in row]


def _if_changed(board: list[Any], before: list[Any]) -> list[Any] | None:
    """Return `board` if it differs from an equal one that was made before the call, else None."""
    try:
        return board if board != before else None
    except BaseException:  # a cell that refuses to be compared is not one that we put there
        return board
