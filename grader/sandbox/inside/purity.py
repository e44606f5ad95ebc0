"""What the text of a function shows against it: ways to remember, to look around, to depend on more than arguments."""

from __future__ import annotations

import ast
import collections
from typing import Any

from reading import Reading
from scopes import Function

DATA = (list, dict, set, frozenset, str, tuple, int, float, collections.deque, collections.Counter)
METHODS = {name for kind in DATA for name in dir(kind) if name[0] != "_"} - {"format", "format_map"} | {"from_iterable"}
CATCHABLE = {
    "ArithmeticError",
    "AssertionError",
    "IndexError",
    "KeyError",
    "LookupError",
    "NotImplementedError",
    "OverflowError",
    "StopIteration",
    "TypeError",
    "ValueError",
    "ZeroDivisionError",
}
"""What a handler may name: an exception that does not tell how deep the stack is or how much memory is left."""

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


class Text:
    """Judges the functions of one file by their text alone."""

    def __init__(self, reading: Reading) -> None:
        """Judge what `reading` found."""
        self._reading = reading
        self._known: dict[Function, str | None] = {}

    def doubt(self, function: Function) -> str | None:
        """Return what speaks against `function`, as the end of a sentence, or None."""
        if function not in self._known:
            doubts = (self._about(function, node) for node in function.nodes)
            self._known[function] = _decorated(function) or next(filter(None, doubts), None)
        return self._known[function]

    def _about(self, function: Function, node: Any) -> str | None:
        if type(node) in REFUSED:
            return REFUSED[type(node)]
        judge = getattr(self, f"_about_{type(node).__name__.lower()}", None)
        found: str | None = judge(function, node) if judge else None
        return found

    def _about_name(self, _function: Function, node: ast.Name) -> str | None:
        # In a class it would mean another name.
        return f"uses {node.id}" if node.id.startswith("__") and not node.id.endswith("__") else None

    def _about_global(self, function: Function, node: ast.Global) -> str | None:
        changed = [name for name in node.names if function.scope.bound[name]]
        return f"changes the global variable {changed[0]}" if changed else None

    def _about_nonlocal(self, function: Function, node: ast.Nonlocal) -> str | None:
        changed = [name for name in node.names if function.scope.bound[name]]
        return f"changes the outer variable {changed[0]}" if changed else None

    def _about_attribute(self, function: Function, node: ast.Attribute) -> str | None:
        if node.attr.startswith("__"):
            return f"uses .{node.attr}"
        if isinstance(node.ctx, ast.Load) or (isinstance(node.value, ast.Name) and node.value.id == function.itself):
            return None
        return f"sets the attribute {node.attr}"

    def _about_subscript(self, function: Function, node: ast.Subscript) -> str | None:
        if isinstance(node.ctx, ast.Load):
            return None
        root = _root(node)
        if not isinstance(root, ast.Name):
            return "changes something it does not name"
        if function.scope.declared.get(root.id) == "global" or self._reading.scopes[root].owner_of(root.id) is None:
            return f"changes the global {root.id}"
        return None

    def _about_excepthandler(self, _function: Function, node: ast.ExceptHandler) -> str | None:
        types = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        named = [one.id for one in types if isinstance(one, ast.Name)]
        if len(named) < len(types) or any(name not in CATCHABLE | self._reading.classes for name in named):
            return "catches exceptions of any kind"
        return None

    def _about_binop(self, _function: Function, node: ast.BinOp) -> str | None:
        formats = (
            isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        )
        return "formats text" if formats else None


def _root(node: Any) -> Any:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node


def _decorated(function: Function) -> str | None:
    own = [name for name in function.decorators if not (function.owner and name in {"staticmethod", "classmethod"})]
    return "has a decorator" if own else None
