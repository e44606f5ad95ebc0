"""Calls functions whose answer is what they print."""

from __future__ import annotations

import array
import sys
from collections.abc import Callable
from typing import Any

from ..boards import boards_of
from .answer_frames import AnswerFrames
from .calls import Caller
from .codec import Channel, Encoder, Frame, decode
from .event_log import TextHead
from .job import Job
from .outcome_table import OutcomeTable
from .patched_runtime import TailStream
from .submission_import import Imported

CELLS = 9


class PrintCapturingCaller(Caller):
    """
    Makes lists of calls, some of them of functions that print their answer.

    Such lists have a separate loop, so that the loop for all others, through which most calls pass, stays fast.
    """

    def __init__(self, channel: Channel, imported: Imported, job: Job, output: TailStream) -> None:
        """Answer on `channel`; prints are read from `output`."""
        super().__init__(channel, imported, job)
        self._output = output
        self._printing = job.printing_functions

    def run(self, request: dict[str, Any], numbers: bytes) -> Frame:
        """Answer a list of calls and return what closes it."""
        names = request["functions"]
        if self._printing.isdisjoint(names):
            return super().run(request, numbers)
        sys.stdout = self._output  # the file may have put a buffer around it, which would hold back text
        functions = [getattr(self._module, name) for name in names]
        extras = [decode(extra) for extra in request["extras"]]
        text = request["boards"]
        outcomes = OutcomeTable(Encoder(self._constants), self._sources)
        frames = AnswerFrames(self._channel, outcomes, single=request["single"])
        calls = iter(array.array("H", numbers))
        for which, at, extra in zip(calls, calls, calls, strict=True):
            symbols = text[CELLS * at : CELLS * (at + 1)]
            self._restart_with(symbols)
            prints = names[which] in self._printing
            frames.pending.append(self._outcome(outcomes, functions[which], symbols, extras[extra], prints=prints))
            if self._meter is not None and self._meter.inconsistency is not None:
                return Frame({"poison": self._meter.inconsistency})
            frames.send_if_due()
        frames.send()
        return Frame({})

    def _outcome(
        self, outcomes: OutcomeTable, function: Callable[..., Any], symbols: str, extra: Any, *, prints: bool
    ) -> int:
        """Call `function` on the board that `symbols` spell and return the number of its outcome."""
        (board,), (before,) = boards_of(symbols, self._constants), boards_of(symbols, self._constants)
        rows = (board[0], board[1], board[2])
        printed, value, error = TextHead(), None, None
        self._output.listener = printed.add if prints else None
        try:
            value = function(board, *extra)
        except BaseException as one:
            error = one
        self._output.listener = None
        try:
            changed = board != before
        except BaseException:  # a cell that refuses to be compared is not one that we put there
            changed = True
        after = board if changed else None
        if error is not None:
            return outcomes.raised(error, after)
        return outcomes.printed(printed.take(), after) if prints else outcomes.returned(value, board, after, rows)
