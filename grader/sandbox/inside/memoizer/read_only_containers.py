"""
Lists, sets and dicts of plain data at module level: memoized functions may use them if no code ever changes them.

A container is followed from its name through subscripts and loops, to every use of the variables for its parts. Any
other use of the container refuses it; most files only loop over a table of lines.
"""

from __future__ import annotations

import ast
from typing import Any

from .. import boards
from .call_graph import CallGraph
from .scopes import Use, Variable

CONTAINERS = (list, dict, set)
FROZEN = (tuple, frozenset)
MAX_PARTS = 400
"""The most parts of a container; a table of lines has fewer."""
READ_METHODS = {"count", "get", "index", "items", "keys", "values"}
READ_BY = {"all", "any", "enumerate", "len", "list", "max", "min", "set", "sorted", "sum", "tuple"}
"""Builtins that return a new value or a part of their only argument, never the argument itself."""
HARMLESS = {Use.READ, Use.ASSIGNED, Use.BOUND}
"""Uses of a variable that leave its value unchanged; a value that was read is followed."""


class ReadOnlyContainers:
    """Tells whether all code only reads a container of plain data."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        self._followed: set[tuple[Variable, frozenset[int]]] = set()
        """The variables already examined, each with the ids of its possible values."""

    def allows(self, node: ast.Name, value: Any) -> bool:
        """Tell whether nothing can change `value`, which `node` names."""
        self._followed.clear()
        return self._is_read(node, [value])

    def _is_read(self, node: ast.expr, values: list[Any]) -> bool:
        """Tell whether nothing can change the containers `values`; the expression `node` gives one of them."""
        parent, parts = self._graph.parents[node], _mutable_parts(values)
        match parent:
            case ast.Compare() | ast.UnaryOp():
                only_read = True
            case ast.Subscript(ctx=ast.Load()):
                takes_part = parent.value is node and not isinstance(parent.slice, ast.Slice)
                only_read = takes_part and self._is_read(parent, parts)
            case ast.For() | ast.comprehension():
                only_read = parent.iter is node and self._is_target_read(parent.target, parts)
            case ast.Attribute(ctx=ast.Load()):
                only_read = parent.attr in READ_METHODS and not parts
            case ast.Call(func=ast.Name() as called, keywords=[]):
                builtin = self._graph.is_global(called) and not self._graph.top_level(called.id)
                only_read = builtin and called.id in READ_BY and parent.args == [node] and not parts
            case _:
                only_read = False
        return only_read or not values

    def _is_target_read(self, target: ast.expr, values: list[Any]) -> bool:
        """Tell whether nothing can change `values` after a loop binds them to `target`."""
        if isinstance(target, (ast.Tuple, ast.List)):
            return all(self._is_target_read(part, _mutable_parts(values)) for part in target.elts)
        if not values or not isinstance(target, ast.Name):
            return not values
        variable = self._graph.variable(target)
        key = (variable, frozenset(map(id, values)))
        if key in self._followed:
            return True
        self._followed.add(key)
        places = self._graph.variables.places(variable)
        if variable.owner is None or not {one.use for one in places} <= HARMLESS:
            return False
        return all(self._is_read(one.node, values) for one in places if one.use is Use.READ)


def _mutable_parts(values: list[Any]) -> list[Any]:
    """Return the direct parts of `values` that can change or contain changeable values."""
    return [part for value in values for part in _parts(value) if _can_change(part)]


def _can_change(value: Any) -> bool:
    return type(value) in CONTAINERS or (type(value) in FROZEN and any(map(_can_change, value)))


def _parts(value: Any) -> list[Any]:
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def is_data_container(value: Any) -> bool:
    """Tell whether `value` is a container of plain data, nested or not, of a reasonable size."""
    rest, quota = [value], MAX_PARTS
    while rest and quota > 0:
        part = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS or type(part) in FROZEN:
            rest.extend(_parts(part))
        elif type(part) not in boards.ATOMS:
            return False
    return quota > 0
