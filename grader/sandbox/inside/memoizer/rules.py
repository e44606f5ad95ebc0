"""Finds where functions keep state or depend on more than arguments: one rule for each kind of node."""

from __future__ import annotations

import ast
import builtins
import collections
import types
from collections.abc import Iterable
from typing import Any

from .call_graph import CallGraph
from .effects import Effects
from .obstacle import Obstacle
from .scopes import Function

DATA = (list, dict, set, frozenset, str, tuple, int, float, collections.deque, collections.Counter)
DATA_METHODS = {name for kind in DATA for name in dir(kind) if name[0] != "_"} - {"format", "format_map"}
PATTERN_METHODS = {"match", "search", "fullmatch", "findall", "sub", "group", "groups", "span", "start", "end"}
"""Methods of `re` that answer with plain data, or with a match that has only these."""
DATA_METHODS |= {"from_iterable"} | PATTERN_METHODS
ITERATORS = {"map", "filter", "zip", "reversed", "enumerate", "iter"}
SHOWS_ADDRESS = {"str", "repr", "add", "hash", "format", "print"}
"""Functions and methods whose effect depends on the address of an object without its own text or hash."""
ADDRESS_DEPENDENT = Obstacle("addresses")
IDENTITY_NAMES = {"id", "is_", "is_not", "getsizeof", "getrefcount", "getallocatedblocks"}
"""Functions that tell apart objects of the same value."""
FIXED = (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.Load)
"""Nodes of a default that never changes."""
MISSING = object()
"""The value of a name that is not defined."""


