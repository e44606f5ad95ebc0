"""Follows lists, tuples and dicts of functions through those who call by them, to see that they do nothing else."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

from . import data_flow
from .call_graph import Reading
from .class_rules import is_constant
from .scopes import Function

CONTAINERS = {list, tuple, dict}
MANY = 40
"""Parts of a container at most."""
DEEP = 4
OF_PYTHON = {id(one) for one in (max, min, sum, len, abs, any, all)}
OF_PYTHON |= {id(one) for one in (operator.gt, operator.lt, operator.ge, operator.le, operator.eq, operator.ne)}
"""Functions of Python's own that may be in it: they call and keep nothing."""


class Dispatch:
    """Judges what the functions of a file do with the functions that the module keeps in containers."""

    def __init__(self, reading: Reading, tables_of: data_flow.Tables) -> None:
        """Look through the functions of `reading`; `tables_of` knows where their names are used."""
        self._reading, self._tables = reading, tables_of
        self._seen: set[tuple[Function, str]] = set()

    def only_called(self, function: Function, node: ast.Name, value: Any) -> bool:
        """Tell whether of all that is in `value`, which `node` in `function` stands for, functions are called only."""
        self._seen = set()
        return self._expression(function, node, [value])

    def _expression(self, function: Function, node: Any, values: list[Any]) -> bool:
        """Judge an expression that gives one of `values`."""
        if all(map(is_constant, values)):
            return True
        parent: Any = self._reading.parents[node]
        if isinstance(parent, ast.Call):
            return parent.func is node and not any(type(value) in CONTAINERS for value in values)
        if isinstance(parent, ast.Subscript):
            taken = (
                parent.value is node and isinstance(parent.ctx, ast.Load) and not isinstance(parent.slice, ast.Slice)
            )
            return taken and self._expression(function, parent, _parts_of_all(values))
        if isinstance(parent, ast.Attribute):
            return self._got(function, parent, values)
        if isinstance(parent, ast.Assign):
            return all(self._bound(function, target, values) for target in parent.targets)
        return False

    def _got(self, function: Function, node: Any, values: list[Any]) -> bool:
        """Judge the method of a dict that `node` is: only `get` without a default, called at once."""
        call: Any = self._reading.parents[node]
        called = isinstance(call, ast.Call) and call.func is node and len(call.args) == 1 and not call.keywords
        dicts = node.attr == "get" and isinstance(node.ctx, ast.Load) and all(type(value) is dict for value in values)
        return called and dicts and self._expression(function, call, [None, *_parts_of_all(values)])

    def _bound(self, function: Function, target: Any, values: list[Any]) -> bool:
        """Follow values into the names they are bound to."""
        if isinstance(target, ast.Name):
            if (function, target.id) in self._seen:
                return False  # bound twice over: its values are not followed together
            self._seen.add((function, target.id))
            if data_flow.grows(function, target.id):
                return False
            return all(self._expression(where, node, values) for where, node in self._tables.uses(function, target.id))
        if isinstance(target, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in target.elts):
            even = all(type(value) in {list, tuple} and len(value) == len(target.elts) for value in values)
            return even and all(
                self._bound(function, part, [value[at] for value in values]) for at, part in enumerate(target.elts)
            )
        return False


def holds_functions(value: Any, is_function: Callable[[Any], bool]) -> bool:
    """Tell whether `value` is a container of functions and plain data, nested or not, of a reasonable size."""
    rest, quota = [(value, 0)], MANY
    while rest and quota > 0:
        part, depth = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS and depth < DEEP:
            rest.extend((inner, depth + 1) for inner in parts_of(part))
            if type(part) is dict and not all(map(is_constant, part)):
                return False
        elif not (is_constant(part) or id(part) in OF_PYTHON or is_function(part)):
            return False
    return quota > 0 and type(value) in CONTAINERS


def contents(value: Any) -> Iterator[Any]:
    """Yield everything in a container, keys too, in order."""
    yield value
    if type(value) in CONTAINERS:
        for part in [*value, *value.values()] if type(value) is dict else value:
            yield from contents(part)


def parts_of(value: Any) -> list[Any]:
    """Return what a subscript of a container may give."""
    return [*value.values()] if type(value) is dict else [*value]


def _parts_of_all(values: list[Any]) -> list[Any]:
    return [part for value in values if type(value) in CONTAINERS for part in parts_of(value)]
