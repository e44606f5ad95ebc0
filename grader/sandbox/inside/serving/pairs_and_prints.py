"""Calls functions whose answer is what they print, and calls that share a board."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from ..boards import boards_of
from ..out_of_sight import freeze
from .answer_frames import AnswerFrames
from .calls import Caller
from .codec import Channel, Encoder, Frame, decode
from .event_log import TextHead
from .job import Job
from .outcome_table import OutcomeTable
from .patched_runtime import TailStream
from .submission_import import Imported

CELLS = 9


class _Called(NamedTuple):
    """How one call ended."""

    value: Any
    error: BaseException | None
    printed: str | None
    """What it printed; None if that is not its answer."""


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
            called = self._call(functions[which], board, extras[extra], prints=names[which] in self._printing)
            frames.pending.append(_number(outcomes, called, _Boards(board, before, rows)))
            if pairing:
                is_second = not is_second
                if is_second and pairing != "same":
                    self._overwrite(called.value)
            if self._meter is not None and self._meter.contradiction() is not None:
                return Frame({"inconsistency": self._meter.inconsistency})
            frames.send_if_due()
        frames.send()
        return Frame({})

    def _call(self, function: Callable[..., Any], board: list[Any], extra: Any, *, prints: bool) -> _Called:
        printed, value, error = TextHead(), None, None
        self._output.listener = printed.add if prints else None
        try:
            value = function(board, *extra)
        except BaseException as one:
            error = one
        self._output.listener = None
        return _Called(value, error, printed.take() if prints else None)

    def _overwrite(self, value: Any) -> None:
        """Mark the empty cells of a board and empty the others, in place."""
        empty, mark = self._constants["."], self._constants["X"]
        for row in value if type(value) is list else ():
            if type(row) is list:
                row[:] = [mark if cell is empty else empty for cell in row]


class _Boards(NamedTuple):
    """The board of a call."""

    board: list[Any]
    before: list[Any]
    """An equal board, made before the call."""
    rows: tuple[list[Any], ...]
    """The rows that the board was made of."""


def _number(outcomes: OutcomeTable, called: _Called, boards: _Boards) -> int:
    """Return the number of the outcome of one call."""
    try:
        changed = boards.board != boards.before
    except BaseException:  # a cell that refuses to be compared is not one that we put there
        changed = True
    after = boards.board if changed else None
    if called.error is not None:
        return outcomes.raised(called.error, after)
    if called.printed is not None:
        return outcomes.printed(called.printed, after)
    return outcomes.returned(called.value, boards.board, after, boards.rows)
