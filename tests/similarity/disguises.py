"""How copies are disguised: each disguise is a function from a program to one that does the same."""

from __future__ import annotations

import ast
import builtins
import copy
import random
import re
from collections.abc import Callable
from typing import TypeAlias

Disguise: TypeAlias = Callable[[str], str]
GIVEN = {"X", "O", "EMPTY", "initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax"}
WORDS = ("alpha", "river", "stone", "cloud", "maple", "orbit", "pixel", "tulip", "amber", "cedar", "delta", "ember")
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
    ast.Is: ast.Is,
    ast.IsNot: ast.IsNot,
}


def renamed(source: str) -> str:
    """Return `source` with other names for everything that the assignment does not name."""
    tree = ast.parse(source)
    kept = GIVEN | set(dir(builtins)) | {"self"}
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    bound = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    bound += [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
    bound += [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    new = {
        name: f"{WORDS[number % len(WORDS)]}{number // len(WORDS) or ''}"
        for number, name in enumerate(name for name in dict.fromkeys(bound) if name not in kept | imported)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            node.arg = new.get(node.arg, node.arg)
        elif isinstance(node, ast.FunctionDef):
            node.name = new.get(node.name, node.name)
        elif isinstance(node, ast.Nonlocal | ast.Global):
            node.names = [new.get(name, name) for name in node.names]
    return ast.unparse(tree)


def reordered(source: str) -> str:
    """Return `source` with its functions in another order."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    others = [node for node in tree.body if not isinstance(node, ast.FunctionDef)]
    random.Random("order").shuffle(functions)  # noqa: S311 - nothing secret
    tree.body = [*others, *functions]
    return ast.unparse(tree)


def commented(source: str) -> str:
    """Return `source` with a comment above every third line, and blank lines."""
    lines = ast.unparse(ast.parse(source)).split("\n")
    said = (f"{re.match(' *', line)[0]}# step {number}: {line.strip()}\n{line}\n" for number, line in enumerate(lines))  # type: ignore[index]
    is_in_text, found = False, []
    for number, (line, remark) in enumerate(zip(lines, said, strict=True)):
        quotes = line.count('"""')
        found.append(line if is_in_text or quotes or number % 3 else remark)
        is_in_text ^= quotes % 2 == 1
    return "\n".join(found)


class _Loops(ast.NodeTransformer):
    """Makes a `while` loop of each ``for i in range(n)``."""

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        call, name = node.iter, node.target
        leaves = any(isinstance(inner, ast.Continue) for inner in ast.walk(node))
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            return node
        if len(call.args) != 1 or not isinstance(name, ast.Name) or node.orelse or leaves:
            return node
        start = ast.parse(f"{name.id} = 0").body
        loop = ast.parse(f"while {name.id} < {ast.unparse(call.args[0])}:\n    {name.id} += 1").body[0]
        assert isinstance(loop, ast.While)
        loop.body = [*node.body, *loop.body]
        return [*start, loop]


def looping(source: str) -> str:
    """Return `source` with `while` for `for`."""
    return ast.unparse(ast.fix_missing_locations(_Loops().visit(ast.parse(source))))


class _Comparisons(ast.NodeTransformer):
    """Swaps the sides of each comparison."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in MIRRORED:
            return node
        return ast.Compare(node.comparators[0], [MIRRORED[type(node.ops[0])]()], [node.left])


def flipped(source: str) -> str:
    """Return `source` with the sides of its comparisons swapped."""
    return ast.unparse(ast.fix_missing_locations(_Comparisons().visit(ast.parse(source))))


class _Hints(ast.NodeTransformer):
    """Adds type hints to arguments, return values and variables."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = ast.parse("list[list[str | None]]", mode="eval").body
        for arg in node.args.args:
            arg.annotation = ast.parse("dict[str, int]", mode="eval").body
        if not any(isinstance(inner, ast.Global | ast.Nonlocal) for inner in ast.walk(node)):
            self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Name):
            return node
        return ast.AnnAssign(target, ast.parse("list[int]", mode="eval").body, node.value, 1)


def hinted(source: str) -> str:
    """Return `source` with type hints."""
    return ast.unparse(ast.fix_missing_locations(_Hints().visit(ast.parse(source))))


DEAD = """
def show_statistics(history, width=10):
    total = sum(entry["moves"] for entry in history)
    for index, entry in enumerate(history):
        if entry["won"] and index % width == 0:
            print("game", index, "of", len(history), "needed", entry["moves"] * 100 // max(total, 1), "%")
        elif not entry["won"]:
            print("-" * width)
    while history and history[-1] is None:
        history.pop()
    return {"total": total, "mean": total / (len(history) or 1)}
"""


def padded(source: str) -> str:
    """Return `source` with a function that nobody calls."""
    return f"{source}\n{DEAD}"


def _assigned(node: ast.AST) -> list[str]:
    """Return the names that a statement gives values to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.For) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


class _Split(ast.NodeTransformer):
    """Moves the right side of every second assignment or returned value into a function of its own."""

    def __init__(self) -> None:
        self.made: list[ast.stmt] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        inner = [one for one in ast.walk(node) if isinstance(one, ast.FunctionDef | ast.Lambda | ast.Nonlocal)]
        if len(inner) > 1 or len(node.body) < 3:
            return node
        own = [one for one in node.body if isinstance(one, ast.Return) and one.value is not None]
        for statement in own[-1:]:
            assert statement.value is not None
            used = sorted(
                {one.id for one in ast.walk(statement.value) if isinstance(one, ast.Name)}
                & {
                    *(one.arg for one in node.args.args),
                    *(name for one in ast.walk(node) for name in _assigned(one)),
                }
            )
            call = f"{node.name}_last_part({', '.join(used)})"
            made = ast.parse(f"def {call}:\n    return {ast.unparse(statement.value)}").body
            self.made += made
            statement.value = ast.parse(call, mode="eval").body
        return node


def split(source: str) -> str:
    """Return `source` with the last value of longer functions made by helpers."""
    tree, splitter = ast.parse(source), _Split()
    tree = splitter.visit(tree)
    tree.body += splitter.made
    return ast.unparse(ast.fix_missing_locations(tree))


class _Pairs(ast.NodeTransformer):
    """Makes ``a = x[0]`` and ``b = x[1]`` of ``a, b = x``."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Name):
            return node
        values = (ast.Subscript(node.value, ast.Constant(at), ast.Load()) for at in range(len(target.elts)))
        return [ast.Assign([part], value) for part, value in zip(target.elts, values, strict=True)]


class _Indices(ast.NodeTransformer):
    """Makes ``x[a]`` of subscripts by a name ``action`` that is indexed by 0 and 1."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for name in ("action", "move"):
            found = [
                one
                for one in ast.walk(node)
                if isinstance(one, ast.Subscript)
                and isinstance(one.value, ast.Name)
                and one.value.id == name
                and isinstance(one.slice, ast.Constant)
                and one.slice.value in (0, 1)
            ]
            if found and name in [one.arg for one in node.args.args]:
                texts = ast.unparse(node).replace(f"{name}[0]", "row_of_it").replace(f"{name}[1]", "column_of_it")
                changed = ast.parse(texts).body[0]
                assert isinstance(changed, ast.FunctionDef)
                at = 1 if ast.get_docstring(changed) else 0
                changed.body[at:at] = ast.parse(f"row_of_it, column_of_it = {name}").body
                return changed
        return node


def unpacked(source: str) -> str:
    """Return `source` with coordinates unpacked where they were indexed, and the other way round."""
    tree = ast.parse(source)
    pairs = ast.unparse(ast.fix_missing_locations(_Pairs().visit(copy.deepcopy(tree))))
    if pairs != ast.unparse(tree):
        return pairs
    return ast.unparse(ast.fix_missing_locations(_Indices().visit(tree)))


DISGUISES: dict[str, Disguise] = {
    "renamed": renamed,
    "reordered": reordered,
    "commented": commented,
    "split": split,
    "while for for": looping,
    "flipped": flipped,
    "hinted": hinted,
    "padded": padded,
    "unpacked": unpacked,
}


def disguised_in_every_way(source: str) -> str:
    """Return `source` in all disguises at once."""
    for disguise in (unpacked, split, looping, flipped, renamed, reordered, hinted, padded, commented):
        source = disguise(source)
    return source
