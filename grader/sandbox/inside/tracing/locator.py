"""
The functions of a submission as Python runs them, and the position that each call is about.

A position is found in the arguments, then in their attributes, then in outer and global variables. No method of a
student's object is called: attributes are read where Python keeps them.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..boards import ATOMS
from ..out_of_sight import freeze
from .positions import NO_POSITION, PositionReader, attributes_of, count_marks, items_of, members_of

MAX_DEPTH = 2
"""Containers or objects inside each other that are searched for a board."""
MAX_PARTS = 32
"""Items or attributes of one value that are looked at."""
MAX_PATHS = 3
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


class Path(NamedTuple):
    """Where a board was found."""

    variable: str
    is_global: bool
    steps: tuple[tuple[type, Any], ...]
    """From a value to one of its parts: the value's own type; an index, a key, or the name of an attribute."""


def arguments_of(code: types.CodeType) -> tuple[str, ...]:
    """Return the names of all parameters, in order."""
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[:count]


class Locator:
    """Finds the positions that the calls of one function are about."""

    def __init__(self, code: types.CodeType, reader: PositionReader) -> None:
        self._reader = reader
        self._names = (*arguments_of(code), *code.co_freevars)
        self._global_names = code.co_names
        self._paths: Sequence[Path] = ()
        """Where boards were found; those that are equally deep, in the order of the search."""
        self._argument: str | None = None
        """The variable that is the board, if there is one."""
        self._failures_left = MAX_FAILURES

    def position(self, variables: Mapping[str, Any], module: Mapping[str, Any]) -> int:
        """Return the position of a call that begins with these local and global variables, or `NO_POSITION`."""
        if self._argument is not None:  # what follows does the same, more slowly
            found = self._reader.read(variables.get(self._argument))
        else:
            found = self._read(self._paths, variables, module)
        if found == NO_POSITION and self._failures_left:
            self._search(variables, module)
            found = self._read(self._paths, variables, module)
        return found

    def _read(self, paths: Sequence[Path], variables: Mapping[str, Any], module: Mapping[str, Any]) -> int:
        """
        Return the position that a call is about, of several that may be kept beside it.

        Of several arguments that is the one with most marks, else the first one that is not the start.
        """
        found = []
        for path in paths:
            value = (module if path.is_global else variables).get(path.variable)
            for kind, key in path.steps:
                value = _part(value, kind, key)
            position = self._reader.read(value)
            if position != NO_POSITION:
                found.append(position)
        if len(found) > 1 and not paths[0].steps and not paths[0].is_global:
            return max(found, key=count_marks)
        return next(
            (position for position in found if position != self._reader.start), found[0] if found else NO_POSITION
        )

    def _search(self, variables: Mapping[str, Any], module: Mapping[str, Any]) -> None:
        """Find out where the boards are; those that are searched first hide all others."""
        for names, values, is_global in ((self._names, variables, False), (self._global_names, module, True)):
            level = [(Path(name, is_global, ()), values[name]) for name in names if name in values]
            for depth in range(MAX_DEPTH + 1):
                found = [path for path, value in level if self._reader.read(value) != NO_POSITION]
                if found:
                    self._paths = found[:MAX_PATHS]
                    alone = len(found) == 1 and not depth and not is_global
                    self._argument = found[0].variable if alone else None
                    freeze()  # the collector must not list them
                    return
                if depth < MAX_DEPTH:
                    level = [below for path, value in level for below in self._below(path, value)][: MAX_PARTS**2]
        self._failures_left -= 1

    def _below(self, path: Path, value: Any) -> list[tuple[Path, Any]]:
        """Return the parts of `value`; none if it is a list of several boards."""
        kind = type(value)
        found = [(path._replace(steps=(*path.steps, (kind, key))), part) for key, part in _parts(value)]
        if items_of(value) is not None and sum(self._reader.read(part) != NO_POSITION for _path, part in found) > 1:
            return []
        return found


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """Return what `value` consists of, each with its index, key or attribute."""
    kind = type(value)
    if any(kind is opaque for opaque in _OPAQUE):
        return []
    items = items_of(value)
    if items is not None:
        return [*enumerate(items[:MAX_PARTS])]
    return [(name, part) for name, part in [*_named(value).items()][:MAX_PARTS] if type(name) is str]


def _part(value: Any, kind: type, key: Any) -> Any:
    """Return one part of `value`; None if it has no such part, or is not of this `kind`."""
    if type(value) is not kind:
        return None
    if type(key) is int:
        items = items_of(value)
        return items[key] if items is not None and key < len(items) else None
    return _named(value).get(key)


def _named(value: Any) -> Mapping[Any, Any]:
    """Return the items of a dict or the attributes of an object."""
    if type(value) is dict:
        return value
    return members_of(value) if type(value) is type else attributes_of(value)


LAMBDA = "<lambda>"
CO_GENERATOR = 0x20


class FunctionCode:
    """A function of the submission, as Python runs it."""

    def __init__(self, code: types.CodeType, number: int, reader: PositionReader) -> None:
        """Give it a number; positions are read with `reader`."""
        self.code, self.number = code, number
        unnamed = code.co_name.startswith("<") and code.co_name != LAMBDA
        self.generates = bool(code.co_flags & CO_GENERATOR) and not unnamed
        self.inline = self.generates or unnamed
        """Whether it is no function of its own: a comprehension, the body of a class, a generator, which is a loop."""
        self.arguments = arguments_of(code)
        self.locator = Locator(code, reader)
        self.calls = 0
        """How often it was called."""
        self.helps = False
        """Whether it is taken for a function that belongs to no search."""
        self.running = 0
        """Since then: how many of its calls are running."""