class NodeRules:
    """Judges single nodes of functions; the parameters of a reason lack the function."""

    def __init__(self, graph: CallGraph, effects: Effects, module: types.ModuleType) -> None:
        """Judge the functions of `graph`, imported as `module`; entries keep the `effects`."""
        self._graph, self._effects, self._module = graph, effects, module

    def of_yield(self, function: Function, _node: ast.AST) -> Obstacle | None:
        """Refuse a generator that may call itself; any other generator is a loop of its caller."""
        return Obstacle("recursive-generator") if self._graph.calls_itself(function) else None

    def of_name(self, _function: Function, node: ast.Name) -> Obstacle | None:
        """Refuse a name that a class changes to another, and `type` as a value."""
        if node.id.startswith("__") and not node.id.endswith("__"):
            return Obstacle("uses", (node.id,))
        if node.id != "type" or not isinstance(node.ctx, ast.Load) or not self._graph.is_global(node):
            return None
        parent = self._graph.parents[node]
        asked = isinstance(parent, ast.Compare) or (isinstance(parent, ast.Call) and parent.func is node)
        return None if asked else Obstacle("uses", ("type",))

    def of_binding(self, function: Function, node: ast.AST) -> Obstacle | None:
        """Refuse changes of variables of the module or of a surrounding function, unless entries keep the change."""
        for _scope, name in self._graph.bindings.get(node, ()):
            kind = function.scope.declared.get(name)
            if kind is not None and not self._effects.is_kept(function, name):
                code = "changes-global" if kind == "global" else "changes-outer-variable"
                return Obstacle(code, (name,))
        return None

    def of_addresses(self, _function: Function, node: Any) -> Obstacle | None:
        """Refuse a set of objects, and an object's text in an f-string or in ``"..." % values``."""
        if isinstance(node, ast.BinOp):
            values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            values = values if isinstance(node.op, ast.Mod) else []
        elif isinstance(node, ast.Set):
            values = node.elts
        else:
            values = [node.value if isinstance(node, ast.FormattedValue) else node.elt]
        return ADDRESS_DEPENDENT if any(map(self._is_object, values)) else None

    def of_finally(self, _function: Function, node: ast.Try) -> Obstacle | None:
        """Refuse to leave a `finally` early, which drops the exception that is on its way."""
        parts = [part for last in node.finalbody for part in ast.walk(last)]
        leaves = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in parts)
        return Obstacle("swallows-exceptions") if leaves else None

    def of_raise(self, function: Function, node: ast.Raise) -> Obstacle | None:
        """Refuse to raise again an exception that a caller may be handling."""
        handler: Any = node if node.exc is None else None
        while handler is not None and not isinstance(handler, ast.ExceptHandler):
            handler = self._graph.parents[handler] if handler is not function.node else None
        return Obstacle("catches-any") if node.exc is None and handler is None else None

    def of_call(self, _function: Function, node: ast.Call) -> Obstacle | None:
        """Refuse to make a class, and to show the address of an object."""
        if isinstance(node.func, ast.Name) and node.func.id == "type" and (len(node.args) != 1 or node.keywords):
            return Obstacle("uses", ("type",))
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        return ADDRESS_DEPENDENT if name in SHOWS_ADDRESS and any(map(self._is_object, values)) else None

    def of_attribute(self, function: Function, node: ast.Attribute) -> Obstacle | None:
        """Refuse to set an attribute, to read one that no module and no plain data has, and to format unusually."""
        special = node.attr == "format_map" or node.attr.startswith("__")
        known = node.attr in DATA_METHODS or (not special and self._is_module(function, node.value))
        if node.attr == "format":
            known = _is_simple_format(node.value)
        return None if known and isinstance(node.ctx, ast.Load) else Obstacle("uses", (f".{node.attr}",))

    def of_subscript(self, function: Function, node: ast.Subscript) -> Obstacle | None:
        """Refuse to change a container that is no local variable."""
        if isinstance(node.ctx, ast.Load):
            return None
        root = _root(node)
        if not isinstance(root, ast.Name):
            return Obstacle("changes-unnamed")
        if function.scope.declared.get(root.id) == "global" or self._graph.is_global(root):
            return Obstacle("changes-global", (root.id,))
        return None

    def _is_object(self, node: ast.AST) -> bool:
        """Tell whether an expression gives an object whose text and hash depend on its address."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            made = self._graph.generators | self._graph.classes
            return node.func.id in ITERATORS | made
        if isinstance(node, ast.Name):
            owner = self._graph.scopes[node].owner_of(node.id) or self._graph.root.scope
            return node.id in owner.functions
        return isinstance(node, (ast.Lambda, ast.GeneratorExp))

    def _is_module(self, function: Function, node: ast.expr) -> bool:
        if not isinstance(node, ast.Name):
            return False
        if self._graph.is_global(node):
            return isinstance(vars(self._module).get(node.id), types.ModuleType)
        _path, name = self._graph.imported(function, node) or ("", "no module")
        return not name

    def of_identity(self, _function: Function, node: ast.Compare) -> Obstacle | None:
        """Refuse ``is`` unless one side is None, True or False."""
        sides = [node.left, *node.comparators]
        for operation, left, right in zip(node.ops, sides, sides[1:], strict=False):
            singular = any(self._is_singular(side) for side in (left, right))
            if isinstance(operation, (ast.Is, ast.IsNot)) and not singular:
                return Obstacle("compares-identity")
        return None

    def of_handler(self, _function: Function, node: ast.ExceptHandler) -> Obstacle | None:
        """Refuse a handler of RecursionError or MemoryError, which depend on earlier calls."""
        for one in node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]:
            value: Any = BaseException
            if isinstance(one, ast.Name) and self._graph.scopes[one].owner_of(one.id) is None:
                value = vars(self._module).get(one.id, vars(builtins).get(one.id))
            if type(value) is not type or issubclass(RecursionError, value) or issubclass(MemoryError, value):
                return Obstacle("catches-any")
        return None

    def sees_identity(self, functions: Iterable[Function]) -> Obstacle | None:
        """Return what in `functions` or in the module may tell apart objects of the same value, or None."""
        for function in (self._graph.root, *functions):
            for node in (one for one in function.nodes if one not in self._graph.guarded):
                for name in filter(IDENTITY_NAMES.__contains__, self._names_of_others(node)):
                    if function is self._graph.root:
                        return Obstacle("file-uses", (name,))
                    return Obstacle("uses", (function.qualified, name))
        return None

    def _names_of_others(self, node: ast.AST) -> list[str]:
        """Return the names of values from elsewhere, also of one that gets another name here."""
        if isinstance(node, ast.ImportFrom):
            return [alias.name for alias in node.names]
        if isinstance(node, ast.Name):
            return [node.id] if self._graph.is_global(node) else []
        return [getattr(node, "attr", "")]

    def _is_singular(self, node: ast.AST) -> bool:
        """Tell whether Python has only one object of this value."""
        if isinstance(node, ast.Constant):
            return node.value is None or type(node.value) is bool
        if not isinstance(node, ast.Name):
            return False
        is_global = self._graph.scopes[node].owner_of(node.id) is None
        value = vars(self._module).get(node.id, MISSING) if is_global else MISSING
        return value is None or type(value) is bool

    def of_defaults(self, _function: Function, node: Any) -> Obstacle | None:
        """Refuse changeable defaults of an inner function, made anew with each definition."""
        given = [one for one in (*node.args.defaults, *node.args.kw_defaults) if one is not None]
        parts = [part for default in given for part in ast.walk(default)]
        return None if all(isinstance(part, FIXED) for part in parts) else Obstacle("inner-default")


def _is_simple_format(node: ast.AST) -> bool:
    """Tell whether `node` is a text with only empty fields, which name no parts of values."""
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and {"{", "}"}.isdisjoint(text.replace("{}", ""))


def _root(node: Any) -> Any:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node
