"""Calls functions whose answer is what they print."""

from __future__ import annotations

import array
import sys
import time
from typing import Any

from .calls import BLOCK, PATIENCE, Caller
from .codec import Encoder, decoded
from .event_log import Heard
from .outcome_table import Outcomes
from .patched_runtime import Tail

SIDE = 3
CELLS = SIDE * SIDE


class Listener(Caller):
    """Makes lists of calls some of which are of functions that print, in a loop of its own: the other one is hot."""

    stream: Tail
    """Where prints go."""
    prints: frozenset[str]
    """The functions that print their answer."""

    def run(self, request: dict[str, Any], numbers: bytes) -> tuple[dict[str, Any], bytes]:
        """Answer a list of calls."""
        names = request["functions"]
        if self.prints.isdisjoint(names):
            return super().run(request, numbers)
        sys.stdout = self.stream  # the file may have wrapped it, and a wrapper keeps things back
        functions = [getattr(self._module, name) for name in names]
        extras = [decoded(extra) for extra in request["extras"]]
        text, marks = request["boards"], self._marks
        outcomes, pending = Outcomes(Encoder(marks), self._sources), array.array("I")
        block = 1 if request["single"] else BLOCK
        due = time.perf_counter() + PATIENCE
        calls = iter(array.array("H", numbers))
        for which, at, extra in zip(calls, calls, calls, strict=True):
            cells = text[CELLS * at : CELLS * (at + 1)]
            if self._seed is not None:
                self._seed(int.from_bytes(cells.encode(), "big"))
            prints = names[which] in self.prints
            pending.append(self._outcome(outcomes, functions[which], cells, extras[extra], prints=prints))
            if len(pending) >= block or time.perf_counter() >= due:
                self._send(outcomes, pending)
                due = time.perf_counter() + PATIENCE
        self._send(outcomes, pending)
        return {}, b""

    def _outcome(self, outcomes: Outcomes, function: Any, cells: str, extra: Any, *, prints: bool) -> int:
        board, before = self._board(cells), self._board(cells)
        rows = (board[0], board[1], board[2])
        heard, value, error = Heard(), None, None
        self.stream.listener = heard.add if prints else None
        try:
            value = function(board, *extra)
        except BaseException as one:
            error = one
        self.stream.listener = None
        try:
            changed = board != before
        except BaseException:  # a cell that refuses to be compared was not put there by us
            changed = True
        after = board if changed else None
        if error is not None:
            return outcomes.raised(error, after)
        return outcomes.printed(heard.take(), after) if prints else outcomes.returned(value, board, after, rows)

    def _board(self, cells: str) -> list[list[Any]]:
        return [[self._marks[symbol] for symbol in cells[at : at + SIDE]] for at in range(0, CELLS, SIDE)]
