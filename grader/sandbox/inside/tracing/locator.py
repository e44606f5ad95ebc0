"""
Finds the position that a call is about: in its arguments, then in their attributes, then in outer and global variables.

No method of a student's object is called: attributes are read where Python keeps them.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..boards import ATOMS
from ..out_of_sight import freeze
from .objects import attributes_of, is_tuple, members_of
from .positions import NO_POSITION, PositionReader

MAX_DEPTH = 2
"""Containers or objects inside each other that are searched for a board."""
MAX_PARTS = 32
"""Items or attributes of one value that are looked at."""
MAX_FAILURES = 20
"""Searches for a board in calls of one function that may fail before it is taken to have none."""
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08
"""Flags of code objects; the module `inspect`, which names them, takes long to import."""
_OPAQUE = ATOMS | {
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.CodeType,
    set,
    frozenset,
    range,
}


class Step(NamedTuple):
    """How to get from a value to one of its parts."""

    kind: type
    """The value's own type."""
    key: Any
    """An index, a key, or the name of an attribute."""


class Path(NamedTuple):
    """Where a board was found."""

    variable: str
    is_global: bool
    steps: tuple[Step, ...]


def arguments_of(code: types.CodeType) -> tuple[str, ...]:
    """Return the names of all parameters, in order."""
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[:count]


class Locator:
    """Finds the positions that the calls of one function are about."""

    def __init__(self, code: types.CodeType, reader: PositionReader) -> None:
        """Read with `reader` in calls of `code`."""
        self._reader = reader
        self._names = (*arguments_of(code), *code.co_freevars)
        self._global_names = code.co_names
        self._path: Path | None = None
        self._failures_left = MAX_FAILURES

    def position(self, variables: Mapping[str, Any], module: Mapping[str, Any]) -> int:
        """Return the position of a call that begins with these local and global variables, or `NO_POSITION`."""
        path = self._path
        if path is not None:
            value = (module if path.is_global else variables).get(path.variable)
            for step in path.steps:
                value = _part(value, step)
            found = self._reader.read(value)
            if found != NO_POSITION:
                return found
        if self._failures_left == 0:
            return NO_POSITION
        return self._search(variables, module)

    def _search(self, variables: Mapping[str, Any], module: Mapping[str, Any]) -> int:
        for names, values, is_global in ((self._names, variables, False), (self._global_names, module, True)):
            level = [(Path(name, is_global, ()), values[name]) for name in names if name in values]
            for depth in range(MAX_DEPTH + 1):
                for path, value in level:
                    found = self._reader.read(value)
                    if found != NO_POSITION:
                        self._path = path
                        freeze()  # the collector must not list it
                        return found
                if depth < MAX_DEPTH:
                    level = [below for path, value in level for below in self._below(path, value)][: MAX_PARTS**2]
        self._failures_left -= 1
        return NO_POSITION

    def _below(self, path: Path, value: Any) -> list[tuple[Path, Any]]:
        """Return the parts of `value`; none if it is a list of several boards."""
        found = [
            (Path(path.variable, path.is_global, (*path.steps, Step(type(value), key))), part)
            for key, part in _parts(value)
        ]
        if (type(value) is list or is_tuple(type(value))) and sum(
            self._reader.read(part) != NO_POSITION for _path, part in found
        ) > 1:
            return []
        return found


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """Return what `value` consists of, each with its index, key or attribute."""
    kind = type(value)
    if any(kind is opaque for opaque in _OPAQUE):
        return []
    if kind is list or is_tuple(kind):
        return [*enumerate(_items(value)[:MAX_PARTS])]
    if kind is dict:
        return [(key, part) for key, part in [*value.items()][:MAX_PARTS] if type(key) is str]
    names = members_of(value) if kind is type else attributes_of(value)
    return [(name, part) for name, part in [*names.items()][:MAX_PARTS] if type(name) is str]


def _items(value: Any) -> Sequence[Any]:
    """Return the items of a list or of any kind of tuple."""
    return value if type(value) is list or type(value) is tuple else (*tuple.__iter__(value),)


def _part(value: Any, step: Step) -> Any:
    """Return one part of `value`; None if it has no such part."""
    kind = type(value)
    if kind is not step.kind:
        return None
    if kind is list or is_tuple(kind):
        items = _items(value)
        return items[step.key] if step.key < len(items) else None
    if kind is dict:
        return value.get(step.key)
    return (members_of(value) if kind is type else attributes_of(value)).get(step.key)
