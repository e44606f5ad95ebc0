"""
Tells the number from the move in what the functions of a search returned.

A function returns a number, a move, or both, in an order of its own. An order is believed if it fits all calls of the
function: the cell of a move must be empty on the board of its call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Part: TypeAlias = float | tuple[float, float] | None
"""A number, a pair of numbers, or neither."""

SIDE = 3
CELLS = SIDE * SIDE


def cell_at(parts: tuple[Part, ...], places: tuple[int, ...]) -> int | None:
    """Return the cell that the parts at `places` name by its number or by row and column, None if they name none."""
    numbers = flat(parts, places)
    cells = [int(number) for number in numbers if number is not None and number in range(CELLS)]
    if len(cells) != len(numbers):
        return None
    if len(cells) == 1:
        return cells[0]
    if len(cells) == 2 and max(cells) < SIDE:  # noqa: PLR2004 - row and column
        return SIDE * cells[0] + cells[1]
    return None


def flat(parts: tuple[Part, ...], places: tuple[int, ...]) -> list[float | None]:
    """Return the numbers at `places`, those of pairs one by one."""
    found: list[float | None] = []
    for place in places:
        part = parts[place]
        found.extend(part if isinstance(part, tuple) else [part])
    return found


Returned: TypeAlias = float | tuple[Part, ...] | None
"""What came back of numbers: one, or several, some of them in pairs."""

NO_MOVE = -1
"""What many programs write for the row, the column or the number of a cell if there is no move."""


class ReturnedOn(NamedTuple):
    """What a call returned, and the board that it was about."""

    returned: Returned
    board: str | None


@dataclass(frozen=True, slots=True)
class ValueMeaning:
    """What a returned value says."""

    value: float | None = None
    move: int | None = None


class _Several(NamedTuple):
    """Several numbers that a call returned, and the board that it was about."""

    parts: tuple[Part, ...]
    board: str | None


class ValueLayout(NamedTuple):
    """Which parts of a tuple are the number and the move."""

    value: int | None
    move: tuple[int, ...]
    """The place of a pair or of a cell's number; or those of row and column."""


def meanings(answers: Sequence[ReturnedOn]) -> list[ValueMeaning]:
    """Return what the values say that calls of one function returned, in the same order."""
    several = [_Several(answer.returned, answer.board) for answer in answers if isinstance(answer.returned, tuple)]
    lengths = Counter(len(one.parts) for one in several)
    length = max(lengths, key=lengths.__getitem__, default=0)
    layout = _layout([one for one in several if len(one.parts) == length], length)
    return [_meaning(answer.returned, layout, length) for answer in answers]


def _meaning(returned: Returned, layout: ValueLayout, length: int) -> ValueMeaning:
    if not isinstance(returned, tuple):
        return ValueMeaning(value=returned)
    if len(returned) != length:
        return ValueMeaning()
    value = returned[layout.value] if layout.value is not None else None
    return ValueMeaning(value=None if isinstance(value, tuple) else value, move=cell_at(returned, layout.move))


def _layout(answers: Sequence[_Several], length: int) -> ValueLayout:
    """Return the order of the parts in `answers`, which all have this many."""
    columns = [[answer.parts[at] for answer in answers] for at in range(length)]
    pairs = [at for at, column in enumerate(columns) if any(isinstance(part, tuple) for part in column)]
    numbers = [at for at, column in enumerate(columns) if at not in pairs and any(part is not None for part in column)]
    value = numbers[0] if len(numbers) == 1 else None
    if pairs:
        fitting = [at for at in pairs if _fits(answers, (at,))]
        return ValueLayout(value, (fitting[0],) if len(fitting) == 1 else ())
    orders = [order for order in _orders(numbers, columns) if _fits(answers, order.move)]
    return orders[0] if orders else ValueLayout(value, ())


def _orders(numbers: Sequence[int], columns: Sequence[Sequence[Part]]) -> list[ValueLayout]:
    """Return in which orders a number and a move may be written without pairs, the most likely one first."""
    match numbers:
        case [first, second]:
            orders = [ValueLayout(first, (second,)), ValueLayout(second, (first,))]
            # A search returns more different moves than values.
            orders.sort(key=lambda order: -len({*columns[order.move[0]]}))
            return [ValueLayout(None, (first, second)), *orders]
        case [first, second, third]:
            return [ValueLayout(third, (first, second)), ValueLayout(first, (second, third))]
        case _:
            return []


def _fits(answers: Sequence[_Several], places: tuple[int, ...]) -> bool:
    """Tell whether the parts at `places` are moves to an empty cell, or none."""
    for answer in answers:
        cell = cell_at(answer.parts, places)
        if cell is None and not all(part is None or part == NO_MOVE for part in flat(answer.parts, places)):
            return False
        if cell is not None and answer.board is not None and answer.board[cell] != ".":
            return False
    return True
