"""Calls a student's functions, a list of calls at a time."""

from __future__ import annotations

from array import array
from sys import setprofile
from time import thread_time
from typing import Any

from ..boards import boards_of
from ..out_of_sight import freeze
from .answer_frames import AnswerFrames
from .codec import Channel, Encoder, Frame, decode
from .job import Job
from .outcome_table import OutcomeTable
from .patched_runtime import restarter
from .submission_import import Imported


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
            if meter is not None and meter.contradiction() is not None:
                return Frame({"inconsistency": meter.inconsistency})
            frames.send_if_due()
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
