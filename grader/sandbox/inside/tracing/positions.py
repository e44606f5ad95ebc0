"""
Reads positions out of a student's values, in whichever way they are written.

A position is a number with nine digits of base three, the first cell first: 0 is an empty cell, 1 an X and 2 an O. No
method of a student's object is called; attributes are read where Python keeps them, values told apart by exact type.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any

from ..boards import ATOMS, CELLS, SIDE

MAX_CLASSES = 1_000
"""Classes whose descriptors are kept."""
_storages: dict[int, tuple[type, Sequence[Any]]] = {}
"""By the class's identity: no hash function of a metaclass is called."""
_mro_of = type.__dict__["__mro__"].__get__
members_of = type.__dict__["__dict__"].__get__
"""Returns what a class itself defines, by name."""


def items_of(value: Any) -> Sequence[Any] | None:
    """Return the items of a list or a tuple, or of an object whose class inherits from these; None for all else."""
    kind = type(value)
    if kind is list or kind is tuple:
        return value  # type: ignore[no-any-return]
    for one in _mro_of(kind):
        if one is list or one is tuple:
            return [*one.__iter__(value)]
    return None


def attributes_of(value: Any) -> Mapping[str, Any]:
    """Return the attributes that an object itself has."""
    found: dict[str, Any] = {}
    for member in _storage(type(value)):
        try:
            stored = member.__get__(value)
        except AttributeError:  # a slot that was never set
            continue
        if type(member) is types.MemberDescriptorType:
            found[member.__name__] = stored
        elif type(stored) is dict:
            found.update(stored)
    return found


def _storage(kind: type) -> Sequence[Any]:
    """Return the descriptors by which Python itself reads where objects of this class keep their attributes."""
    known = _storages.get(id(kind))
    if known is not None and known[0] is kind:
        return known[1]
    members = [
        member
        for one in _mro_of(kind)
        for name, member in [*members_of(one).items()]
        if type(member) is types.MemberDescriptorType
        or (type(member) is types.GetSetDescriptorType and type(name) is str and name == "__dict__")
    ]
    if len(_storages) < MAX_CLASSES:
        _storages[id(kind)] = (kind, members)
    return members


NO_POSITION = 0xFFFF
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
    return int("".join(str(DIGITS.index(symbol)) for symbol in symbols), len(DIGITS))


def count_marks(number: int) -> int:
    """Return how many cells of a position are not empty."""
    count = 0
    while number:
        number, digit = divmod(number, len(DIGITS))
        count += digit != 0
    return count


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
        self.start = number_of(start)
        self._start = [DIGITS.index(symbol) for symbol in start]
        self._other_cells: set[int] = set()
        """Digits of the cells that are known to be written in another way, too."""
        self._attempts_left = LEARNING_ATTEMPTS

    def read(self, value: Any) -> int:
        cells = _cells(value)
        if cells is None:
            return NO_POSITION
        a, b, c, d, e, f, g, h, i = cells
        digits = self._by_identity
        try:
            return (
                6_561 * digits[id(a)] + 2_187 * digits[id(b)] + 729 * digits[id(c)]
                + 243 * digits[id(d)] + 81 * digits[id(e)] + 27 * digits[id(f)]
                + 9 * digits[id(g)] + 3 * digits[id(h)] + digits[id(i)]
            )  # fmt: skip
        except KeyError:
            return self._read_other(cells)

    def _read_other(self, cells: Sequence[Any]) -> int:
        """Read cells that are not all the module's own objects."""
        if not all(_is_atom(type(cell)) or id(cell) in self._by_identity for cell in cells):
            return NO_POSITION
        digits = [*map(self._digit, range(len(cells)), cells)]
        if None in digits and self._learn(cells):
            digits = [*map(self._digit, range(len(cells)), cells)]
        number = 0
        for digit in digits:
            if digit is None:
                return NO_POSITION
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
        """Learn how `cells` are written, which must be a position after the start; False if they are none."""
        if self._attempts_left == 0:
            return False
        self._attempts_left -= 1
        learned = self._marks_at_start(cells)
        if learned is None:
            return False
        unknown = {
            at: cell
            for at, cell in enumerate(cells)
            if self._digit(at, cell) is None and (type(cell), cell) not in learned
        }
        others = _numbered(unknown) or self._one_kind(unknown)
        if others is None:
            return False
        learned.update(others)
        self._other_cells.update(learned.values())
        self._by_value.update(learned)
        return True

    def _marks_at_start(self, cells: Sequence[Any]) -> dict[tuple[object, ...], int] | None:
        """Return how the marks of the start are written in `cells`, None if they are not there."""
        found: dict[tuple[object, ...], int] = {}
        for at, (cell, digit) in enumerate(zip(cells, self._start, strict=True)):
            if digit == 0:
                continue
            known = self._digit(at, cell)
            if known is None:
                known = found.setdefault((type(cell), cell), digit)
            if known != digit:
                return None
        return found

    def _one_kind(self, unknown: Mapping[int, Any]) -> dict[tuple[object, ...], int] | None:
        """Take cells that were empty at the start and are all alike for empty ones; if these are known, for a mark."""
        kinds = {(type(cell), cell) for cell in unknown.values()}
        if len(kinds) > 1:
            return None
        # The first mark that is new is that of the player who moves first.
        digit = next((digit for digit in range(len(DIGITS)) if digit not in self._other_cells), None)
        return None if kinds and digit is None else dict.fromkeys(kinds, digit or 0)


def _cells(value: Any) -> Sequence[Any] | None:
    """Return the nine cells of `value`, row by row; None if it cannot be a board."""
    kind = type(value)
    if kind is str:
        return value if len(value) == CELLS else None
    if kind is dict:
        return _cells_of_dict(value) if len(value) == CELLS else None
    items = value if kind is list or kind is tuple else items_of(value)
    if items is None or len(items) != SIDE:
        return items if items is not None and len(items) == CELLS else None
    first, second, third = items
    if type(first) is type(second) is type(third) is list:
        return (*first, *second, *third) if len(first) == len(second) == len(third) == SIDE else None
    rows = [row if type(row) is str else items_of(row) for row in items]
    return [cell for row in rows for cell in row or ()] if all(row and len(row) == SIDE for row in rows) else None


def _cells_of_dict(value: dict[Any, Any]) -> Sequence[Any] | None:
    """Return the cells of a board by place; by other texts they come in their order."""
    if all(type(key) is str for key in value):
        return [*value.values()]
    for key in value:
        parts = key if type(key) is tuple else (key,)
        if not all(type(part) is int for part in parts):
            return None
    for keys in _keys_of_boards:
        if all(key in value for key in keys):
            return [value[key] for key in keys]
    return None


def _numbered(cells: Mapping[int, Any]) -> dict[tuple[object, ...], int]:
    """Return `cells`, by their place, as empty ones if each is written as its own number, from 0 or from 1."""
    for first in (0, 1):
        if all(type(cell) in (int, str) and cell in (at + first, str(at + first)) for at, cell in cells.items()):
            return {(type(cell), cell, at): 0 for at, cell in cells.items()}
    return {}
