"""Finds what a function's text alone shows: that it keeps state, or depends on more than its arguments."""

from __future__ import annotations

import ast
import collections
import string
from collections.abc import Iterator
from typing import Any

from .call_graph import CallGraph, is_start_of_base
from .effects import Effects
from .reasons import Reason
from .scopes import Function

DATA = (list, dict, set, frozenset, str, tuple, int, float, collections.deque, collections.Counter)
DATA_METHODS = {name for kind in DATA for name in dir(kind) if name[0] != "_"} - {"format", "format_map"}
DATA_METHODS |= {"from_iterable"}
ITERATORS = {"map", "filter", "zip", "reversed", "enumerate", "iter"}
SHOWS_ADDRESS = {"str", "repr", "add", "hash", "format", "print"}
"""Functions and methods whose effect depends on the address of an object without its own text or hash."""
ADDRESS_DEPENDENT = Reason("addresses")


class FunctionRules:
    """Judges the nodes of functions by their text alone; the parameters of a reason lack the function."""

    def __init__(self, graph: CallGraph, effects: Effects) -> None:
        """Judge the functions of `graph`, whose `effects` are allowed as far as entries keep them."""
        self._graph, self._effects = graph, effects

    def of_decorators(self, function: Function) -> Reason | None:
        """Refuse decorators, except those that say what kind of method a function is."""
        own = [
            name
            for name in function.decorators
            if not (function.class_name and name in {"staticmethod", "classmethod"})
        ]
        return Reason("decorated") if own else None

    def of_yield(self, function: Function, _node: ast.AST) -> Reason | None:
        """Refuse a generator that may call itself; any other is a loop of the function that goes through it."""
        return Reason("recursive-generator") if self._graph.calls_itself(function) else None

    def of_name(self, _function: Function, node: ast.Name) -> Reason | None:
        """Refuse a name that a class changes to another, and `type` as a value."""
        if node.id.startswith("__") and not node.id.endswith("__"):
            return Reason("uses", (node.id,))
        if node.id != "type" or not isinstance(node.ctx, ast.Load) or not self._graph.is_global(node):
            return None
        parent = self._graph.parents[node]
        asked = isinstance(parent, ast.Compare) or (isinstance(parent, ast.Call) and parent.func is node)
        return None if asked else Reason("hands-on-type")

    def of_binding(self, function: Function, node: ast.AST) -> Reason | None:
        """Refuse to change a variable of the module or of a function around, unless entries keep the change."""
        for name in _names_bound_by(node):
            kind = function.scope.declared.get(name)
            if kind is not None and not self._effects.is_kept(function, name):
                code = "changes-global-variable" if kind == "global" else "changes-outer-variable"
                return Reason(code, (name,))
        return None

    def of_set(self, _function: Function, node: ast.Set) -> Reason | None:
        """Refuse a set of objects."""
        return ADDRESS_DEPENDENT if any(map(self._is_object, node.elts)) else None

    def of_setcomp(self, _function: Function, node: ast.SetComp) -> Reason | None:
        """Refuse a set of objects."""
        return ADDRESS_DEPENDENT if self._is_object(node.elt) else None

    def of_formatted_value(self, _function: Function, node: ast.FormattedValue) -> Reason | None:
        """Refuse the text of an object."""
        return ADDRESS_DEPENDENT if self._is_object(node.value) else None

    def of_binop(self, _function: Function, node: ast.BinOp) -> Reason | None:
        """Refuse the text of an object in ``"..." % values``."""
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        shows = isinstance(node.op, ast.Mod) and any(map(self._is_object, values))
        return ADDRESS_DEPENDENT if shows else None

    def of_finally(self, _function: Function, node: ast.Try) -> Reason | None:
        """Refuse to leave a `finally` early, which drops the exception that is on its way."""
        parts = [part for last in node.finalbody for part in ast.walk(last)]
        leaves = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in parts)
        return Reason("swallows-exceptions") if leaves else None

    def of_raise(self, function: Function, node: ast.Raise) -> Reason | None:
        """Refuse to raise again what a caller may be handling."""
        handler: Any = node if node.exc is None else None
        while handler is not None and not isinstance(handler, ast.ExceptHandler):
            handler = self._graph.parents[handler] if handler is not function.node else None
        return Reason("catches-any") if node.exc is None and handler is None else None

    def of_call(self, _function: Function, node: ast.Call) -> Reason | None:
        """Refuse to make a class, and to show the address of an object."""
        if isinstance(node.func, ast.Name) and node.func.id == "type" and (len(node.args) != 1 or node.keywords):
            return Reason("makes-class")
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        return ADDRESS_DEPENDENT if name in SHOWS_ADDRESS and any(map(self._is_object, values)) else None

    def of_attribute(self, function: Function, node: ast.Attribute) -> Reason | None:
        """Refuse special attributes, ``.format`` of what is no simple text, and to set attributes of other objects."""
        on_self = isinstance(node.value, ast.Name) and node.value.id == function.self_name
        if node.attr == "format_map" or (node.attr == "format" and not _is_simple_format(node.value)):
            return Reason("uses-attribute", (node.attr,))
        if node.attr.startswith("__") and (node.attr.endswith("__") or not on_self):
            return None if _begins_base(function, node) else Reason("uses-attribute", (node.attr,))
        if isinstance(node.ctx, ast.Load) or on_self:
            return None
        return Reason("sets-attribute", (node.attr,))

    def of_subscript(self, function: Function, node: ast.Subscript) -> Reason | None:
        """Refuse to change a container that is no local variable."""
        if isinstance(node.ctx, ast.Load):
            return None
        root = _root(node)
        if not isinstance(root, ast.Name):
            return Reason("changes-unnamed")
        if function.scope.declared.get(root.id) == "global" or self._graph.is_global(root):
            return Reason("changes-global", (root.id,))
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


def _begins_base(function: Function, node: ast.Attribute) -> bool:
    """Tell whether `node` is the `__init__` of a base, called for the instance that `function` begins."""
    if function.name != "__init__" or function.class_name is None or not is_start_of_base(node):
        return False
    arguments = node.value.args if isinstance(node.value, ast.Call) else []
    return [ast.unparse(one) for one in arguments] in ([], [function.class_name, function.self_name])


def _names_bound_by(node: Any) -> Iterator[str]:
    """Yield the names that `node` itself binds or deletes."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.MatchMapping):
        yield from [node.rest] if node.rest else []
    elif isinstance(node, (ast.FunctionDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name


def _is_simple_format(node: ast.AST) -> bool:
    """Tell whether `node` is a text whose fields name values and no parts of them."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    try:
        fields = [field for _text, field, _spec, _conversion in string.Formatter().parse(node.value) if field]
        specs = [spec for _text, _field, spec, _conversion in string.Formatter().parse(node.value) if spec]
    except ValueError:
        return True  # it raises
    return all(field.isalnum() or field.isidentifier() for field in fields) and not any("{" in one for one in specs)


def _root(node: Any) -> Any:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node
