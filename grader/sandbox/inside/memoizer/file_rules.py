"""Finds ways in which a file could reach more than its text shows: such files are not memoized."""

from __future__ import annotations

import ast
import itertools
import re
import sys
import types
from collections.abc import Callable, Iterable

from .call_graph import CallGraph
from .obstacle import Obstacle
from .scopes import Function

REACHING = (
    "exec eval compile __import__ globals locals vars setattr delattr getattr breakpoint __builtins__ __del__"
    " settrace setprofile addaudithook _getframe _current_frames register_at_fork monitoring dispatch_table"
    " set_int_max_str_digits setswitchinterval set_asyncgen_hooks set_coroutine_origin_tracking_depth setlocale"
    " attrgetter methodcaller Formatter get_type_hints ForwardRef inspect"
    " getcontext gi_frame gi_code gi_yieldfrom cr_frame ag_frame f_back f_globals f_builtins f_locals tb_frame"
    " tb_next setcontext localcontext modules singledispatch singledispatchmethod"
    " warnings simplefilter filterwarnings catch_warnings"
    " mro stat fstat lstat scandir getmtime getatime getctime getloadavg"
)
FORBIDDEN = set(REACHING.split(" "))
"""Names with which code can change or see more than the text shows; the last ones lead to the system's own time."""
LIMIT = "setrecursionlimit"
"""With this function one call can influence another; at module level it is settled before any call."""
SPECIAL_NAMES = {"__name__", "__doc__", "__file__", "__init__", "__repr__", "__str__", "__annotations__", "__all__"}
SPECIAL_NAMES |= {"__author__", "__version__", "__main__", "__license__", "__date__", "__email__", "__copyright__"}
QUIET = (
    "__future__ abc argparse bisect calendar cmath collections contextlib copy dataclasses datetime decimal"
    " enum fractions functools hashlib heapq itertools json math numbers operator os pathlib pprint random re"
    " statistics string sys textwrap time typing"
)
ALLOWED_IMPORTS = set(QUIET.split(" "))
"""Modules that start no code beside the student's functions, whatever the file uses of them."""
ACT_WHEN_IMPORTED = {"antigravity", "idlelib", "this", "turtledemo"}
"""Modules of the standard library whose import does more than define names."""


def doubt_about_file(
    graph: CallGraph, functions: Iterable[str], module: types.ModuleType, is_placeholder: Callable[[str], bool]
) -> Obstacle | None:
    """Return why `functions` of the file, imported as `module`, may not be what its text says, or None."""
    running = functions_running_with(graph, [one for name in functions for one in graph.top_level(name)])
    used = graph.names_read([graph.root, *running])
    for function in (graph.root, *graph.functions):
        for node in (one for one in function.nodes if one not in graph.guarded):
            for path, name in _imports(node) if function is graph.root or function in running else ():
                top = path.partition(".")[0]
                is_itself = isinstance(node, ast.Import) and path == module.__name__ and name not in used
                if not (is_itself or top in ALLOWED_IMPORTS or is_placeholder(top) or _is_harmless(top, name, used)):
                    return Obstacle("file-imports", (path or name,))
            # Such a name counts anywhere: the caller of a function need not name that function.
            why = _forbidden(graph, function, node, module) or (_changes_limits(node) if function in running else None)
            if why is not None:
                return why
    return None


def _imports(node: ast.AST) -> list[tuple[str, str]]:
    """Return the imported modules, each with the name that the statement binds."""
    if isinstance(node, ast.Import):
        return [(alias.name, alias.asname or alias.name.partition(".")[0]) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [("" if node.level else node.module or "", alias.asname or alias.name) for alias in node.names]
    return []


def _is_harmless(top: str, name: str, used: set[str]) -> bool:
    """Tell whether an import does nothing: a module of the standard library whose name is not `used`."""
    quiet = top in sys.stdlib_module_names and top not in ACT_WHEN_IMPORTED
    return quiet and name != "*" and name not in used


def _forbidden(graph: CallGraph, function: Function, node: ast.AST, module: types.ModuleType) -> Obstacle | None:
    """Return why `node` must not occur in the file, or None."""
    if isinstance(node, ast.Name):
        # `dir` without an argument does not show our names in the module.
        reaching = node.id in FORBIDDEN or (node.id == "dir" and getattr(graph.parents[node], "args", True))
        forbidden = _is_special(node.id) or (reaching and graph.is_global(node))
        return Obstacle("file-uses", (node.id,)) if forbidden else None
    if isinstance(node, ast.Attribute):
        if _touches_foreign_object(function, node):
            return Obstacle("file-uses", (f".{node.attr}",))
        start = node.value if node.attr == "compile" else None
        if isinstance(start, ast.Name) and graph.is_global(start) and vars(module).get(start.id) is re:
            return None
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not _is_special(node.name):
        return None  # what the definition hides is judged where the name is read
    # Special methods of a class are judged with the class.
    method = isinstance(node, ast.FunctionDef) and any(one.node is node for one in graph.methods.get(node.name, ()))
    names = [name for name in _names_in(node) if name in FORBIDDEN or (_is_special(name) and not method)]
    if isinstance(node, ast.ImportFrom):  # such as a table behind the functions of a module
        names += [alias.name for alias in node.names if alias.name.startswith("_") and not _is_special(alias.name)]
    return Obstacle("file-uses", (names[0],)) if names else None


def _changes_limits(node: ast.AST) -> Obstacle | None:
    named = LIMIT in {getattr(node, "id", ""), getattr(node, "attr", ""), *_names_in(node)}
    return Obstacle("file-uses", (LIMIT,)) if named else None


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in SPECIAL_NAMES


def _touches_foreign_object(function: Function, node: ast.Attribute) -> bool:
    """Tell whether `node` may read a private attribute of a foreign object, or set any attribute of one."""
    on_self = isinstance(node.value, ast.Name) and node.value.id == function.self_name
    if node.attr.startswith("__") and node.attr.endswith("__") and not isinstance(node.ctx, ast.Load):
        return True
    if node.attr.startswith("_") and not node.attr.startswith("__"):
        return not on_self
    return not isinstance(node.ctx, ast.Load) and not on_self


def functions_running_with(graph: CallGraph, functions: Iterable[Function]) -> set[Function]:
    """
    Return all functions that may run when `functions` are called, with all that the module itself uses or stores.

    Python's own code may call any method of a class that a function names, and special methods of any class.
    """
    stored = [one for node, _scope in graph.root.reads if node not in graph.guarded for one in graph.top_level(node.id)]
    stored += [one for one in graph.root.inner if isinstance(one.node, ast.Lambda) and one.node not in graph.guarded]
    running = {*functions, *stored, *graph.called_without_a_name}
    methods = [*itertools.chain.from_iterable(graph.methods.values())]
    while True:
        for one in list(running):
            running |= graph.reach(one)
        named = graph.names_read([graph.root, *running])
        more = {one for one in methods if one.class_name in named} - running
        if not more:
            return running
        running |= more


def _names_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [part for alias in node.names for part in (*alias.name.split("."), alias.asname or "")]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    return []
