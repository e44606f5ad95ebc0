"""
Calls a student's functions and sends the answers in frames.

The clock decides when a frame is sent, so sending must not change the memory: otherwise the clock would decide at which
addresses the objects of later calls lie. Python hands out first what was freed last. So every object that is made here,
even a number above 256, has a name and is freed in the reverse order. Lists and tuples are not made at all, because
Python keeps freed ones for later use.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable
from sys import setprofile
from time import perf_counter, thread_time
from typing import Any

from ..boards import CELLS, boards_of
from ..memoizer import Meter
from ..out_of_sight import freeze
from .codec import Channel, Encoder, FrameContent, decode, header
from .dialogues import TextHead
from .fixed_world import restarter
from .outcome_table import OutcomeTable
from .patched_runtime import TailStream
from .submission_import import Imported

BLOCK = 1 << 16
SEND_INTERVAL = 0.05
"""Seconds after which a frame that is not full is sent, so that the marker knows how far the probe is."""
BEGIN, END = b'{"type":"answers","fresh":[', b"]}"
BRACKETS = len(BEGIN) + len(END)


class AnswerFrames:
    """The answers to one list of calls. Some of them have been sent."""

    def __init__(self, channel: Channel, outcomes: OutcomeTable, *, one_by_one: bool) -> None:
        """Send the answers in `pending` and new outcomes of `outcomes` on `channel`; `one_by_one`: a frame for each."""
        self.pending = array("I")
        self._channel, self._fresh = channel, outcomes.fresh
        self._block = 1 if one_by_one else BLOCK
        # Arrays hold numbers without an object for each.
        self._sent = array("Q", [0, 0])
        self._sent_at = array("d", [perf_counter()])
        self._parts: list[bytes | memoryview] = [b"", BEGIN, b"", END, b""]
        self.send()  # Sends nothing: Python 3.10 allocates memory at a function's first call, at a fixed time so.

    def send_if_due(self) -> None:
        """Send the waiting answers if they fill a frame, or if nothing was sent for some time."""
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


class PlainRunCosts:
    """
    The costs that calls of a memoized search would have in a plain run.

    Two numbers for each: how many calls a plain run would have made, and how many microseconds it would have taken.
    """

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._counts, self._took = array("Q"), array("Q")
        self._done, self._saved, self._began = 0, 0.0, 0.0

    def begin_call(self) -> None:
        self._done, self._saved, self._began = self._meter.plain_calls, self._meter.cpu_saved, thread_time()

    def end_call(self) -> None:
        self._counts.append(self._meter.plain_calls - self._done)
        # The CPU time of the call, plus the time that kept answers saved.
        took = thread_time() - self._began + self._meter.cpu_saved - self._saved
        self._took.append(max(0, round(1e6 * took)))
        self._meter.contradiction()  # takes as long as a short call, so other lists are tested only at their end

    def closing(self) -> FrameContent:
        return FrameContent({"inconsistency": None}, (self._counts + self._took).tobytes())


class Caller:
    """Makes lists of calls of the submission's functions."""

    def __init__(self, channel: Channel, imported: Imported, output: TailStream) -> None:
        self._channel, self._module, self._constants = channel, imported.module, imported.constants
        self._output, self._printing = output, imported.job.printing_functions
        self._sources = set(imported.job.files)
        self._meter = imported.meter
        self._memo_safe = imported.memoizer.claim.memo_safe if imported.memoizer is not None else ()
        self._restart = restarter(imported.job)
        self._boards: dict[str, list[list[list[Any]]]] = {}
        """Boards by their text. Most functions get the same boards; each call gets a copy."""

    def run(self, request: dict[str, Any], numbers: bytes) -> FrameContent:
        """Answer a list of calls, or ``count`` their events; return the content of the frame that closes the list."""
        names, pairing = request["functions"], request["pairing"]
        if self._printing.isdisjoint(names) and not pairing:  # no call prints its answer or shares a board
            return self._run_fast(request, numbers)
        sys.stdout = self._output  # the file may have put a buffer around the stream, which would hold back text
        functions, extras, calls = self._read_calls(request, numbers)
        outcomes = OutcomeTable(Encoder(self._constants), self._sources)
        frames = AnswerFrames(self._channel, outcomes, one_by_one=request["one_by_one"])
        board: list[Any] = []
        rows: tuple[list[Any], ...] = ()
        is_second = False
        freeze()
        for which, at, extra in calls:
            symbols = request["boards"][CELLS * at : CELLS * (at + 1)]
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
                return FrameContent({"inconsistency": self._meter.inconsistency})
            frames.send_if_due()
        frames.send()
        return FrameContent({})

    def _run_fast(self, request: dict[str, Any], numbers: bytes) -> FrameContent:  # noqa: C901 - 60,000 calls pass it
        if request["count"]:
            return self._count_events(request, numbers)
        functions, extras, calls = self._read_calls(request, numbers)
        text, restart, meter = request["boards"], self._restart, self._meter
        boards = self._boards.get(text) or self._read(text)
        outcomes = OutcomeTable(Encoder(self._constants), self._sources)
        frames = AnswerFrames(self._channel, outcomes, one_by_one=request["one_by_one"])
        pending = frames.pending
        costs = self._begin_costs(request["functions"])
        freeze()  # hides the objects that were made for this list, too
        for which, at, extra in calls:
            before = boards[at]
            rows = (before[0][:], before[1][:], before[2][:])
            board = [*rows]
            if restart is not None:
                restart(text[9 * at : 9 * at + 9])
            if costs is not None:
                costs.begin_call()
            error, value = None, None
            try:
                value = functions[which](board, *extras[extra])
            except BaseException as one:
                error = one
            try:
                after = board if board != before else None
            except BaseException:  # a cell that refuses the comparison is a cell that the call put there
                after = board
            number = outcomes.returned(value, board, after, rows) if error is None else outcomes.raised(error, after)
            pending.append(number)
            if costs is not None:
                costs.end_call()
            if meter is not None and meter.inconsistency is not None:
                break
            frames.send_if_due()
        if meter is not None and meter.contradiction() is not None:
            return FrameContent({"inconsistency": meter.inconsistency})
        frames.send()
        return FrameContent({}) if costs is None else costs.closing()

    def _read_calls(
        self, request: dict[str, Any], numbers: bytes
    ) -> tuple[list[Callable[..., Any]], list[Any], Iterable[tuple[int, int, int]]]:
        """Return functions, further arguments, and for each call the places of its function, board and arguments."""
        functions = [getattr(self._module, name) for name in request["functions"]]
        extras = [decode(extra) for extra in request["extras"]]
        calls = iter(array("H", numbers))
        return functions, extras, zip(calls, calls, calls, strict=True)

    def _begin_costs(self, names: list[str]) -> PlainRunCosts | None:
        """Tell the meter whether the search is asked; if so, return what adds up the costs of its calls."""
        if self._meter is None:
            return None
        alone = len(names) == 1 and names[0] in self._memo_safe
        self._meter.asks_search = alone
        return PlainRunCosts(self._meter) if alone else None

    def _count_events(self, request: dict[str, Any], numbers: bytes) -> FrameContent:
        """Count the events of each call: how often it enters or leaves a function. Every machine counts the same."""
        functions, extras, calls = self._read_calls(request, numbers)
        counts, count = array("Q"), 0

        def add_event(_frame: object, _event: str, _argument: object) -> None:
            nonlocal count
            count += 1

        for which, at, extra in calls:
            symbols = request["boards"][9 * at : 9 * at + 9]
            (board,) = boards_of(symbols, self._constants)
            self._restart_with(symbols)
            count = 0
            setprofile(add_event)
            try:  # noqa: SIM105 - a student's code can replace parts of contextlib
                functions[which](board, *extras[extra])
            except BaseException:  # noqa: S110 - only the events of the call count
                pass
            setprofile(None)
            counts.append(count)
        return FrameContent({}, counts.tobytes())

    def _restart_with(self, symbols: str) -> None:
        """Reset the clock and the random numbers for a call on the board `symbols`."""
        if self._restart is not None:
            self._restart(symbols)

    def _read(self, text: str) -> list[list[list[Any]]]:
        boards = boards_of(text, self._constants)
        if len(boards) > 1:
            self._boards[text] = boards
        return boards

    def _call(
        self, function: Callable[..., Any], board: list[Any], extra: Any, printed: TextHead | None
    ) -> tuple[Any, BaseException | None]:
        """Return what the call returned or raised; collect its text in `printed` if the text is the answer."""
        value, error = None, None
        self._output.listener = None if printed is None else printed.add
        try:
            value = function(board, *extra)
        except BaseException as one:
            error = one
        self._output.listener = None
        return value, error

    def _overwrite(self, value: Any) -> None:
        """Put X on the board's empty cells and clear the others, in place."""
        empty, mark = self._constants["."], self._constants["X"]
        for row in value if type(value) is list else ():
            if type(row) is list:
                row[:] = [mark if cell is empty else empty for cell in row]


def _if_changed(board: list[Any], before: list[Any]) -> list[Any] | None:
    """Return `board` if it differs from `before`, an equal board made before the call, else None."""
    try:
        return board if board != before else None
    except BaseException:  # a cell that refuses the comparison is a cell that the call put there
        return board
