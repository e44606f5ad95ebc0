"""
Follows the containers of plain data that a global holds through everything that the functions of a file may do.

The engine knows how names are bound and where they are used. What an expression may do with the values is judged by
`ReadOnlyContainers`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from .call_graph import CallGraph
from .scopes import Function
from .variables import Use, Variable

if TYPE_CHECKING:
    from .read_only_containers import ReadOnlyContainers

HARMLESS = {Use.READ, Use.ASSIGNED, Use.BOUND}
"""What leaves the value of a variable as it is; what is done with a value that was read is followed."""


class ValueStep(NamedTuple):
    """A node of the syntax tree that values reach."""

    function: Function
    node: Any
    """An expression that gives one of `values`, or a target or parameter that is bound to one of them."""
    values: list[Any]


class DataFlow:
    """Tells whether nothing that may happen to a value changes it."""

    def __init__(self, graph: CallGraph, policy: ReadOnlyContainers) -> None:
        """Follow values through the functions of `graph`."""
        self._graph, self._policy = graph, policy
        self._bound: dict[Variable, list[frozenset[int]]] = {}
        """The values, by their ids, that were followed for each variable."""

    def allows(self, function: Function, node: ast.Name, value: Any) -> bool:
        """Tell whether all that may happen to `value`, which `node` in `function` stands for, is allowed."""
        self._bound = {}
        return self._follow_expression(ValueStep(function, node, [value]))

    def _follow(self, step: ValueStep) -> bool:
        if not step.values:
            return True
        if isinstance(step.node, ast.arg):
            return self._follow_variable(step, Variable(step.function.scope, step.node.arg))
        if isinstance(getattr(step.node, "ctx", None), ast.Store):
            return self._follow_target(step)
        return self._follow_expression(step)

    def _follow_expression(self, step: ValueStep) -> bool:
        steps = self._policy.next_steps(step, self._graph.parents[step.node])
        return steps is not None and all(map(self._follow, steps))

    def _follow_target(self, step: ValueStep) -> bool:
        if isinstance(step.node, ast.Name):
            return self._follow_variable(step, self._graph.variable(step.node))
        if not isinstance(step.node, (ast.Tuple, ast.List)):
            return False
        return all(
            self._follow(ValueStep(step.function, part, some))
            for part, some in zip(step.node.elts, self._policy.unpacked(step.node, step.values), strict=True)
        )

    def _follow_variable(self, step: ValueStep, variable: Variable) -> bool:
        """Follow values to every use of the variable that they are bound to, in whatever function that is."""
        before = self._bound.setdefault(variable, [])
        ids = frozenset(map(id, step.values))
        if ids in before:
            return True
        before.append(ids)
        places = self._graph.variables.places(variable)
        if variable.owner is None or not {one.use for one in places} <= HARMLESS:
            return False
        reads = [one for one in places if one.use is Use.READ]
        return all(self._follow_expression(ValueStep(one.function, one.node, step.values)) for one in reads)
