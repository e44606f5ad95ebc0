"""Follows lists, sets and dicts of the module through the functions that read them, to see that none writes them."""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Iterator
from typing import Any

from .. import boards
from .call_graph import Reading
from .scopes import Function, arguments_of

CONTAINERS = (list, dict, set)
MANY = 400
"""Parts of a table at most: more is no table of lines."""
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
LOOKS = {"len", "any", "all", "isinstance"}
"""Functions that hand nothing of their argument on."""
COPIES = LOOKS | {
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
COPIES |= {"range", "reversed", "dict", "iter", "next", "str"}
"""Functions that hand on only what is in it, which does no harm where nothing in it can be changed."""
SECOND = {"zip", "map", "filter"}
"""Functions that only read their later arguments as well."""
PASSES = {"enumerate", "zip", "reversed", "iter", "sorted", "list", "tuple"}


class Tables:
    """Looks at every way a value may go, from the name that holds it to where it is used up."""

    def __init__(self, reading: Reading, module: types.ModuleType) -> None:
        """Look through the functions of `reading`, imported as `module`."""
        self._reading = reading
        whole = vars(module).get("copy") is copy and copy.deepcopy is boards.deepcopy
        self._copiers = {"copy.deepcopy"} if whole else set()
        if vars(module).get("deepcopy") is boards.deepcopy:
            self._copiers.add("deepcopy")
        self._seen: set[tuple[Function, str, frozenset[int]]] = set()
        self._pairs: dict[frozenset[int], tuple[Any, ...]] = {}
        """What `enumerate` and `zip` make of values, by these: kept, since `_seen` knows them by their address."""

    def only_read(self, function: Function, node: ast.Name, value: Any) -> bool:
        """Tell whether `node` in `function`, which stands for the container `value`, is only ever read from."""
        self._seen = set()
        return self._expression(function, node, [value])

    def _expression(self, function: Function, node: Any, values: list[Any]) -> bool:
        """Judge an expression that gives one of `values`."""
        parent: Any = self._reading.parents[node]
        judge = getattr(self, f"_in_{type(parent).__name__.lower()}", None)
        return judge is not None and bool(judge(function, parent, node, values))

    def _in_subscript(self, function: Function, parent: Any, node: Any, values: list[Any]) -> bool:
        if parent.value is not node or not isinstance(parent.ctx, ast.Load):
            return False
        inner = values if isinstance(parent.slice, ast.Slice) else _mutable_parts(values)
        return not inner or self._expression(function, parent, inner)

    def _in_compare(self, *_where: Any) -> bool:
        return True

    def _in_for(self, function: Function, parent: Any, node: Any, values: list[Any]) -> bool:
        return parent.iter is node and self._bound(function, parent.target, _elements(values))

    _in_comprehension = _in_for

    def _in_if(self, _function: Function, parent: Any, node: Any, _values: list[Any]) -> bool:
        return parent.test is node

    _in_while = _in_if

    def _in_unaryop(self, _function: Function, parent: Any, _node: Any, _values: list[Any]) -> bool:
        return isinstance(parent.op, ast.Not)

    def _in_boolop(self, function: Function, parent: Any, _node: Any, values: list[Any]) -> bool:
        return self._expression(function, parent, values)

    def _in_ifexp(self, function: Function, parent: Any, node: Any, values: list[Any]) -> bool:
        return parent.test is node or self._expression(function, parent, values)

    def _in_assign(self, function: Function, parent: Any, _node: Any, values: list[Any]) -> bool:
        return all(self._bound(function, target, values) for target in parent.targets)

    def _in_starred(self, _function: Function, parent: Any, _node: Any, values: list[Any]) -> bool:
        return isinstance(parent.ctx, ast.Load) and not _mutable_parts(values)

    def _in_binop(self, _function: Function, _parent: Any, _node: Any, values: list[Any]) -> bool:
        return not _mutable_parts(values)

    def _in_attribute(self, function: Function, parent: Any, _node: Any, values: list[Any]) -> bool:
        inner = _mutable_parts(values)
        if parent.attr not in READ_METHODS or not isinstance(parent.ctx, ast.Load):
            return False
        return not inner or parent.attr in {"count", "keys", "index"}

    def _in_call(self, function: Function, parent: Any, node: Any, values: list[Any]) -> bool:
        name = self._called(parent)
        if name is None or node is parent.func:
            return False
        own = self._reading.top(name)
        if own:
            return all(self._argument(callee, parent, node, values) for callee in own)
        if name == "deepcopy" and parent.args[0] is node:
            return True
        # What follows the first argument may be handed back, or written to.
        only_read = name in SECOND or (parent.args[0] is node and (name not in {"max", "min"} or len(parent.args) == 1))
        if name in LOOKS or (name in COPIES and only_read and not _mutable_parts(values)):
            return True
        above = self._reading.parents[parent]
        if (
            name in PASSES
            and not parent.keywords
            and isinstance(above, (ast.For, ast.comprehension))
            and above.iter is parent
        ):
            return self._bound(function, above.target, self._passed(name, _elements(values)))
        return False

    def _passed(self, name: str, elements: list[Any]) -> list[Any]:
        """Return what a loop over a call of `name` binds, when the argument has `elements` that can be changed."""
        if name not in {"enumerate", "zip"} or not elements:
            return elements
        return [self._pairs.setdefault(frozenset(map(id, elements)), tuple(elements))]

    def _called(self, call: ast.Call) -> str | None:
        """Return the global function that is called, as far as a name says it."""
        if isinstance(call.func, ast.Attribute):
            known = ast.unparse(call.func) in self._copiers and isinstance(call.func.value, ast.Name)
            return "deepcopy" if known and self._is_global(call.func.value) else None
        if not isinstance(call.func, ast.Name):
            return None
        if not self._is_global(call.func) or (call.func.id == "deepcopy" and "deepcopy" not in self._copiers):
            return None
        return call.func.id

    def _is_global(self, node: Any) -> bool:
        return self._reading.scopes[node].owner_of(node.id) is None

    def _argument(self, callee: Function, call: ast.Call, node: Any, values: list[Any]) -> bool:
        """Follow an argument into a function of the file."""
        own = callee.node.args
        if node not in call.args or any(isinstance(one, ast.Starred) for one in call.args):
            return False
        at = call.args.index(node)
        names = [*own.posonlyargs, *own.args]
        return at < len(names) and self._name(callee, names[at].arg, values)

    def _bound(self, function: Function, target: Any, values: list[Any]) -> bool:
        """Follow values into the names they are bound to."""
        if not values:
            return True
        if isinstance(target, ast.Name):
            return self._name(function, target.id, values)
        if isinstance(target, (ast.Tuple, ast.List)):
            inside = _mutable_parts(values)
            return all(self._bound(function, part, inside) for part in target.elts)
        return False

    def _name(self, function: Function, name: str, values: list[Any]) -> bool:
        mark = (function, name, frozenset(map(id, values)))
        if mark in self._seen:
            return True
        self._seen.add(mark)
        if grows(function, name):
            return False
        return all(self._expression(where, node, values) for where, node in self.uses(function, name))

    def uses(self, function: Function, name: str) -> Iterator[tuple[Function, ast.Name]]:
        """Yield every place that may mean the `name` of `function`, those in its inner functions too."""
        yield from ((function, node) for node, _scope in function.loads if node.id == name)
        for inner in function.inner:
            if name not in {one.arg for one in arguments_of(inner.node)}:
                yield from self.uses(inner, name)


def grows(function: Function, name: str) -> bool:
    """Tell whether `function` may change the list, set or dict called `name` in place by assigning to it."""
    return any(isinstance(node, ast.AugAssign) and ast.unparse(node.target) == name for node in function.nodes)


def _mutable_parts(values: list[Any]) -> list[Any]:
    """Return what is directly in `values` and can be changed, or holds what can."""
    return [part for value in values for part in _parts(value) if _can_change(part)]


def _elements(values: list[Any]) -> list[Any]:
    """Return those that a loop over one of `values` gives: of a dict the keys, which cannot be changed."""
    return _mutable_parts([value for value in values if type(value) is not dict])


def _can_change(value: Any) -> bool:
    kind = type(value)
    return kind in CONTAINERS or (kind in {tuple, frozenset} and any(map(_can_change, value)))


def _parts(value: Any) -> list[Any]:
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def is_table(value: Any) -> bool:
    """Tell whether `value` is a container of plain data, nested or not, of a reasonable size."""
    rest, quota = [value], MANY
    while rest and quota > 0:
        part = rest.pop()
        quota -= 1
        if type(part) in CONTAINERS or type(part) in {tuple, frozenset}:
            rest.extend(_parts(part))
        elif type(part) not in {int, float, str, bool, type(None)}:
            return False
    return quota > 0
