"""What the text of a function shows against it: ways to remember, to look around, to depend on more than arguments."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable, Iterable, Iterator
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
NEVER = {
    "exec",
    "eval",
    "compile",
    "__import__",
    "globals",
    "locals",
    "vars",
    "setattr",
    "delattr",
    "getattr",
    "breakpoint",
    "__builtins__",
    "__del__",
    "settrace",
    "setprofile",
    "addaudithook",
    "_getframe",
    "_current_frames",
    "register_at_fork",
    "monitoring",
    "dispatch_table",
    "set_int_max_str_digits",
    "setswitchinterval",
    "set_asyncgen_hooks",
    "set_coroutine_origin_tracking_depth",
    "setlocale",
    "getcontext",
    "setcontext",
    "localcontext",
}
"""Names that, anywhere in the file, let code change or see what the text does not show."""
DUNDERS = {"__name__", "__doc__", "__file__", "__init__", "__repr__", "__str__", "__annotations__", "__all__"}
DUNDERS |= {"__author__", "__version__", "__main__"}
GUARDS = ("__name__ == '__main__'", "'__main__' == __name__")
IMPORTS = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "json",
    "math",
    "numbers",
    "operator",
    "os",
    "pathlib",
    "pprint",
    "random",
    "re",
    "statistics",
    "string",
    "sys",
    "textwrap",
    "time",
    "typing",
}
"""Modules that start nothing which runs beside the student's functions."""


def doubt_about_file(reading: Reading, functions: Iterable[Function], harmless: Callable[[str], bool]) -> str | None:
    """
    Return why nothing in the file can be trusted to stay as it looks, or None.

    `functions` are those that may run; `harmless` knows modules that do nothing.
    """
    running = set(functions) | {one for node in _outside_guard(reading) for one in reading.top(node.id)}
    for one in list(running):
        running |= reading.reach(one)
    for function in (reading.root, *sorted(running, key=lambda one: one.line)):
        for node in function.nodes:
            for module in _imported(node):
                if module.partition(".")[0] not in IMPORTS and not harmless(module.partition(".")[0]):
                    return f"the file imports {module or 'a module beside it'}"
            name = _forbidden(reading, function, node)
            if name is not None:
                return f"the file uses {name}"
    return None


def _forbidden(reading: Reading, function: Function, node: ast.AST) -> str | None:
    """Return the name in `node` that nothing in the file may use."""
    if isinstance(node, ast.Attribute) and _reaches_out(reading, function, node):
        return f".{node.attr}"
    return next((name for name in _names(node) if name in NEVER or _is_special(name)), None)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in DUNDERS


def _reaches_out(reading: Reading, function: Function, node: ast.Attribute) -> bool:
    """Tell whether `node` may be a part of something that is not the file's own, changed or meant for nobody."""
    itself = isinstance(node.value, ast.Name) and node.value.id == function.itself
    if node.attr.startswith("_") and not node.attr.startswith("__"):
        return not itself
    own = node.attr in reading.own_attributes and node.attr not in METHODS
    return not isinstance(node.ctx, ast.Load) and not itself and not own


def _outside_guard(reading: Reading) -> Iterator[ast.Name]:
    """Yield the names that the module reads while it is imported, under ``if __name__ == "__main__"`` not."""
    guarded = {
        part
        for node in reading.root.nodes
        if isinstance(node, ast.If) and ast.unparse(node.test) in GUARDS
        for statement in node.body
        for part in ast.walk(statement)
    }
    yield from (node for node, _scope in reading.root.loads if node not in guarded)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["" if node.level else node.module or ""]
    return []


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [part for alias in node.names for part in (*alias.name.split("."), alias.asname or "")]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    return []


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

    def _about_name(self, function: Function, node: ast.Name) -> str | None:
        if isinstance(node.ctx, ast.Load):
            return None
        declared = function.scope.declared.get(node.id)
        if declared is None:
            return None
        return f"changes the {'global' if declared == 'global' else 'outer'} variable {node.id}"

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
