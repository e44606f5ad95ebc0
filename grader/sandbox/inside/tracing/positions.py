"""
Reads positions out of a student's values: boards of any shape whose cells are the module's constants.

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
        self._by_value = {
            (type(value), value): digit for digit, value in enumerate(self._constants) if _is_atom(type(value))
        }
        self.start = number_of(start)

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
        number = 0
        for cell in cells:
            digit = self._digit(cell)
            if digit is None:
                return NO_POSITION
            number = number * 3 + digit
        return number

    def _digit(self, cell: Any) -> int | None:
        digit = self._by_identity.get(id(cell))
        if digit is None and _is_atom(type(cell)):
            digit = self._by_value.get((type(cell), cell))
        return digit


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
