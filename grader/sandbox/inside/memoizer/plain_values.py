"""Turns arguments into keys that are equal exactly where the arguments are alike in type, value and order."""

from __future__ import annotations

import math
from typing import Any

from .closed_world import PURE_IDS

CELLS = frozenset([str, type(None)])
SIDE = 3
DEEP = 6


class Unkeyable(Exception):
    """The value is no key: a set, whose order is not in its value, an object, a container that is there twice."""


class Keys:
    """Makes keys; an instance of a known class is what its attributes are."""

    def __init__(self, classes: dict[Any, bool]) -> None:
        """Know `classes`, now or later, and which of them are named tuples: the dictionary is kept."""
        self._classes = classes

    def key(self, values: tuple[Any, ...]) -> tuple[Any, list[Any]]:
        """Return the key of `values` taken together and the containers in them (Unkeyable when there is no key)."""
        seen: dict[int, Any] = {}
        return self._frozen(values, seen, 0), [*seen.values()]

    def _frozen(self, value: Any, seen: dict[int, Any], depth: int) -> Any:
        kind = type(value)
        if kind is str or kind is int or value is None:
            return value
        if kind is bool or kind is float:
            return _number(value)
        if id(value) in PURE_IDS or (kind is type and value in self._classes):
            return (id, id(value))
        if depth > DEEP:
            raise Unkeyable
        return self._container(value, kind, seen, depth + 1)

    def _container(self, value: Any, kind: type, seen: dict[int, Any], depth: int) -> Any:
        frozen = kind is tuple or self._classes.get(kind)
        if not frozen:
            if id(value) in seen:
                raise Unkeyable
            seen[id(value)] = value
        if kind is list:
            cells = cells_of(value)
            if cells is not None and seen.keys().isdisjoint(map(id, value)):
                seen.update((id(row), row) for row in value)
                return ("board", *cells)
        if kind is list or frozen:
            return (kind, *[self._frozen(part, seen, depth) for part in value])
        if kind in self._classes:
            value = vars(value)
        elif kind is not dict:
            raise Unkeyable
        return (kind, *[(self._frozen(key, seen, depth), self._frozen(one, seen, depth)) for key, one in value.items()])


def cells_of(board: Any) -> tuple[Any, ...] | None:
    """Return the nine cells of a list of three different lists of texts and None; None where it is anything else."""
    if type(board) is not list or len(board) != SIDE:
        return None
    first, second, third = board
    if not (type(first) is type(second) is type(third) is list and len(first) == len(second) == len(third) == SIDE):
        return None
    if first is second or second is third or first is third:
        return None
    cells = (*first, *second, *third)
    return cells if CELLS.issuperset(map(type, cells)) else None


def _number(value: bool | float) -> Any:  # noqa: FBT001 - a value of either kind
    if math.isnan(value):
        raise Unkeyable
    return (type(value), value, math.copysign(1, value))
