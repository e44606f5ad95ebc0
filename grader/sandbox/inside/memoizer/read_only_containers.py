"""Lists, sets and dicts of plain data at module level: allowed in memoized functions if nothing ever changes them."""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Callable
from typing import Any, ClassVar

from .. import boards
from .call_graph import CallGraph
from .data_flow import ValueStep
from .scopes import Function

CONTAINERS = (list, dict, set)
MAX_PARTS = 400
"""The most parts of a container: a table of lines has fewer."""
READ_METHODS = {
    "index",
    "count",
    "get",
    "items",
    "keys",
    "values",
    "copy",
    "issubset",
    "issuperset",
    "union",
    "intersection",
    "difference",
    "isdisjoint",
}
GIVES_NO_PART = {"count", "keys", "index"}
"""Methods among these that return nothing that can change."""
ONLY_LOOK = {"len", "any", "all", "isinstance"}
"""Functions that return no part of their argument."""
RETURN_PARTS = ONLY_LOOK | {
    "sum",
    "min",
    "max",
    "sorted",
    "enumerate",
    "zip",
    "map",
    "filter",
    "list",
    "tuple",
    "set",
    "frozenset",
}
RETURN_PARTS |= {"range", "reversed", "dict", "iter", "next", "str"}
"""Functions that return parts of their first argument but never itself: harmless if no part can change."""
READ_ALL_ARGUMENTS = {"zip", "map", "filter"}
"""Functions among these that treat all their arguments in this way."""
LOOP_OVER = {"enumerate", "zip", "reversed", "iter", "sorted", "list", "tuple"}
"""Functions whose result is often looped over at once."""

Steps = list[ValueStep] | None


