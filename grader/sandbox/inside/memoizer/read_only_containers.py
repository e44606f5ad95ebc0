"""
Lists, sets and dicts of plain data at module level: allowed in memoized functions if nothing ever changes them.

They are followed to every place where a name is bound to them. What an expression may do with them depends on its kind.
"""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from .. import boards
from .call_graph import CallGraph
from .scopes import Function, Use, Variable

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


HARMLESS = {Use.READ, Use.ASSIGNED, Use.BOUND}
"""What leaves the value of a variable as it is; what is done with a value that was read is followed."""


class ValueStep(NamedTuple):
    """A node of the syntax tree that values reach."""

    function: Function
    node: Any
    """An expression that gives one of `values`, or a target or parameter that is bound to one of them."""
    values: list[Any]


Steps = list[ValueStep] | None


class ReadOnlyContainers:
    """Tells whether a container of plain data is read, compared and copied, and nothing else."""

    def __init__(self, graph: CallGraph, module: types.ModuleType) -> None:
        """Follow values through the functions of `graph`, imported as `module`."""
        self._graph = graph
        standard = vars(module).get("copy") is copy and copy.deepcopy is boards.deepcopy
        self._copiers = {"copy.deepcopy"} if standard else set()
        if vars(module).get("deepcopy") is boards.deepcopy:
            self._copiers.add("deepcopy")
        self._pairs: dict[frozenset[int], tuple[Any, ...]] = {}
        """The tuples that `enumerate` and `zip` give, by the ids of their parts: the same parts give the same tuple."""
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
        steps = self._next_steps(step, self._graph.parents[step.node])
        return steps is not None and all(map(self._follow, steps))

    def _follow_target(self, step: ValueStep) -> bool:
        if isinstance(step.node, ast.Name):
            return self._follow_variable(step, self._graph.variable(step.node))
        if not isinstance(step.node, (ast.Tuple, ast.List)):
            return False
        parts = _mutable_parts(step.values)
        return all(self._follow(ValueStep(step.function, part, parts)) for part in step.node.elts)

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

    def _next_steps(self, step: ValueStep, parent: Any) -> Steps:
        """Return where values go from an expression inside the node `parent`, None if something may change them."""
        judge = self._judges.get(type(parent))
        return None if judge is None else judge(self, step, parent)

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
