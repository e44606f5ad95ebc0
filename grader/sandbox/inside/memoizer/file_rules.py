"""What nothing in a file may do if any of its functions is to be memoized: reach for what its text does not show."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from .call_graph import Reading
from .function_rules import METHODS
from .named_tuples import REPLACE
from .scopes import Function

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
    "gi_frame",
    "gi_code",
    "gi_yieldfrom",
    "cr_frame",
    "ag_frame",
    "f_back",
    "f_globals",
    "f_builtins",
    "f_locals",
    "tb_frame",
    "tb_next",
    "setcontext",
    "localcontext",
}
"""Names that, anywhere in the file, let code change or see what the text does not show."""
DUNDERS = {"__name__", "__doc__", "__file__", "__init__", "__repr__", "__str__", "__annotations__", "__all__"}
DUNDERS |= {"__author__", "__version__", "__main__", "__license__", "__date__", "__email__", "__copyright__"}
IMPORTS = {
    "__future__",
    "abc",
    "argparse",
    "bisect",
    "collections",
    "contextlib",
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
    for function in (reading.root, *sorted(running_with(reading, functions), key=lambda one: one.line)):
        for node in (one for one in function.nodes if one not in reading.guarded):
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
    # A class that defines operators is refused where it is used.
    method = isinstance(node, ast.FunctionDef) and any(one.node is node for one in reading.methods.get(node.name, ()))
    return next((name for name in _names(node) if name in NEVER or (_is_special(name) and not method)), None)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in DUNDERS


def _reaches_out(reading: Reading, function: Function, node: ast.Attribute) -> bool:
    """Tell whether `node` may be a part of something that is not the file's own, changed or meant for nobody."""
    itself = isinstance(node.value, ast.Name) and node.value.id == function.itself
    if node.attr.startswith("_") and not node.attr.startswith("__"):
        return not itself and not (node.attr == REPLACE and isinstance(node.ctx, ast.Load))
    own = node.attr in reading.own_attributes and node.attr not in METHODS
    return not isinstance(node.ctx, ast.Load) and not itself and not own


def running_with(reading: Reading, functions: Iterable[Function]) -> set[Function]:
    """Return what may run when `functions` are called: what they name, and what the module holds for anybody."""
    held = [one for node, _scope in reading.root.loads if node not in reading.guarded for one in reading.top(node.id)]
    held += [one for one in reading.root.inner if isinstance(one.node, ast.Lambda) and one.node not in reading.guarded]
    running = {*functions, *held}
    for one in list(running):
        running |= reading.reach(one)
    return running


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
