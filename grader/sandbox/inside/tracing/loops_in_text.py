"""What the text of a file says about its loops: where a `for` goes on, which numbers are only counted."""

from __future__ import annotations

import ast
import types
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from opcode import opmap
from typing import NamedTuple

Place = tuple[str, int]
"""A file and a line."""
KEPT_ELSEWHERE = ("environ", "setattr", "builtins", "importlib", "__import__", "__dict__")
"""Words without which no file changes what Python's own modules keep, but by assigning to their attributes."""
SUMS = (ast.Add, ast.Sub)
ORDERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
READ_ALL = frozenset({"locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe", "stack"})
"""What may read a variable without its name."""
REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FOR_ITER, EXTENDED_ARG = opmap["FOR_ITER"], opmap["EXTENDED_ARG"]
BEHIND = 6
"""Bytes behind a FOR_ITER, at most, from which its argument counts, and of what ends the repetition."""


class Repeat(NamedTuple):
    """A `for`: a statement, or in an expression."""

    heads: range
    """Its first lines, which run again and again."""
    lines: range
    is_statement: bool

    def goes_on_in(self, frame: types.FrameType) -> bool:
        """
        Tell whether `frame` may keep the iterator at its place.

        It does not before the first item is asked for, as where a `while` around it begins another round. What handles
        exceptions in a statement lies behind it.
        """
        if frame.f_lineno not in self.lines:
            return False
        steps = [step for line, step in _steps(frame.f_code) if line in self.heads]
        if self.is_statement:
            return not steps or frame.f_lasti >= min(step.start for step in steps)
        return any(frame.f_lasti in step for step in steps)  # without steps it has a frame of its own


def _steps(code: types.CodeType) -> Iterator[tuple[int | None, range]]:
    """Yield of each `for` in `code` its line, and the places at which its iterator is kept."""
    for begin, end, line in code.co_lines():
        for at in range(begin, end, 2):
            if code.co_code[at] == FOR_ITER:
                first, argument = at, code.co_code[at + 1]
                while first >= 2 and code.co_code[first - 2] == EXTENDED_ARG:  # noqa: PLR2004 - one instruction
                    argument |= code.co_code[first - 1] << 4 * (at - first + 2)
                    first -= 2
                yield line, range(first, at + 2 * argument + BEHIND)


def parsed(text: str) -> ast.AST:
    """Return the tree of a file; an empty one if it cannot be read, and so was not imported."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module(body=[], type_ignores=[])


def repeats_in(tree: ast.AST) -> list[Repeat]:
    """Return each `for` of a file."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            head = max(node.body[0].lineno, (node.iter.end_lineno or node.lineno) + 1)
            found.append(Repeat(range(node.lineno, head), lines, is_statement=True))
        elif isinstance(node, REPEATING):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found.append(Repeat(lines, lines, is_statement=False))
    return found


class Counter:
    """A name to which something is added, and what else the files do with it."""

    def __init__(self) -> None:
        self.reads: set[Place] = set()
        """Where it is read, but for adding to it and for comparing it with a number."""
        self.bounds: list[tuple[Place, int]] = []
        """Where it is compared with which number."""
        self.sets: set[Place] = set()
        """Where it gets another value."""
        self.steps: set[int] = set()
        """1 if it grows, -1 if it falls, 0 if the text does not tell."""

    def decides(self, ran: Collection[Place], values: Collection[int]) -> bool:
        """Tell whether a round of the lines `ran`, before which it had `values`, may ever end by it."""
        if not self.reads.isdisjoint(ran):
            return True
        bounds = [bound for place, bound in self.bounds if place in ran]
        if not bounds:
            return False
        if len(self.steps) > 1 or not self.sets.isdisjoint(ran):
            return True
        (step,) = self.steps
        return not all(step * value > step * bound for value in values for bound in bounds)


def counters_in(trees: Mapping[str, ast.AST]) -> dict[str, Counter]:
    """Return the names to which something is added."""
    nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree)]
    if any(_word(node) in READ_ALL for _path, node in nodes):
        return {}
    found: defaultdict[str, Counter] = defaultdict(Counter)
    own: set[ast.AST] = set()
    """Where a name is counted or compared."""
    for _path, node in nodes:
        for places, operator, added in _sums(node):
            found[_word(places[0])].steps.add(_step(operator, added))
            own.update(places)
    for path, node in nodes:
        _add_bounds(found, own, path, node)
    for path, node in nodes:
        if _word(node) in found and node not in own:
            counter, place = found[_word(node)], (path, getattr(node, "lineno", 0))
            (counter.reads if isinstance(getattr(node, "ctx", None), ast.Load) else counter.sets).add(place)
    return dict(found)


def _add_bounds(found: Mapping[str, Counter], own: set[ast.AST], path: str, node: ast.AST) -> None:
    for operand, bounds in _compared(node):
        if _word(operand) in found:
            own.add(operand)
            found[_word(operand)].bounds += (((path, operand.lineno), bound) for bound in bounds)
    for name in {*_named(node)} & found.keys():
        found[name].steps.add(0)


def _sums(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.operator, ast.expr]]:
    """Yield where `node` adds something to a name, and what: ``n += 1``, ``n = n - 1``."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, SUMS):
        yield [node.target], node.op, node.value
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, SUMS):
        places = [*node.targets, node.value.left]
        if len(places) == 2 and _word(places[0]) == _word(places[1]):  # noqa: PLR2004 - the target and what is added to
            yield places, node.value.op, node.value.right


def _step(operator: ast.operator, added: ast.expr) -> int:
    number = _number(added) or 0
    sign = (number > 0) - (number < 0)
    return sign if isinstance(operator, ast.Add) else -sign


def _number(node: ast.AST) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _number(node.operand)
        return None if number is None else -number
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _compared(node: ast.AST) -> Iterator[tuple[ast.expr, list[int]]]:
    """Yield what is compared with numbers only, each with these."""
    if isinstance(node, ast.Compare) and all(isinstance(one, ORDERS) for one in node.ops):
        operands = [None, node.left, *node.comparators, None]
        for before, operand, after in zip(operands, operands[1:], operands[2:], strict=False):
            numbers = [_number(one) for one in (before, after) if one is not None]
            if operand is not None and None not in numbers:
                yield operand, [number for number in numbers if number is not None]


def _named(node: ast.AST) -> Iterator[str]:
    """Yield the names to which `node` gives a value that is no expression: a parameter, what is imported or caught."""
    for attribute in ("arg", "name", "asname", "rest"):
        name = getattr(node, attribute, None)
        if isinstance(name, str):
            yield name
    yield from (name for name in getattr(node, "names", ()) if isinstance(name, str))


def keeps_elsewhere(text: str, tree: ast.AST) -> bool:
    """Tell whether a file may change what is in no state: the variables of modules that it imports."""
    nodes = [*ast.walk(tree)]
    modules = {
        one.asname or one.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for one in node.names
    }
    return any(word in text for word in KEPT_ELSEWHERE) or any(
        isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and _word(node.value) in modules
        for node in nodes
    )


def _word(node: ast.AST) -> str:
    """Return the name that `node` is, or the last part of it."""
    word = getattr(node, "id", None) or getattr(node, "attr", None)
    return word if isinstance(word, str) else ""
