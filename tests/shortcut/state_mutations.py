"""Mutations that make a function remember something, each in another place, so that its answers depend on history."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

OWN = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
"""Functions of the sheet; anything else in a file belongs to the search."""

StateMutation = Callable[[ast.Module, random.Random], None]


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def _chosen(tree: ast.Module, draw: random.Random) -> ast.FunctionDef | None:
    """Return one of the functions, those of the search more often."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    weights = [1 if function.name in OWN else 3 for function in functions]
    return draw.choices(functions, weights)[0] if functions else None


def _after_docstring(function: ast.FunctionDef) -> int:
    first = function.body[0]
    return int(isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant))


def _insert(tree: ast.Module, draw: random.Random, at_top: str, in_function: str) -> None:
    """Put statements at the top of the module and at the beginning of a function."""
    function = _chosen(tree, draw)
    if function is None:
        return
    at = _after_docstring(function)
    function.body[at:at] = _parsed(in_function)
    tree.body[1:1] = _parsed(at_top)


def _spoiling(condition: str, draw: random.Random) -> str:
    """Write what happens in some calls: another answer, or nothing but counting."""
    kind = draw.choice(("return 0", "return None", "pass", "return (0, None)"))
    return f"if {condition} % {draw.choice((2, 5, 97, 1009))} == 0:\n    {kind}\n"


def _global_number(tree: ast.Module, draw: random.Random) -> None:
    _insert(tree, draw, "calls = 0\n", "global calls\ncalls += 1\n" + _spoiling("calls", draw))


def _global_list(tree: ast.Module, draw: random.Random) -> None:
    alias = draw.choice(("CALLS", "here"))
    first = "" if alias == "CALLS" else "here = CALLS\n"
    _insert(tree, draw, "CALLS = [0]\n", f"{first}{alias}[0] += 1\n" + _spoiling("CALLS[0]", draw))


def _global_dict(tree: ast.Module, draw: random.Random) -> None:
    _insert(tree, draw, "CALLS = {}\n", "CALLS['n'] = CALLS.get('n', 0) + 1\n" + _spoiling("CALLS['n']", draw))


def _function_attribute(tree: ast.Module, draw: random.Random) -> None:
    function = _chosen(tree, draw)
    if function is None or function not in tree.body:
        return
    name = function.name
    function.body = [*_parsed(f"{name}.calls += 1\n" + _spoiling(f"{name}.calls", draw)), *function.body]
    tree.body.append(*_parsed(f"{name}.calls = 0\n"))


def _mutable_default(tree: ast.Module, draw: random.Random) -> None:
    function = _chosen(tree, draw)
    if function is None or function.args.vararg or function.args.kwonlyargs:
        return
    function.args.kwonlyargs.append(ast.arg("seen"))
    function.args.kw_defaults.append(ast.List([], ast.Load()))
    at = _after_docstring(function)
    function.body[at:at] = _parsed("seen.append(1)\n" + _spoiling("len(seen)", draw))


def _cached_answer(tree: ast.Module, draw: random.Random) -> None:
    """Cache answers by a key that is too small: the first argument's first row or its number of empty cells."""
    function = _chosen(tree, draw)
    if function is None or not function.args.args or function not in tree.body:
        return
    given, name = function.args.args[0].arg, function.name
    key = draw.choice((f"str({given}[0])", f"str({given}).count('None')", f"str({given})", f"len({given})"))
    function.decorator_list.append(ast.Name("forgetful", ast.Load()))
    text = f"""
def forgetful(function):
    kept = {{}}

    def wrapper({given}, *rest, **named):
        key = {key}
        if key not in kept:
            kept[key] = function({given}, *rest, **named)
        return kept[key]

    wrapper.name = {name!r}
    return wrapper
"""
    tree.body[1:1] = _parsed(text)


def _class_counter(tree: ast.Module, draw: random.Random) -> None:
    _insert(tree, draw, "class Calls:\n    n = 0\n", "Calls.n += 1\n" + _spoiling("Calls.n", draw))


def _iterator(tree: ast.Module, draw: random.Random) -> None:
    _insert(tree, draw, "import itertools\nticks = itertools.count(1)\n", _spoiling("next(ticks)", draw))


def _random(tree: ast.Module, draw: random.Random) -> None:
    _insert(tree, draw, "import random\n", _spoiling("random.randrange(1000)", draw))


def _printing(tree: ast.Module, draw: random.Random) -> None:
    text = draw.choice(("print('here')\n", "print(len('now'), end='')\n"))
    _insert(tree, draw, "LOUD = True\n", text)


def _argument_changed(tree: ast.Module, draw: random.Random) -> None:
    """Change the first argument, as a board, for good or with an equal row."""
    function = _chosen(tree, draw)
    if function is None or not function.args.args:
        return
    given = function.args.args[0].arg
    change = draw.choice(
        (
            f"{given}[0] = list({given}[0])\n",
            f"{given}[2][2] = {given}[2][2] or 'X'\n",
            f"{given}.append({given}.pop(0))\n",
            f"{given}[0], {given}[1] = {given}[1], {given}[0]\n",
            f"{given}[0][0], {given}[0][1] = {given}[0][1], {given}[0][0]\n",
        )
    )
    at = _after_docstring(function)
    function.body[at:at] = _parsed(change)


def _deeper(tree: ast.Module, draw: random.Random) -> None:
    """Call a new recursive function that goes as deep as Python allows, or nearly."""
    depth = draw.choice((200, 800, 990, 1200))
    top = "def descend(n):\n    return 0 if n == 0 else descend(n - 1)\n"
    caught = f"try:\n    descend({depth})\nexcept RecursionError:\n    pass\n"
    _insert(tree, draw, top, draw.choice((caught, f"descend({depth})\n")))


STATEFUL: tuple[StateMutation, ...] = (
    _global_number,
    _global_list,
    _global_dict,
    _function_attribute,
    _mutable_default,
    _cached_answer,
    _class_counter,
    _iterator,
    _random,
    _printing,
    _argument_changed,
    _deeper,
)
