"""Calls a student's functions, a list of calls at a time."""

from __future__ import annotations

import array
import time
from typing import Any

from ..memoizer import Memoizer
from .codec import Channel, Encoder, decoded
from .outcome_table import Outcomes
from .patched_runtime import pinned_seed

BLOCK = 1 << 16
"""Answers in a frame at most."""
PATIENCE = 0.05
"""Seconds after which a frame is sent even if it is not full, so that the marker knows how far we are."""


class Caller:
    """Makes lists of calls of one module's functions."""

    def __init__(
        self,
        channel: Channel,
        module: object,
        marks: dict[str, Any],
        job: dict[str, Any],
        memoizer: Memoizer | None,
    ) -> None:
        """Answer on `channel`; the calls that `memoizer` saves are counted."""
        self._channel, self._module, self._marks = channel, module, marks
        self._sources = set(job["files"])
        self._meter = memoizer.meter if memoizer is not None else None
        self._memo_safe = memoizer.claim.memo_safe if memoizer is not None else ()
        # The state of the module's hidden generator depends on the board alone, not on what was called before.
        self._seed = pinned_seed() if any("random" in text for text in job["files"].values()) else None
        self._boards: dict[str, list[list[list[Any]]]] = {}
        """Boards by their text, of which only copies are handed out: most functions are asked about the same ones."""

    def run(self, request: dict[str, Any], numbers: bytes) -> tuple[dict[str, Any], bytes]:  # noqa: C901 - every call
        """
        Answer a list of calls, in one frame or few, or one by one when the request says ``single``.

        Returns what there is to say at the end: of a memoized search how many plain calls each call stands for, and
        then how many microseconds.
        """
        functions = [getattr(self._module, name) for name in request["functions"]]
        extras = [decoded(extra) for extra in request["extras"]]
        text, seed = request["boards"], self._seed
        boards = self._boards.get(text) or self._read(text)
        block = 1 if request["single"] else BLOCK
        outcomes = Outcomes(Encoder(self._marks), self._sources)
        pending = array.array("I")
        clock, due = time.perf_counter, time.perf_counter() + PATIENCE
        alone = len(functions) == 1 and request["functions"][0] in self._memo_safe
        meter = self._meter
        counted = meter if alone else None
        counts = array.array("Q")
        took = array.array("Q")
        done, saved, began, cpu = 0, 0.0, 0.0, time.thread_time
        calls = iter(array.array("H", numbers))
        for which, at, extra in zip(calls, calls, calls, strict=True):
            before = boards[at]
            row, other, last = before
            rows = (row[:], other[:], last[:])
            board = [*rows]
            if seed is not None:
                seed(int.from_bytes(text[9 * at : 9 * at + 9].encode(), "big"))
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
            except BaseException:  # a cell that refuses to be compared was not put there by us
                changed = True
            after = board if changed else None
            pending.append(
                outcomes.returned(value, board, after, rows) if error is None else outcomes.raised(error, after)
            )
            if counted is not None:
                counts.append(counted.plain_calls - done)
                # What it took itself, and what the memo saved.
                took.append(max(0, round(1e6 * (cpu() - began + counted.cpu_saved - saved))))
            if meter is not None and meter.inconsistency is not None:
                return {"poison": meter.inconsistency}, b""
            if len(pending) >= block or clock() >= due:
                self._send(outcomes, pending)
                due = clock() + PATIENCE
        self._send(outcomes, pending)
        if counted is None:
            return {}, b""
        return {"poison": None}, (counts + took).tobytes()

    def _read(self, text: str) -> list[list[list[Any]]]:
        marks = self._marks
        cells = [marks[symbol] for symbol in text]
        boards = [[cells[at : at + 3], cells[at + 3 : at + 6], cells[at + 6 : at + 9]] for at in range(0, len(text), 9)]
        if len(boards) > 1:
            self._boards[text] = boards
        return boards

    def _send(self, outcomes: Outcomes, pending: array.array[int]) -> None:
        if pending:
            self._channel.send({"type": "answers", "fresh": outcomes.fresh}, pending.tobytes())
            outcomes.fresh.clear()
            del pending[:]
