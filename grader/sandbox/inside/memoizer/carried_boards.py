"""
Finds parameters that only carry a board along: the search hands them on, and compares them with other boards.

``def max_value(board, original)`` is a common way to know the first call again. If all comparisons in a call were
unequal, its answer does not depend on `original`, apart from that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, NamedTuple

from .call_graph import CallGraph
from .scopes import Function

COMPARE_NAME = "<compare>"
"""The global name of the function that compares in the student's module; no Python file can contain such a name."""


class Carried(NamedTuple):
    """A parameter of a function."""

    function: Function
    name: str


class CarriedBoards:
    """The parameters of memoized functions that carry boards along."""

    def __init__(self, graph: CallGraph, targets: Iterable[Function]) -> None:
        """Read the functions that will be memoized."""
        self._graph = graph
        self._uses = {
            Carried(target, name): _reads(graph, target, name)
            for target in targets
            for name in _plain_parameters(target)[1:]
            if target.scope.bound[name] == 1 and name not in target.scope.declared
        }
        while unfit := [one for one in self._uses if not all(self._carries(node) for node in self._uses[one])]:
            for one in unfit:
                del self._uses[one]
        compared = any(self._is_comparison(node) for nodes in self._uses.values() for node in nodes)
        if not compared:
            self._uses = {}

    def of(self, target: Function) -> int | None:
        """Return the place of the first parameter of `target` that carries a board along, None if there is none."""
        names = [one.name for one, uses in self._uses.items() if one.function is target and uses]
        return _plain_parameters(target).index(names[0]) if names else None

    def rewrite(self) -> None:
        """Replace each comparison with ``<compare>(left, right, is_left, is_equal)`` in the tree that is imported."""
        comparisons = {self._graph.parents[node]: node for nodes in self._uses.values() for node in nodes}
        for comparison, node in comparisons.items():
            if isinstance(comparison, ast.Compare):
                self._replace(comparison, _call(comparison, node))

    def __bool__(self) -> bool:
        """Tell whether there are any."""
        return bool(self._uses)

    def _carries(self, node: ast.Name) -> bool:
        """Tell whether a use of the parameter in `node` is a comparison, or hands it on to a parameter of its kind."""
        return self._is_comparison(node) or self._next(node) in self._uses

    def _is_comparison(self, node: ast.Name) -> bool:
        """Tell whether a parameter is only asked to equal the first parameter of its function."""
        parent, scope = self._graph.parents[node], self._graph.scopes[node]
        if not isinstance(parent, ast.Compare) or [*map(type, parent.ops)] not in ([ast.Eq], [ast.NotEq]):
            return False
        other = parent.comparators[0] if parent.left is node else parent.left
        own = scope.owner_of(node.id)
        if not isinstance(other, ast.Name) or own is None or own is not scope.function.scope:
            return False
        return scope.owner_of(other.id) is own and _plain_parameters(own.function)[0] == other.id

    def _next(self, node: ast.Name) -> Carried | None:
        """Return the parameter that gets the value of `node`, an argument of a call; None if that is not known."""
        parent: Any = self._graph.parents[node]
        call: Any = self._graph.parents[parent] if isinstance(parent, ast.keyword) else parent
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func is node:
            return None
        owner = self._graph.scopes[call.func].owner_of(call.func.id) or self._graph.root.scope
        called = owner.functions.get(call.func.id, [])
        starred = any(isinstance(part, ast.Starred) for part in call.args)
        if starred or not owner.bound[call.func.id] == len(called) == 1:
            return None
        if isinstance(parent, ast.keyword):
            return Carried(called[0], parent.arg or "")
        names = _plain_parameters(called[0])
        at = call.args.index(node)
        return Carried(called[0], names[at]) if at < len(names) else None

    def _replace(self, old: ast.expr, new: ast.expr) -> None:
        parent = self._graph.parents[old]
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
            elif isinstance(value, list):
                value[:] = [new if part is old else part for part in value]


def _plain_parameters(function: Function) -> list[str]:
    own = function.node.args
    return [parameter.arg for parameter in (*own.posonlyargs, *own.args)]


def _reads(graph: CallGraph, target: Function, name: str) -> list[ast.Name]:
    """Return where a parameter of `target` is read, also in functions inside it."""
    reads = [read for function in graph.functions for read in function.reads if read.node.id == name]
    return [read.node for read in reads if read.scope.owner_of(name) is target.scope]


def _call(comparison: ast.Compare, carried: ast.Name) -> ast.expr:
    is_left = ast.Constant(comparison.left is carried)
    is_equal = ast.Constant(isinstance(comparison.ops[0], ast.Eq))
    arguments = [comparison.left, comparison.comparators[0], is_left, is_equal]
    call = ast.Call(ast.Name(COMPARE_NAME, ast.Load()), arguments, [])
    for node in (call, call.func, is_left, is_equal):
        ast.copy_location(node, comparison)
    return call
