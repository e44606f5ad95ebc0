"""
Plain data: values that cannot change, keys that are equal only for equal arguments, copies of answers.

Python's own functions whose answers depend only on arguments are here, too. Nothing here depends on the submission.
"""

from __future__ import annotations

import builtins
import collections
import copy
import functools
import itertools
import math
import operator
import re
import warnings
from sys import getrefcount
from typing import Any

from .. import boards
from ..boards import ATOMS, cells_of

BUILTINS = (
    "abs all any bin bool callable chr complex dict divmod enumerate filter float frozenset hex int isinstance"
    " issubclass iter len list map max min next oct ord pow range repr reversed round set sorted str sum"
    " tuple type zip"
)
IN_PLACE = {"setitem", "delitem", "attrgetter", "methodcaller", "call"} | {
    name
    for name in vars(operator)
    if name[0] == "i" and name not in {"indexOf", "itemgetter", "index", "inv", "invert"}
}
"""Functions of `operator` that change an argument, or that call functions which the text does not name."""
PURE_BUILTINS = {name: getattr(builtins, name) for name in BUILTINS.split(" ")}
PURE: set[Any] = {*PURE_BUILTINS.values()}
PURE |= {value for value in vars(math).values() if callable(value)}
PURE |= {value for name, value in vars(itertools).items() if name[0] != "_" and callable(value)}
PURE |= {value for name, value in vars(operator).items() if name[0] != "_" and callable(value) and name not in IN_PLACE}
PURE |= {copy.copy, copy.deepcopy, functools.reduce, functools.cmp_to_key}
PURE |= {collections.Counter, collections.deque, collections.defaultdict, collections.OrderedDict}
PURE_IDS = {id(value) for value in PURE}
"""The ids of the functions, taken before the import of the submission."""
OF_PATTERNS = {id(one): 2 for one in (re.findall, re.fullmatch, re.match, re.search, re.split)} | {id(re.sub): 3}
"""By id of a function that compiles a pattern: its arguments without flags, some of which print."""
MODULES = {"math", "itertools", "operator", "copy", "functools", "collections", "re", "sys"}


@functools.cache
def compiles_quietly(pattern: str) -> bool:
    """Tell whether Python takes the pattern without an exception and without a warning, which would be printed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            re.compile(pattern)
        except Exception:
            return False
    return True


def is_pure(value: Any) -> bool:
    """Tell whether `value` is one of these functions and types, or our `deepcopy`."""
    return id(value) in PURE_IDS or value is boards.deepcopy


FROZEN = frozenset([tuple, frozenset])
DEEP_CONSTANT = 8
DEEP_KEY = 6
"""The deepest nesting of containers in a constant and in a key."""


class NoKeyError(Exception):
    """The value has no key: a set, because its order is no part of its value; an object; a container used twice."""


class KeyMaker:
    """Makes keys that are equal exactly if the arguments are alike in type, value and order."""

    def __init__(self) -> None:
        self.by_identity = False
        """Whether texts are alike only if they are the same object."""

    def key(self, value: Any, containers: dict[int, Any], depth: int = 0) -> Any:
        """
        Return the key of `value`, which is inside `depth` containers; raise NoKeyError if it has none.

        Adds changeable containers to `containers` by their `id`; a container already there is used twice.
        """
        kind = type(value)
        if kind is str or kind is int or value is None:
            return (value, id(value)) if self.by_identity and kind is str else value
        if kind is bool or kind is float:
            return _number_key(value)
        if id(value) in PURE_IDS:
            return (id, id(value))
        if depth > DEEP_KEY:
            raise NoKeyError
        return self._container_key(value, kind, containers, depth + 1)

    def _container_key(self, value: Any, kind: type, seen: dict[int, Any], depth: int) -> Any:
        if kind is not tuple:
            if id(value) in seen:
                raise NoKeyError
            seen[id(value)] = value
        if kind is list:
            cells = cells_of(value)
            if cells is not None and seen.keys().isdisjoint(map(id, value)):
                seen.update((id(row), row) for row in value)
                return ("board", *cells, *map(id, cells)) if self.by_identity else ("board", *cells)
        if kind is list or kind is tuple:
            return (kind, *[self.key(part, seen, depth) for part in value])
        if kind is not dict:
            raise NoKeyError
        return (kind, *[(self.key(key, seen, depth), self.key(one, seen, depth)) for key, one in value.items()])


def _number_key(value: bool | float) -> Any:  # noqa: FBT001 - a value of either kind
    """Tell True from 1 from 1.0, and 0.0 from -0.0, which are equal to Python."""
    if math.isnan(value):
        raise NoKeyError
    return (type(value), value, math.copysign(1, value))


def is_constant(value: Any, depth: int = 0) -> bool:
    """Tell whether `value` is an atom that equals itself, or a tuple or frozenset of such values."""
    kind = type(value)
    if kind in ATOMS:
        return kind is not float or not math.isnan(value)
    if kind not in FROZEN or depth >= DEEP_CONSTANT:
        return False
    for part in value:  # noqa: SIM110 - called for every answer that is stored: a generator is slower
        if not is_constant(part, depth + 1):
            return False
    return True


def fresh_count() -> int:
    """Return the reference count, in this Python's memo, of a result that only its caller holds."""

    def keep(result: Any) -> int:
        return getrefcount(result)

    def call() -> Any:
        result = [1]
        return result  # noqa: RET504 - as in the memo

    def compute() -> int:
        result = call()
        return keep(result)

    return compute()
