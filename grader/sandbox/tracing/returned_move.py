"""
Finds the move in what a function of a search returned.

A function returns a number, a move, or both, in an order of its own. An order is believed if it fits all calls of the
function: the cell of a move must be empty on the board of its call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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

ReturnedOn: TypeAlias = tuple[Returned, "str | None"]
"""What a call returned, and the board that it was about."""

NO_MOVE = -1
"""What many programs write for the row, the column or the number of a cell if there is no move."""


class _Several(NamedTuple):
    """Several numbers that a call returned, and the board that it was about."""

    parts: tuple[Part, ...]
    board: str | None


def returned_move(returned: Returned, answers: Counter[ReturnedOn]) -> int | None:
    """Return the move in what a call `returned`; `answers` are those of all calls of its function, this one too."""
    lengths: Counter[int] = Counter()
    for (one, _board), times in answers.items():
        if isinstance(one, tuple):
            lengths[len(one)] += times
    length = max(lengths, key=lengths.__getitem__, default=0)
    if not isinstance(returned, tuple) or len(returned) != length:
        return None
    several = [_Several(one, board) for one, board in answers if isinstance(one, tuple) and len(one) == length]
    return cell_at(returned, _places(several, length))


def _places(answers: Sequence[_Several], length: int) -> tuple[int, ...]:
    """Return where the move is in `answers`, which all have this many parts; nothing if that is not clear."""
    columns = [[answer.parts[at] for answer in answers] for at in range(length)]
    pairs = [at for at, column in enumerate(columns) if any(isinstance(part, tuple) for part in column)]
    if pairs:
        fitting = [at for at in pairs if _fits(answers, (at,))]
        return (fitting[0],) if len(fitting) == 1 else ()
    numbers = [at for at, column in enumerate(columns) if any(part is not None for part in column)]
    return next((places for places in _without_pairs(numbers, columns) if _fits(answers, places)), ())


def _without_pairs(numbers: Sequence[int], columns: Sequence[Sequence[Part]]) -> Sequence[tuple[int, ...]]:
    """Return where a move may be written without a pair, the most likely places first."""
    match numbers:
        case [first, second]:
            # A search returns more different moves than values.
            alone = sorted([(second,), (first,)], key=lambda places: -len({*columns[places[0]]}))
            return [(first, second), *alone]
        case [first, second, third]:
            return [(first, second), (second, third)]
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
