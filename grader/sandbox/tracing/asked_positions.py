"""
Finds out which position a call asks for that gets a board and a move.

Some programs pass the move that is to be looked at together with the board before it. Of such a function all calls name
an empty cell, and whatever they ask for themselves comes after that move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from grader.sandbox.tracing.moves import Part, cell_at

Slot: TypeAlias = tuple[int, ...]
"""Places among the arguments: that of a pair or of a cell's number, or those of row and column."""


class RecordedCall(NamedTuple):
    """A call as it was recorded."""

    function: int
    parent: int | None
    board: str | None
    arguments: tuple[Part, ...]
    looked_at: tuple[int, ...]


def asked_positions(calls: Sequence[RecordedCall]) -> list[str | None]:
    """Return the position that each call asks for."""
    children: list[list[str]] = [[] for _call in calls]
    by_function: defaultdict[int, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        by_function[call.function].append(index)
        if call.parent is not None and call.board is not None:
            children[call.parent].append(call.board)
    boards = [call.board for call in calls]
    for indices in by_function.values():
        # A call at the root may have no move.
        longest = max(len(calls[index].arguments) for index in indices)
        moving = [index for index in indices if len(calls[index].arguments) == longest]
        slot = _slot([calls[index] for index in moving], [children[index] for index in moving], longest)
        for index in moving if slot is not None else ():
            boards[index] = _after(calls[index], slot or ())
    return boards


def _slot(calls: Sequence[RecordedCall], children: Sequence[Sequence[str]], length: int) -> Slot | None:
    """Return where the calls of one function have a move that comes before all they ask for, None if nowhere."""
    slots = [slot for place in range(length) for slot in ((place,), (place, place + 1)) if slot[-1] < length]
    for slot in slots:
        afters = [*takewhile(bool, (_after(call, slot) for call in calls))]
        if len(afters) < len(calls):
            continue
        asked = [board == after for after, below in zip(afters, children, strict=True) for board in below]
        looked = [call.looked_at == (cell_at(call.arguments, slot),) for call in calls if call.looked_at]
        if asked + looked and all(asked + looked):
            return slot
    return None


def _after(call: RecordedCall, slot: Slot) -> str | None:
    """Return the board of `call` after the move in `slot`; None if there is no such move."""
    cell = cell_at(call.arguments, slot)
    if cell is None or call.board is None or call.board[cell] != ".":
        return None
    mark = "X" if call.board.count("X") == call.board.count("O") else "O"
    return call.board[:cell] + mark + call.board[cell + 1 :]
