"""Finds what must not occur in a file whose functions are memoized: ways to reach what its text does not show."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from .call_graph import CallGraph
from .class_rules import REPLACE
from .function_rules import DATA_METHODS
from .scopes import Function

FORBIDDEN = {
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
"""Names by which code can change or see what the text does not show."""
SPECIAL_NAMES = {"__name__", "__doc__", "__file__", "__init__", "__repr__", "__str__", "__annotations__", "__all__"}
SPECIAL_NAMES |= {"__author__", "__version__", "__main__", "__license__", "__date__", "__email__", "__copyright__"}
ALLOWED_IMPORTS = {
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
"""Modules that start no code which runs at the same time as the student's functions."""


def doubt_about_file(
    graph: CallGraph, functions: Iterable[Function], is_placeholder: Callable[[str], bool]
) -> str | None:
    """
    Return why no function of the file can be trusted to stay what its text says, or None.

    `functions` are those that may be called; `is_placeholder` tells modules that do nothing.
    """
    for function in (graph.root, *sorted(functions_running_with(graph, functions), key=lambda one: one.line)):
        for node in (one for one in function.nodes if one not in graph.guarded):
            for module in _imported_modules(node):
                if module.partition(".")[0] not in ALLOWED_IMPORTS and not is_placeholder(module.partition(".")[0]):
                    return f"the file imports {module or 'a module beside it'}"
            name = _forbidden(graph, function, node)
            if name is not None:
                return f"the file uses {name}"
    return None


def _forbidden(graph: CallGraph, function: Function, node: ast.AST) -> str | None:
    """Return the name in `node` that must not occur in the file, or None."""
    if isinstance(node, ast.Attribute) and _touches_foreign_object(graph, function, node):
        return f".{node.attr}"
    # Special methods of a class are judged with the class.
    method = isinstance(node, ast.FunctionDef) and any(one.node is node for one in graph.methods.get(node.name, ()))
    return next((name for name in _names_in(node) if name in FORBIDDEN or (_is_special(name) and not method)), None)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in SPECIAL_NAMES


def _touches_foreign_object(graph: CallGraph, function: Function, node: ast.Attribute) -> bool:
    """Tell whether `node` may read a private attribute of a foreign object, or set any attribute of one."""
    on_self = isinstance(node.value, ast.Name) and node.value.id == function.self_name
    if node.attr.startswith("_") and not node.attr.startswith("__"):
        return not on_self and not (node.attr == REPLACE and isinstance(node.ctx, ast.Load))
    own = node.attr in graph.own_attributes and node.attr not in DATA_METHODS
    return not isinstance(node.ctx, ast.Load) and not on_self and not own


def functions_running_with(graph: CallGraph, functions: Iterable[Function]) -> set[Function]:
    """Return the functions that may run when `functions` are called, and all that the module itself uses or stores."""
    stored = [one for node, _scope in graph.root.reads if node not in graph.guarded for one in graph.top_level(node.id)]
    stored += [one for one in graph.root.inner if isinstance(one.node, ast.Lambda) and one.node not in graph.guarded]
    running = {*functions, *stored}
    for one in list(running):
        running |= graph.reach(one)
    return running


def _imported_modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["" if node.level else node.module or ""]
    return []


def _names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [part for alias in node.names for part in (*alias.name.split("."), alias.asname or "")]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    return []
