"""Makes mutants of a source: the same file with one or two small mistakes, reproducible by a seed."""

from __future__ import annotations

import ast
import copy
import random
import warnings
from collections.abc import Callable, Iterator

from tests.shortcut.state_mutations import STATEFUL

SWAPPED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Is: (ast.IsNot, ast.Eq),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
NAMES = {"max": "min", "min": "max", "X": "O", "O": "X", "any": "all", "all": "any", "alpha": "beta", "beta": "alpha"}
COPIES = {"deepcopy", "copy", "list", "tuple", "set"}

Mutation = Callable[[ast.AST, random.Random], bool]
"""Changes a node in place and returns whether it did."""


def _comparison(node: ast.AST, draw: random.Random) -> bool:
    if not isinstance(node, ast.Compare):
        return False
    at = draw.randrange(len(node.ops))
    node.ops[at] = draw.choice(SWAPPED[type(node.ops[at])])()
    return True


def _number(node: ast.AST, draw: random.Random) -> bool:
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        return False
    node.value += draw.choice((1, -1))
    return True


def _truth(node: ast.AST, draw: random.Random) -> bool:
    if not isinstance(node, ast.Constant) or not (node.value is None or type(node.value) is bool):
        return False
    node.value = draw.choice([other for other in (None, True, False, 0) if other is not node.value])
    return True


def _name(node: ast.AST, _draw: random.Random) -> bool:
    if not isinstance(node, ast.Name) or node.id not in NAMES or not isinstance(node.ctx, ast.Load):
        return False
    node.id = NAMES[node.id]
    return True


def _sign(node: ast.AST, draw: random.Random) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        node.op = ast.UAdd()
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        node.op = draw.choice((ast.Sub(), ast.Add(), ast.Mult()))
        return True
    return False


def _junction(node: ast.AST, _draw: random.Random) -> bool:
    if not isinstance(node, ast.BoolOp):
        return False
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return True


def _arguments(node: ast.AST, draw: random.Random) -> bool:
    """Swap two arguments of a call, or leave the last one out."""
    if not isinstance(node, ast.Call) or len(node.args) < 2:
        return False
    if draw.random() < 0.3:
        node.args.pop()
        return True
    at = draw.randrange(len(node.args) - 1)
    node.args[at], node.args[at + 1] = node.args[at + 1], node.args[at]
    return True


def _uncopied(node: ast.AST, _draw: random.Random) -> bool:
    """Replace a copy by the object itself."""
    for field, value in ast.iter_fields(node):
        found = _copied_in(value)
        if found is not None:
            setattr(node, field, found)
            return True
    return False


def _copied_in(value: object) -> ast.expr | None:
    if isinstance(value, ast.Call) and len(value.args) == 1:
        name = getattr(value.func, "id", getattr(value.func, "attr", ""))
        return value.args[0] if name in COPIES else None
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and isinstance(value.ctx, ast.Load):
        return value.value
    if isinstance(value, ast.ListComp) and len(value.generators) == 1:
        return value.generators[0].iter
    return None


def _returns(node: ast.AST, draw: random.Random) -> bool:
    """Drop a return, or what it returns."""
    if not isinstance(node, ast.Return) or node.value is None:
        return False
    kept = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else None
    node.value = draw.choice((None, kept, ast.Constant(0)))
    return True


def _branch(node: ast.AST, draw: random.Random) -> bool:
    """Exchange the branches of an `if`, or drop the second one."""
    if isinstance(node, ast.If) and node.orelse:
        node.body, node.orelse = node.orelse, node.body if draw.random() < 0.5 else []
        return True
    if isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
        return True
    return False


def _statement(node: ast.AST, draw: random.Random) -> bool:
    """Drop a statement, double it, or exchange it with the next."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, (ast.Module, ast.ClassDef)) or len(body) < 2:
        return False
    at = draw.randrange(len(body))
    way = draw.randrange(3)
    if way == 0:
        del body[at]
    elif way == 1:
        body.insert(at, copy.deepcopy(body[at]))
    elif at + 1 < len(body):
        body[at], body[at + 1] = body[at + 1], body[at]
    return True


def _leap(node: ast.AST, draw: random.Random) -> bool:
    """Turn a `break` into something else."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or not any(isinstance(part, ast.Break) for part in body):
        return False
    node.body = [  # type: ignore[attr-defined] # it has one, just seen
        draw.choice((ast.Pass(), ast.Continue())) if isinstance(part, ast.Break) else part for part in body
    ]
    return True


ORDINARY: tuple[Mutation, ...] = (
    _comparison,
    _number,
    _truth,
    _name,
    _sign,
    _junction,
    _arguments,
    _uncopied,
    _returns,
    _branch,
    _statement,
    _leap,
)
SHARE_WITH_STATE = 0.35
ATTEMPTS = 60


def mutants(source: str, seed: int) -> Iterator[str]:
    """Yield mutants of `source` without end, each compiling and none equal to it or to an earlier one."""
    draw = random.Random(f"{seed}:{source}")  # noqa: S311 - reproducible, nothing secret
    seen = {ast.unparse(ast.parse(source))}
    missed = 0
    while missed < ATTEMPTS:
        text = _mutant(source, draw)
        if text is None or text in seen:
            missed += 1
            continue
        missed = 0
        seen.add(text)
        yield text + "\n"


def _mutant(source: str, draw: random.Random) -> str | None:
    tree = ast.parse(source)
    if draw.random() < SHARE_WITH_STATE:
        draw.choice(STATEFUL)(tree, draw)
    else:
        for _ in range(draw.choice((1, 1, 2))):
            _mutate(tree, draw.choice(ORDINARY), draw)
    return _compiling(tree)


def _compiling(tree: ast.Module) -> str | None:
    """Return the text of a tree, None if Python would refuse it."""
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, "tictactoe.py", "exec")
    except (SyntaxError, ValueError):
        return None
    return text


def mutated_function(source: str, function: str, draw: random.Random) -> str | None:
    """Return `source` with one small mistake in a `function` at its top level; None if no place for one was found."""
    for _ in range(ATTEMPTS):
        tree = ast.parse(source)
        found = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == function]
        for one in found:
            _mutate(one, draw.choice(ORDINARY), draw)
        text = _compiling(tree)
        if text is not None and text != source:
            return text
    return None


def _mutate(tree: ast.Module | ast.FunctionDef, mutation: Mutation, draw: random.Random) -> None:
    """Apply `mutation` at the first place it fits, of all places in a random order."""
    nodes = list(ast.walk(tree))
    draw.shuffle(nodes)
    for node in nodes:
        if mutation(node, draw):
            return
