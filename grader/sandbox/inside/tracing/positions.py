"""
Reads positions out of a student's values, in whichever way they are written.

A position is a number with nine digits of base three, the first cell first: 0 is an empty cell, 1 an X and 2 an O. No
method of a student's object is called; values are told apart by exact type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..boards import ATOMS, SIDE

NO_POSITION = 0xFFFF
CELLS = SIDE * SIDE
DIGITS = ".XO"
"""The symbols of the cells by their digit."""
LEARNING_ATTEMPTS = 200
"""Values with other cells than the module's constants, which are compared with the position at the start."""
_is_atom = ATOMS.__contains__
_keys_of_boards = (
    tuple(range(CELLS)),
    tuple(range(1, CELLS + 1)),
    tuple((row, column) for row in range(SIDE) for column in range(SIDE)),
    tuple((row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)),
)


def number_of(symbols: str) -> int:
    """Return the number of the position that nine symbols spell."""
    number = 0
    for symbol in symbols:
        number = number * len(DIGITS) + DIGITS.index(symbol)
    return number


class PositionReader:
    """Reads the positions of one search."""

    def __init__(self, constants: Mapping[str, Any], start: str) -> None:
        """Take the module's cells by symbol, and the position at which the search starts."""
        self._constants = [constants[symbol] for symbol in DIGITS]
        self._by_identity = {id(value): digit for digit, value in enumerate(self._constants)}
        self._by_value: dict[tuple[object, ...], int] = {
            (type(value), value): digit for digit, value in enumerate(self._constants) if _is_atom(type(value))
        }
        """By type and value; and by type, value and place if empty cells are written as their own numbers."""
        self._start = [DIGITS.index(symbol) for symbol in start]
        self._attempts_left = LEARNING_ATTEMPTS

    def read(self, value: Any) -> int:
        """Return the position that `value` is, `NO_POSITION` if it is none."""
        cells = _cells(value)
        if cells is None:
            return NO_POSITION
        digits = self._by_identity
        number = 0
        for cell in cells:
            digit = digits.get(id(cell))
            if digit is None:
                return self._read_other(cells)
            number = number * 3 + digit
        return number

    def _read_other(self, cells: Sequence[Any]) -> int:
        """Read cells that are not all the module's own objects."""
        if not all(_is_atom(type(cell)) or id(cell) in self._by_identity for cell in cells):
            return NO_POSITION
        number = 0
        for at, cell in enumerate(cells):
            digit = self._digit(at, cell)
            if digit is None:
                return number_of_digits(self._start) if self._learn(cells) else NO_POSITION
            number = number * 3 + digit
        return number

    def _digit(self, at: int, cell: Any) -> int | None:
        digit = self._by_identity.get(id(cell))
        if digit is None and _is_atom(type(cell)):
            digit = self._by_value.get((type(cell), cell))
            if digit is None:
                digit = self._by_value.get((type(cell), cell, at))
        return digit

    def _learn(self, cells: Sequence[Any]) -> bool:
        """Take `cells` for the position at the start, written in another way, if nothing speaks against that."""
        if self._attempts_left == 0:
            return False
        self._attempts_left -= 1
        learned: dict[tuple[object, ...], int] = {}
        numbered = _numbered(cells, self._start)
        for at, (cell, digit) in enumerate(zip(cells, self._start, strict=True)):
            known = self._digit(at, cell)
            key = (type(cell), cell, at) if digit == 0 and numbered else (type(cell), cell)
            if (known is not None and known != digit) or learned.setdefault(key, digit) != digit:
                return False
        # Each kind of cell is written in one way.
        if not numbered and len({*learned}) != len({*self._start}):
            return False
        self._by_value.update(learned)
        return True


def number_of_digits(digits: Sequence[int]) -> int:
    """Return the number of a position by its nine digits."""
    number = 0
    for digit in digits:
        number = number * 3 + digit
    return number


def _cells(value: Any) -> Sequence[Any] | None:
    """Return the nine cells of `value`, row by row; None if it cannot be a board."""
    kind = type(value)
    if kind is list or kind is tuple:
        if len(value) == SIDE:
            first, second, third = value
            if _is_row(first) and _is_row(second) and _is_row(third):
                return (*first, *second, *third)
            return None
        return value if len(value) == CELLS else None
    if kind is str:
        return value if len(value) == CELLS else None
    return _cells_of_dict(value) if kind is dict and len(value) == CELLS else None


def _is_row(value: Any) -> bool:
    kind = type(value)
    return (kind is list or kind is tuple or kind is str) and len(value) == SIDE


def _cells_of_dict(value: dict[Any, Any]) -> Sequence[Any] | None:
    for key in value:
        parts = key if type(key) is tuple else (key,)
        if not all(type(part) is int for part in parts):
            return None
    for keys in _keys_of_boards:
        if all(key in value for key in keys):
            return [value[key] for key in keys]
    return None


def _numbered(cells: Sequence[Any], digits: Sequence[int]) -> bool:
    """Tell whether the empty ones of `cells` are written as their own numbers, counted from 0 or from 1."""
    empty = [(at, cell) for at, (cell, digit) in enumerate(zip(cells, digits, strict=True)) if digit == 0]
    return any(
        all(cell in (at + first, str(at + first)) and type(cell) is not bool for at, cell in empty) for first in (0, 1)
    )
