"""Finds what a function's text alone shows: that it keeps state, or depends on more than its arguments."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from typing import Any, ClassVar

from .call_graph import CallGraph
from .effects import Effects
from .scopes import Function

DATA = (list, dict, set, frozenset, str, tuple, int, float, collections.deque, collections.Counter)
DATA_METHODS = {name for kind in DATA for name in dir(kind) if name[0] != "_"} - {"format", "format_map"}
DATA_METHODS |= {"from_iterable"}
REFUSED = {
    ast.Yield: "is a generator",
    ast.YieldFrom: "is a generator",
    ast.Await: "is a coroutine",
    ast.AsyncFor: "is a coroutine",
    ast.AsyncWith: "is a coroutine",
    ast.AsyncFunctionDef: "is a coroutine",
    ast.With: "uses a with statement",
    ast.ClassDef: "defines a class",
    ast.MatchClass: "matches classes",
}
ITERATORS = {"map", "filter", "zip", "reversed", "enumerate", "iter"}
SHOWS_ADDRESS = {"str", "repr", "add", "hash", "print"}
"""Functions and methods whose effect depends on the address of an object without its own text or hash."""
ADDRESS_DEPENDENT = "goes by the addresses of objects, which are left to chance"


class FunctionRules:
    """Judges the functions of one file by their text alone."""

    def __init__(self, graph: CallGraph, effects: Effects) -> None:
        """Judge the functions of `graph`, whose `effects` are allowed as far as entries keep them."""
        self._graph, self._effects = graph, effects
        self._judged: dict[Function, str | None] = {}

    def doubt(self, function: Function) -> str | None:
        """Return why `function` cannot be memoized, or None; the reason continues a sentence after its name."""
        if function not in self._judged:
            doubts = (self._doubt_about(function, node) for node in function.nodes)
            self._judged[function] = _doubt_about_decorators(function) or next(filter(None, doubts), None)
        return self._judged[function]

    def _doubt_about(self, function: Function, node: Any) -> str | None:
        if type(node) in REFUSED:
            return REFUSED[type(node)]
        judge = self._judges.get(type(node))
        return judge(self, function, node) if judge is not None else None

    def _doubt_about_name(self, _function: Function, node: ast.Name) -> str | None:
        if node.id.startswith("__") and not node.id.endswith("__"):
            return f"uses {node.id}"  # a class changes such names to others
        if node.id != "type" or not isinstance(node.ctx, ast.Load):
            return None
        parent = self._graph.parents[node]
        asked = isinstance(parent, ast.Compare) or (isinstance(parent, ast.Call) and parent.func is node)
        return None if asked else "hands on type"

    def _doubt_about_set(self, _function: Function, node: ast.Set) -> str | None:
        return ADDRESS_DEPENDENT if any(map(self._is_object, node.elts)) else None

    def _doubt_about_setcomp(self, _function: Function, node: ast.SetComp) -> str | None:
        return ADDRESS_DEPENDENT if self._is_object(node.elt) else None

    def _doubt_about_formattedvalue(self, _function: Function, node: ast.FormattedValue) -> str | None:
        return ADDRESS_DEPENDENT if self._is_object(node.value) else None

    def _doubt_about_try(self, _function: Function, node: Any) -> str | None:
        parts = [part for last in node.finalbody for part in ast.walk(last)]
        leaves = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in parts)
        return "swallows exceptions in a finally" if leaves else None

    def _doubt_about_call(self, _function: Function, node: ast.Call) -> str | None:
        if isinstance(node.func, ast.Name) and node.func.id == "type" and (len(node.args) != 1 or node.keywords):
            return "makes a class"
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        shows = name in SHOWS_ADDRESS and any(map(self._is_object, node.args))
        return ADDRESS_DEPENDENT if shows else None

    def _is_object(self, node: ast.AST) -> bool:
        """Tell whether an expression gives an object whose text and hash depend on its address."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ITERATORS | self._graph.classes
        if isinstance(node, ast.Name):
            owner = self._graph.scopes[node].owner_of(node.id) or self._graph.root.scope
            return node.id in owner.functions
        return isinstance(node, (ast.Lambda, ast.GeneratorExp))

    def _doubt_about_global(self, function: Function, node: ast.Global) -> str | None:
        changed = self._changed(function, node)
        return f"changes the global variable {changed[0]}" if changed else None

    def _doubt_about_nonlocal(self, function: Function, node: ast.Nonlocal) -> str | None:
        changed = self._changed(function, node)
        return f"changes the outer variable {changed[0]}" if changed else None

    def _changed(self, function: Function, node: Any) -> list[str]:
        """Return the declared variables that `function` changes and whose changes entries do not keep."""
        changed = [name for name in node.names if function.scope.bound[name]]
        return [name for name in changed if not self._effects.is_kept(function, name)]

    def _doubt_about_attribute(self, function: Function, node: ast.Attribute) -> str | None:
        on_self = isinstance(node.value, ast.Name) and node.value.id == function.self_name
        if node.attr.startswith("__") and (node.attr.endswith("__") or not on_self):
            return f"uses .{node.attr}"
        if isinstance(node.ctx, ast.Load) or on_self:
            return None
        return f"sets the attribute {node.attr}"

    def _doubt_about_subscript(self, function: Function, node: ast.Subscript) -> str | None:
        if isinstance(node.ctx, ast.Load):
            return None
        root = _root(node)
        if not isinstance(root, ast.Name):
            return "changes something it does not name"
        if function.scope.declared.get(root.id) == "global" or self._graph.scopes[root].owner_of(root.id) is None:
            return f"changes the global {root.id}"
        return None

    def _doubt_about_binop(self, _function: Function, node: ast.BinOp) -> str | None:
        formats = (
            isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        )
        return "formats text" if formats else None

    _judges: ClassVar[dict[type[ast.AST], Callable[[FunctionRules, Function, Any], str | None]]] = {
        ast.Name: _doubt_about_name,
        ast.Set: _doubt_about_set,
        ast.SetComp: _doubt_about_setcomp,
        ast.FormattedValue: _doubt_about_formattedvalue,
        ast.Try: _doubt_about_try,
        # `except*`, from Python 3.11 on.
        getattr(ast, "TryStar", ast.Try): _doubt_about_try,
        ast.Call: _doubt_about_call,
        ast.Global: _doubt_about_global,
        ast.Nonlocal: _doubt_about_nonlocal,
        ast.Attribute: _doubt_about_attribute,
        ast.Subscript: _doubt_about_subscript,
        ast.BinOp: _doubt_about_binop,
    }


def _root(node: Any) -> Any:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node


def _doubt_about_decorators(function: Function) -> str | None:
    own = [
        name for name in function.decorators if not (function.class_name and name in {"staticmethod", "classmethod"})
    ]
    return "has a decorator" if own else None
