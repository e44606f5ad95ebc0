"""Finds in a source the idioms that the tables of real files count, independently of how the corpus writes them."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass

BUILTINS = {"eval", "max", "min", "list", "sum"}
CONSTANTS = {"X", "O", "EMPTY"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The nodes of a source."""

    body: tuple[ast.stmt, ...]
    nodes: tuple[ast.AST, ...]
    inside: tuple[ast.AST, ...]
    """Those in functions, methods included."""


Detect = Callable[[Parsed], bool]


def parsed(source: str) -> Parsed:
    """Read `source`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # students compare texts with `is`
        tree = ast.parse(source)
    nodes = tuple(ast.walk(tree))
    outer = [
        member
        for node in tree.body
        for member in (node.body if isinstance(node, ast.ClassDef) else [node])
        if isinstance(member, ast.FunctionDef)
    ]
    inside = tuple(node for function in outer for node in ast.walk(function))
    return Parsed(body=tuple(tree.body), nodes=nodes, inside=inside)


def has_unused_import(file: Parsed) -> bool:
    """Return whether a name is imported and then used nowhere."""
    bound = {
        (alias.asname or alias.name).partition(".")[0]
        for node in file.nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return bool(bound - {node.id for node in file.nodes if isinstance(node, ast.Name)})


def has_third_party_import(file: Parsed) -> bool:
    """Return whether a module is imported that is neither the file itself nor in the standard library."""
    imported = {alias.name for node in file.nodes if isinstance(node, ast.Import) for alias in node.names}
    return bool(imported - sys.stdlib_module_names - {"tictactoe"})


def has_identity_test(file: Parsed) -> bool:
    """Return whether `is` compares with something else than None, True and False."""
    compared = [
        [node.left, *node.comparators]
        for node in file.nodes
        if isinstance(node, ast.Compare) and any(isinstance(sign, ast.Is | ast.IsNot) for sign in node.ops)
    ]
    return any(not any(_is_singleton(side) for side in sides) for sides in compared)


def has_print(file: Parsed) -> bool:
    """Return whether a function prints."""
    return any(_calls(node, "print") for node in file.inside)


def has_nested_function(file: Parsed) -> bool:
    """Return whether `minimax` defines a function."""
    return any(
        isinstance(inner, ast.FunctionDef)
        for function in file.body
        if isinstance(function, ast.FunctionDef) and function.name == "minimax"
        for inner in function.body
    )


def has_alpha_and_beta(file: Parsed) -> bool:
    """Return whether a function has parameters of these names."""
    return any(
        {"alpha", "beta"} <= {arg.arg for arg in ast.walk(node) if isinstance(arg, ast.arg)} for node in file.body
    )


def has_random(file: Parsed) -> bool:
    """Return whether a function uses the module `random`."""
    return any(isinstance(node, ast.Name) and node.id == "random" for node in file.inside)


def has_f_string(file: Parsed) -> bool:
    """Return whether a function makes a text of this kind."""
    return any(isinstance(node, ast.JoinedStr) for node in file.inside)


def has_local_named_like_a_builtin(file: Parsed) -> bool:
    """Return whether a function gives a variable the name of a builtin that such files use."""
    return any(
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in BUILTINS for node in file.inside
    )


def has_global(file: Parsed) -> bool:
    """Return whether a function declares a global variable."""
    return any(isinstance(node, ast.Global) for node in file.inside)


def has_broad_except(file: Parsed) -> bool:
    """Return whether exceptions of any kind are caught."""
    handlers = [node.type for node in file.nodes if isinstance(node, ast.ExceptHandler)]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id == "Exception") for kind in handlers)


def has_exception_class(file: Parsed) -> bool:
    """Return whether a class is derived from `Exception`."""
    bases = [base for node in file.body if isinstance(node, ast.ClassDef) for base in node.bases]
    return any(isinstance(base, ast.Name) and base.id == "Exception" for base in bases)


def runs_at_top_level(file: Parsed) -> bool:
    """Return whether importing the file calls or loops."""
    calls = (node.value for node in file.body if isinstance(node, ast.Expr))
    return any(isinstance(node, ast.For) for node in file.body) or any(isinstance(call, ast.Call) for call in calls)


def has_generator(file: Parsed) -> bool:
    """Return whether a function yields."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in file.inside)


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _is_singleton(side: ast.expr) -> bool:
    return isinstance(side, ast.Constant) and (side.value is None or isinstance(side.value, bool))
