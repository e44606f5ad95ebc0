"""Boards as lists of three rows, as most solutions write them, and a `copy.deepcopy` five times as fast for them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

ATOMS = frozenset([str, int, float, bool, type(None)])
TEXT_CELLS = frozenset([str, type(None)])
"""Types of the cells on most boards; their values equal no value of another type."""
SIDE = 3
CELLS = SIDE * SIDE
_are_atoms = ATOMS.issuperset
_standard_deepcopy = copy.deepcopy


def deepcopy(x: Any, memo: Any = None, _nil: Any = []) -> Any:  # noqa: B006 - the signature of `copy.deepcopy`
    """Return what `copy.deepcopy` returns; faster for lists of atoms and for lists of three different such lists."""
    if memo is None and type(x) is list:
        if len(x) == SIDE:
            a, b, c = x
            if (
                type(a) is type(b) is type(c) is list
                and a is not b
                and b is not c
                and a is not c
                and _are_atoms(map(type, a))
                and _are_atoms(map(type, b))
                and _are_atoms(map(type, c))
            ):
                return [a[:], b[:], c[:]]
        if _are_atoms(map(type, x)):
            return x[:]
    return _standard_deepcopy(x, memo, _nil)


# Code that inspects the function sees the standard one.
deepcopy.__module__, deepcopy.__doc__ = _standard_deepcopy.__module__, _standard_deepcopy.__doc__


def cells_of(board: Any) -> tuple[Any, ...] | None:
    """Return the nine cells of a list of three different lists of three texts or None; None for any other value."""
    if type(board) is not list or len(board) != SIDE:
        return None
    first, second, third = board
    if not (type(first) is type(second) is type(third) is list and len(first) == len(second) == len(third) == SIDE):
        return None
    if first is second or second is third or first is third:
        return None
    cells = (*first, *second, *third)
    return cells if TEXT_CELLS.issuperset(map(type, cells)) else None


def nine_cells(value: Any, *, or_tuples: bool = False) -> list[Any] | None:
    """Return the nine cells, row by row, of a list of three lists of three; None for anything else."""
    if not _is_three(value, or_tuples) or not all(_is_three(row, or_tuples) for row in value):
        return None
    return [cell for row in value for cell in row]


def _is_three(value: Any, or_tuples: bool) -> bool:  # noqa: FBT001 - its only callers are above
    # By identity: a look-up in a set would call the hash function of a student's metaclass.
    kind = type(value)
    return (kind is list or (or_tuples and kind is tuple)) and len(value) == SIDE


def boards_of(text: str, constants: Mapping[str, Any]) -> list[list[list[Any]]]:
    """Return the boards in `text`, nine symbols each, as lists of rows of the cells in `constants`."""
    cells = [constants[symbol] for symbol in text]
    rows = [cells[at : at + SIDE] for at in range(0, len(cells), SIDE)]
    return [rows[at : at + SIDE] for at in range(0, len(rows), SIDE)]


def shares_row(value: list[Any], rows: tuple[list[Any], ...]) -> bool:
    """Tell whether a list contains one of three rows itself, not a copy."""
    first, second, third = rows
    for row in value:  # noqa: SIM110 - called sixteen thousand times: a generator takes longer
        if row is first or row is second or row is third:
            return True
    return False