class ReadOnlyContainers:
    """The policy for containers of plain data: they are read, compared and copied, and nothing else."""

    def __init__(self, graph: CallGraph, module: types.ModuleType) -> None:
        """Judge the functions of `graph`, imported as `module`."""
        self._graph = graph
        standard = vars(module).get("copy") is copy and copy.deepcopy is boards.deepcopy
        self._copiers = {"copy.deepcopy"} if standard else set()
        if vars(module).get("deepcopy") is boards.deepcopy:
            self._copiers.add("deepcopy")
        self._pairs: dict[frozenset[int], tuple[Any, ...]] = {}
        """The tuples that `enumerate` and `zip` give, by the ids of their parts: the same parts give the same tuple."""

    def next_steps(self, step: ValueStep, parent: Any) -> Steps:
        """Return where values go from an expression inside the node `parent`, None if something may change them."""
        judge = self._judges.get(type(parent))
        return None if judge is None else judge(self, step, parent)

    def unpacked(self, target: ast.Tuple | ast.List, values: list[Any]) -> list[list[Any]]:
        """Return for each part of `target` all that `values` contain and that can change."""
        return [_mutable_parts(values)] * len(target.elts)

    def _in_subscript(self, step: ValueStep, parent: ast.Subscript) -> Steps:
        if parent.value is not step.node or not isinstance(parent.ctx, ast.Load):
            return None
        sliced = isinstance(parent.slice, ast.Slice)
        return [ValueStep(step.function, parent, step.values if sliced else _mutable_parts(step.values))]

    def _in_compare(self, _step: ValueStep, _parent: ast.Compare) -> Steps:
        return []

    def _in_for(self, step: ValueStep, parent: ast.For | ast.comprehension) -> Steps:
        return [ValueStep(step.function, parent.target, _elements(step.values))] if parent.iter is step.node else None

    def _in_test(self, step: ValueStep, parent: ast.If | ast.While) -> Steps:
        return [] if parent.test is step.node else None

    def _in_unaryop(self, _step: ValueStep, parent: ast.UnaryOp) -> Steps:
        return [] if isinstance(parent.op, ast.Not) else None

    def _in_boolop(self, step: ValueStep, parent: ast.BoolOp) -> Steps:
        return [step._replace(node=parent)]

    def _in_ifexp(self, step: ValueStep, parent: ast.IfExp) -> Steps:
        return [] if parent.test is step.node else [step._replace(node=parent)]

    def _in_assign(self, step: ValueStep, parent: ast.Assign) -> Steps:
        return [step._replace(node=target) for target in parent.targets]

    def _in_starred(self, step: ValueStep, parent: ast.Starred) -> Steps:
        return [] if isinstance(parent.ctx, ast.Load) and not _mutable_parts(step.values) else None

    def _in_binop(self, step: ValueStep, _parent: ast.BinOp) -> Steps:
        return None if _mutable_parts(step.values) else []

    def _in_attribute(self, step: ValueStep, parent: ast.Attribute) -> Steps:
        if parent.attr not in READ_METHODS or not isinstance(parent.ctx, ast.Load):
            return None
        return [] if parent.attr in GIVES_NO_PART or not _mutable_parts(step.values) else None

    def _in_call(self, step: ValueStep, parent: ast.Call) -> Steps:
        name = self._global_name(parent.func)
        if name is None or step.node is parent.func:
            return None
        own = self._graph.top_level(name)
        if own:
            parameters = [_step_to_parameter(callee, parent, step) for callee in own]
            return None if None in parameters else [one for one in parameters if one is not None]
        first = parent.args[0] is step.node
        if name in ONLY_LOOK or (name == "deepcopy" and first):
            return []
        # A later argument may be returned or changed. With several arguments `max` returns one of them, not a part.
        only_read = name in READ_ALL_ARGUMENTS or (first and (name not in {"max", "min"} or len(parent.args) == 1))
        if name in RETURN_PARTS and only_read and not _mutable_parts(step.values):
            return []
        return self._in_loop_over(step, parent, name)

    def _in_loop_over(self, step: ValueStep, call: ast.Call, name: str) -> Steps:
        """Return where values go from the arguments of a `call` that a loop goes through."""
        loop = self._graph.parents[call]
        if name not in LOOP_OVER or call.keywords or not isinstance(loop, (ast.For, ast.comprehension)):
            return None
        if loop.iter is not call:
            return None
        elements = _elements(step.values)
        if name in {"enumerate", "zip"} and elements:
            elements = [self._pairs.setdefault(frozenset(map(id, elements)), tuple(elements))]
        return [ValueStep(step.function, loop.target, elements)]

    def _global_name(self, called: ast.expr) -> str | None:
        """Return the name of the global function that is `called`; a trusted ``copy.deepcopy`` is ``deepcopy``."""
        if isinstance(called, ast.Attribute):
            known = ast.unparse(called) in self._copiers and isinstance(called.value, ast.Name)
            return "deepcopy" if known and self._is_global(called.value) else None
        if not isinstance(called, ast.Name) or not self._is_global(called):
            return None
        return None if called.id == "deepcopy" and "deepcopy" not in self._copiers else called.id

    def _is_global(self, node: Any) -> bool:
        return self._graph.scopes[node].owner_of(node.id) is None

    _judges: ClassVar[dict[type[ast.AST], Callable[[ReadOnlyContainers, ValueStep, Any], Steps]]] = {
        ast.Subscript: _in_subscript,
        ast.Compare: _in_compare,
        ast.For: _in_for,
        ast.comprehension: _in_for,
        ast.If: _in_test,
        ast.While: _in_test,
        ast.UnaryOp: _in_unaryop,
        ast.BoolOp: _in_boolop,
        ast.IfExp: _in_ifexp,
        ast.Assign: _in_assign,
        ast.Starred: _in_starred,
        ast.BinOp: _in_binop,
        ast.Attribute: _in_attribute,
        ast.Call: _in_call,
    }


def _step_to_parameter(callee: Function, call: ast.Call, step: ValueStep) -> ValueStep | None:
    """Return the parameter of `callee`, a function of the file, that gets the values in a `call`."""
    own = callee.node.args
    if step.node not in call.args or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    at = call.args.index(step.node)
    parameters = [*own.posonlyargs, *own.args]
    return ValueStep(callee, parameters[at], step.values) if at < len(parameters) else None


def _mutable_parts(values: list[Any]) -> list[Any]:
    """Return the direct parts of `values` that can change or contain what can."""
    return [part for value in values for part in _parts(value) if _can_change(part)]


def _elements(values: list[Any]) -> list[Any]:
    """Return the mutable parts that a loop over one of `values` gives. A dict gives its keys, which cannot change."""
    return _mutable_parts([value for value in values if type(value) is not dict])


def _can_change(value: Any) -> bool:
    kind = type(value)
    return kind in CONTAINERS or (kind in {tuple, frozenset} and any(map(_can_change, value)))


def _parts(value: Any) -> list[Any]:
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def is_data_container(value: Any) -> bool:
    """Tell whether `value` is a container of plain data, nested or not, of a reasonable size."""
    rest, quota = [value], MAX_PARTS
    while rest and quota > 0:
        part = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS or type(part) in {tuple, frozenset}:
            rest.extend(_parts(part))
        elif type(part) not in boards.ATOMS:
            return False
    return quota > 0
