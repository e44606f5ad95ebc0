"""Lists, tuples and dicts of functions at module level: allowed in memoized functions that only call what is inside."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

from .call_graph import CallGraph
from .data_flow import Step
from .plain_values import is_constant

CONTAINERS = {list, tuple, dict}
MAX_PARTS = 40
"""The most parts of a container."""
DEEP = 4
"""How deeply containers may be nested."""
BUILTIN_IDS = {id(one) for one in (max, min, sum, len, abs, any, all)}
BUILTIN_IDS |= {id(one) for one in (operator.gt, operator.lt, operator.ge, operator.le, operator.eq, operator.ne)}
"""Python's own functions that a container may hold: they call only what the text names, and keep no state."""

Steps = list[Step] | None


class FunctionContainers:
    """The policy for containers of functions: a function is taken out by a subscript or `get`, and called."""

    joins_bindings = False

    def __init__(self, graph: CallGraph) -> None:
        """Judge the functions of `graph`."""
        self._graph = graph

    def next_steps(self, step: Step, parent: Any) -> Steps:
        """Return where values go from an expression inside the node `parent`, None if that is more than a call."""
        if all(map(is_constant, step.values)):
            return []
        if isinstance(parent, ast.Call):
            called = parent.func is step.node and not any(type(value) in CONTAINERS for value in step.values)
            return [] if called else None
        if isinstance(parent, ast.Subscript):
            taken = parent.value is step.node and isinstance(parent.ctx, ast.Load)
            sliced = isinstance(parent.slice, ast.Slice)
            return [Step(step.function, parent, _parts_of_all(step.values))] if taken and not sliced else None
        if isinstance(parent, ast.Attribute):
            return self._in_get(step, parent)
        if isinstance(parent, ast.Assign):
            return [step._replace(node=target) for target in parent.targets]
        return None

    def _in_get(self, step: Step, node: ast.Attribute) -> Steps:
        """Allow one method, a dict's `get` without a default, called at once."""
        call: Any = self._graph.parents[node]
        called = isinstance(call, ast.Call) and call.func is node and len(call.args) == 1 and not call.keywords
        dicts = all(type(value) is dict for value in step.values)
        if node.attr != "get" or not isinstance(node.ctx, ast.Load) or not called or not dicts:
            return None
        return [Step(step.function, call, [None, *_parts_of_all(step.values)])]

    def unpacked(self, target: ast.Tuple | ast.List, values: list[Any]) -> list[list[Any]] | None:
        """Return the values of each part of `target` if all `values` have as many parts."""
        if not isinstance(target, ast.Tuple) or any(isinstance(part, ast.Starred) for part in target.elts):
            return None
        even = all(type(value) in {list, tuple} and len(value) == len(target.elts) for value in values)
        return [[value[at] for value in values] for at in range(len(target.elts))] if even else None


def holds_functions(value: Any, is_function: Callable[[Any], bool]) -> bool:
    """Tell whether `value` is a container of functions and plain data, nested or not, of a reasonable size."""
    rest, quota = [(value, 0)], MAX_PARTS
    while rest and quota > 0:
        part, depth = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS and depth < DEEP:
            rest.extend((inner, depth + 1) for inner in _parts_of(part))
            if type(part) is dict and not all(map(is_constant, part)):
                return False
        elif not (is_constant(part) or id(part) in BUILTIN_IDS or is_function(part)):
            return False
    return quota > 0 and type(value) in CONTAINERS


def contents(value: Any) -> Iterator[Any]:
    """Yield a container and everything in it, keys too, in order."""
    yield value
    if type(value) in CONTAINERS:
        for part in [*value, *value.values()] if type(value) is dict else value:
            yield from contents(part)


def _parts_of(value: Any) -> list[Any]:
    """Return what a subscript of a container may give."""
    return [*value.values()] if type(value) is dict else [*value]


def _parts_of_all(values: list[Any]) -> list[Any]:
    return [part for value in values if type(value) in CONTAINERS for part in _parts_of(value)]
