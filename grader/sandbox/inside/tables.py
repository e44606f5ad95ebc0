"""Follows lists, sets and dicts of the module through the functions that read them, to see that none writes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from reading import Reading
from scopes import Function, arguments_of

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
COPIES |= {"range", "reversed", "dict", "iter", "next", "str", "deepcopy"}
"""Functions that hand on only what is in it, which does no harm where nothing in it can be changed."""
SECOND = {"zip", "map", "filter"}
"""Functions that only read their later arguments as well."""
PASSES = {"enumerate", "zip", "reversed", "iter", "sorted", "list", "tuple"}


class Tables:
    """Looks at every way a value may go, from the name that holds it to where it is used up."""

    def __init__(self, reading: Reading) -> None:
        """Look through the functions of `reading`."""
        self._reading = reading
        self._seen: set[tuple[Function, str, frozenset[int]]] = set()

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
        inner = _mutable_parts(values)
        if isinstance(parent.slice, ast.Slice):
            inner = [*values, *inner]
        return not inner or self._expression(function, parent, inner)

    def _in_compare(self, *_where: Any) -> bool:
        return True

    def _in_for(self, function: Function, parent: Any, node: Any, values: list[Any]) -> bool:
        return parent.iter is node and self._bound(function, parent.target, _mutable_parts(values))

    _in_comprehension = _in_for

    def _in_assign(self, function: Function, parent: Any, _node: Any, values: list[Any]) -> bool:
        return all(isinstance(target, ast.Name) and self._bound(function, target, values) for target in parent.targets)

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
            return self._bound(function, above.target, [*values, *_mutable_parts(values)])
        return False

    def _called(self, call: ast.Call) -> str | None:
        """Return the global function that is called, as far as a name says it."""
        if isinstance(call.func, ast.Attribute):
            whole = (
                isinstance(call.func.value, ast.Name) and self._reading.scopes[call.func.value].owner_of("copy") is None
            )
            return "deepcopy" if whole and ast.unparse(call.func) == "copy.deepcopy" else None
        if not isinstance(call.func, ast.Name):
            return None
        if self._reading.scopes[call.func].owner_of(call.func.id) is not None:
            return None
        return call.func.id

    def _argument(self, callee: Function, call: ast.Call, node: Any, values: list[Any]) -> bool:
        """Follow an argument into a function of the file."""
        own = callee.node.args
        if node not in call.args or any(isinstance(one, ast.Starred) for one in call.args):
            return False
        at = call.args.index(node)
        names = [*own.posonlyargs, *own.args]
        return at < len(names) and self._name(callee, names[at].arg, values)

    def _bound(self, function: Function, target: Any, values: list[Any]) -> bool:
        """Follow values into the names they are bound to; unpacked ones may be parts of parts."""
        if not values:
            return True
        if isinstance(target, ast.Name):
            return self._name(function, target.id, values)
        if isinstance(target, (ast.Tuple, ast.List)):
            inside = [*values, *_mutable_parts(values)]
            return all(self._bound(function, part, inside) for part in target.elts)
        return False

    def _name(self, function: Function, name: str, values: list[Any]) -> bool:
        mark = (function, name, frozenset(map(id, values)))
        if mark in self._seen:
            return True
        self._seen.add(mark)
        if any(isinstance(node, ast.AugAssign) and ast.unparse(node.target) == name for node in function.nodes):
            return False  # a list, a set or a dict it changes in place
        return all(self._expression(where, node, values) for where, node in self._uses(function, name))

    def _uses(self, function: Function, name: str) -> Iterator[tuple[Function, ast.Name]]:
        """Yield every place that may mean the `name` of `function`, those in its inner functions too."""
        yield from ((function, node) for node, _scope in function.loads if node.id == name)
        for inner in function.inner:
            if name not in {one.arg for one in arguments_of(inner.node)}:
                yield from self._uses(inner, name)


def _mutable_parts(values: list[Any]) -> list[Any]:
    """Return the containers that are directly in `values`, those in tuples too."""
    parts: list[Any] = []
    rest = [part for value in values for part in _parts(value)]
    while rest:
        part = rest.pop()
        if type(part) in CONTAINERS:
            parts.append(part)
        elif type(part) in {tuple, frozenset}:
            rest.extend(part)
    return parts


def _parts(value: Any) -> list[Any]:
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def is_table(value: Any) -> bool:
    """Tell whether `value` is a container of plain data, nested or not, of a reasonable size."""
    rest, room = [value], MANY
    while rest and room > 0:
        part = rest.pop()
        room -= 1
        if type(part) in CONTAINERS or type(part) in {tuple, frozenset}:
            rest.extend(_parts(part))
        elif type(part) not in {int, float, str, bool, type(None)}:
            return False
    return room > 0
