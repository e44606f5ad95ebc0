"""
Follows the values of a name through everything that the functions of a file may do with them.

The engine knows how names are bound and where they are used. A policy judges what an expression does with its values:
`ReadOnlyContainers` for data that must not be changed, `FunctionContainers` for functions that may only be called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from .call_graph import CallGraph
from .scopes import Function, parameters_of


class Step(NamedTuple):
    """A node of the syntax tree that values reach."""

    function: Function
    node: Any
    """An expression that gives one of `values`, or a target or parameter that is bound to one of them."""
    values: list[Any]


class Policy(Protocol):
    """Judges what happens to values."""

    joins_bindings: bool
    """Whether values that a name gets in two places may be followed one after the other; else they are refused."""

    def next_steps(self, step: Step, parent: Any) -> list[Step] | None:
        """Return where values go from an expression inside the node `parent`, None if they may not be there."""

    def unpacked(self, target: ast.Tuple | ast.List, values: list[Any]) -> list[list[Any]] | None:
        """Return the values of each part of an assignment's `target`, None if that is not known."""


class DataFlow:
    """Tells whether a policy allows everything that may happen to a value."""

    def __init__(self, graph: CallGraph, policy: Policy) -> None:
        """Follow values through the functions of `graph`."""
        self._graph, self._policy = graph, policy
        self._bound: dict[tuple[Function, str], list[frozenset[int]]] = {}
        """The values, by their ids, that were followed for each name."""

    def allows(self, function: Function, node: ast.Name, value: Any) -> bool:
        """Tell whether all that may happen to `value`, which `node` in `function` stands for, is allowed."""
        self._bound = {}
        return self._follow_expression(Step(function, node, [value]))

    def _follow(self, step: Step) -> bool:
        if not step.values:
            return True
        if isinstance(step.node, ast.arg):
            return self._follow_name(step, step.node.arg)
        if isinstance(getattr(step.node, "ctx", None), ast.Store):
            return self._follow_target(step)
        return self._follow_expression(step)

    def _follow_expression(self, step: Step) -> bool:
        steps = self._policy.next_steps(step, self._graph.parents[step.node])
        return steps is not None and all(map(self._follow, steps))

    def _follow_target(self, step: Step) -> bool:
        if isinstance(step.node, ast.Name):
            return self._follow_name(step, step.node.id)
        if not isinstance(step.node, (ast.Tuple, ast.List)):
            return False
        values = self._policy.unpacked(step.node, step.values)
        return values is not None and all(
            self._follow(Step(step.function, part, some)) for part, some in zip(step.node.elts, values, strict=True)
        )

    def _follow_name(self, step: Step, name: str) -> bool:
        """Follow values to every use of the name that they are bound to."""
        before = self._bound.setdefault((step.function, name), [])
        ids = frozenset(map(id, step.values))
        if before and not self._policy.joins_bindings:
            return False
        if ids in before:
            return True
        before.append(ids)
        if _is_extended_in_place(step.function, name):
            return False
        return all(map(self._follow_expression, self._uses_of(name, step)))

    def _uses_of(self, name: str, step: Step) -> Iterator[Step]:
        """Yield every place that may mean the `name` of the step's function, in the functions inside it too."""
        yield from (step._replace(node=read.node) for read in step.function.reads if read.node.id == name)
        for inner in step.function.inner:
            if name not in {one.arg for one in parameters_of(inner.node)}:
                yield from self._uses_of(name, step._replace(function=inner))


def _is_extended_in_place(function: Function, name: str) -> bool:
    """Tell whether `function` may change the container called `name` in place by an assignment such as ``+=``."""
    return any(isinstance(node, ast.AugAssign) and ast.unparse(node.target) == name for node in function.nodes)
