"""
Writes tripwires into our copy of a file's syntax tree, and gives the existing functions the new code.

Code that the text alone cannot settle is harmless while it is not reached. A tripwire before such code rejects the memo
when the code is reached. Line numbers do not change.
"""

from __future__ import annotations

import ast
import sys
import types
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from gc import get_referrers
from sys import exc_info
from typing import Any, ClassVar

from .cache import Memo, MemoRejectedError
from .closed_world import Doubt, Treatment
from .obstacle import Obstacle
from .plain_values import PURE_IDS
from .scopes import functions_around

TRIPWIRE, CAUGHT, ATOM = "<tripwire>", "<caught>", "<atom>"
"""Global names in the student's module; no Python file can contain such names."""
LIMITS = (RecursionError, MemoryError, MemoRejectedError)
"""Exceptions that no handler may swallow unseen."""
UNWRAPPABLE = (ast.Starred, ast.Slice, ast.FormattedValue)
"""Expressions that are only parts of other expressions."""
SMALL_INTS = {value: value for value in range(-5, 257)}
"""The whole numbers with one object each in Python."""


class Tripwires:
    def __init__(self, tree: ast.Module, parents: dict[ast.AST, ast.AST], memo: Memo) -> None:
        """Write into `tree`; `parents` has the parent of each node. A tripwire that is reached rejects `memo`."""
        self._tree, self._parents, self._memo = tree, parents, memo
        self._doubts: list[Doubt] = []
        self._texts: dict[str, str] = {}

    def install(self, doubts: Iterable[Doubt], file: str, module: types.ModuleType) -> Obstacle | None:
        """Write a tripwire for each of `doubts` and replace the code of `module`; return an obstacle or None."""
        self._doubts = _first_of_each_place(doubts)
        if not self._doubts:
            return None
        self._texts = _interned_texts(self._tree)
        for number, doubt in enumerate(self._doubts):
            self._writers[doubt.treatment](self, number, doubt)
        if self._written() != {*range(len(self._doubts))}:
            return Obstacle("not-rewritten")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the import has shown the warnings
                codes = _codes(compile(self._tree, file, "exec", dont_inherit=True))
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # such as too many parentheses
            return Obstacle("not-rewritten")
        functions = [doubt.function for doubt in self._doubts]
        changed = {one.code_key for function in functions for one in (function, *functions_around(function))}
        replaced = [one for one in _functions_of(module, file) if _key(one.__code__) in changed]
        for function in replaced:
            new = codes[_key(function.__code__)]
            if len(new) != 1 or not _is_alike(function.__code__, new[0]):
                return Obstacle("same-line", (function.__qualname__.replace(".<locals>", ""),))
        for function in replaced:
            (function.__code__,) = codes[_key(function.__code__)]
        vars(module).update({TRIPWIRE: self._trip, CAUGHT: self._test_caught, ATOM: self._test_atom})
        return None

    def _written(self) -> set[int]:
        """Return the numbers of the doubts with code in the tree."""
        calls: Any = (node for node in ast.walk(self._tree) if isinstance(node, ast.Call))
        return {call.args[0].value for call in calls if getattr(call.func, "id", "") in {TRIPWIRE, CAUGHT, ATOM}}

    def _trip(self, number: int) -> None:
        # Calls outside a search, such as those of a dialogue, may reach any code.
        if self._memo.meter.asks_search or not self._memo.wrapper_globals["_memo_from_outside"]:
            self._memo.reject(self._doubts[number].reason)

    def _test_caught(self, number: int) -> None:
        kind = exc_info()[0]
        if kind is not None and issubclass(kind, LIMITS):
            self._memo.reject(self._doubts[number].reason)

    def _test_atom(self, number: int, value: Any) -> Any:
        """Return `value` if it is the only object of its type and value."""
        kind = type(value)
        if kind is str:
            single = self._texts.get(value) is value
        elif kind is int:
            single = SMALL_INTS.get(value) is value
        else:
            single = value is None or kind is bool or id(value) in PURE_IDS
        if not single:
            self._memo.reject(self._doubts[number].reason)
        return value

    def _write_tripwire(self, number: int, doubt: Doubt) -> None:
        node: Any = doubt.node
        while not (isinstance(node, ast.stmt) or self._can_be_wrapped(node)):
            node = self._parents[node]
        if isinstance(node, ast.stmt):
            self._insert_before(node, _statement(_call(TRIPWIRE, number, node)))
        else:
            self._wrap(node, number)

    def _write_at_entry(self, number: int, doubt: Doubt) -> None:
        node: Any = doubt.function.node
        if isinstance(node, ast.Lambda):
            self._wrap(node.body, number)
            return
        documented = ast.get_docstring(node, clean=False) is not None
        node.body.insert(documented, _statement(_call(TRIPWIRE, number, node.body[0])))

    def _write_caught(self, number: int, doubt: Doubt) -> None:
        node: Any = doubt.node
        body = node.body if isinstance(node, ast.ExceptHandler) else node.finalbody
        body.insert(0, _statement(_call(CAUGHT, number, body[0])))

    def _write_atoms(self, number: int, doubt: Doubt) -> None:
        node: Any = doubt.node
        for operand in (node.left, *node.comparators):
            self._replace(operand, _call(ATOM, number, operand, operand))

    def _can_be_wrapped(self, node: Any) -> bool:
        above: Any = node
        while not isinstance(above, (ast.stmt, ast.pattern)):
            above = self._parents[above]
        parent = self._parents[node]
        return (
            isinstance(node, ast.expr)
            and isinstance(above, ast.stmt)
            and not isinstance(node, UNWRAPPABLE)
            and isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
            and not isinstance(parent, (ast.FormattedValue, ast.JoinedStr))
        )

    def _wrap(self, node: ast.expr, number: int) -> None:
        call = _call(TRIPWIRE, number, node)
        self._replace(node, ast.copy_location(ast.BoolOp(ast.Or(), [call, node]), node))

    def _replace(self, node: ast.AST, other: ast.expr) -> None:
        parent = self._parents[node]
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, other)
            elif isinstance(value, list):
                value[:] = [other if part is node else part for part in value]
        self._parents[node], self._parents[other] = other, parent

    def _insert_before(self, statement: ast.stmt, other: ast.stmt) -> None:
        for _name, value in ast.iter_fields(self._parents[statement]):
            if isinstance(value, list) and statement in value:
                value.insert(value.index(statement), other)

    _writers: ClassVar[dict[Treatment, Callable[[Tripwires, int, Doubt], None]]] = {
        Treatment.TRIPWIRE: _write_tripwire,
        Treatment.AT_ENTRY: _write_at_entry,
        Treatment.CAUGHT: _write_caught,
        Treatment.ATOMS: _write_atoms,
    }


def _first_of_each_place(doubts: Iterable[Doubt]) -> list[Doubt]:
    places: dict[Any, Doubt] = {}
    for doubt in doubts:
        place = doubt.function if doubt.treatment is Treatment.AT_ENTRY else (doubt.node, doubt.treatment)
        places.setdefault(place, doubt)
    return [*places.values()]


def _call(name: str, number: int, place: Any, *arguments: ast.expr) -> ast.Call:
    """Return the call ``name(number, *arguments)``, on the line of `place`."""
    call = ast.Call(ast.Name(name, ast.Load()), [ast.Constant(number), *arguments], [])
    for node in (call, call.func, call.args[0]):
        ast.copy_location(node, place)
        node.end_lineno, node.end_col_offset = node.lineno, node.col_offset
    return call


def _statement(call: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Expr(call), call)


def _key(code: types.CodeType) -> tuple[str, int]:
    """Return the key of the code of one function of a file, as `Function.code_key`."""
    return (code.co_name, code.co_firstlineno)


def _codes(code: types.CodeType) -> dict[tuple[str, int], list[types.CodeType]]:
    """Return the code objects inside the code of a module, by key."""
    found: dict[tuple[str, int], list[types.CodeType]] = defaultdict(list)
    rest = [code]
    while rest:
        one = rest.pop()
        found[_key(one)].append(one)
        rest += [part for part in one.co_consts if isinstance(part, types.CodeType)]
    return found


def _functions_of(module: types.ModuleType, file: str) -> Iterator[types.FunctionType]:
    """Yield all function objects compiled from the file, wherever something refers to them."""
    for one in get_referrers(vars(module)):
        if type(one) is types.FunctionType and one.__globals__ is vars(module) and one.__code__.co_filename == file:
            yield one


def _is_alike(before: types.CodeType, after: types.CodeType) -> bool:
    """Tell whether a function has the same parameters and variables with either code."""
    names = ("co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_kwonlyargcount", "co_flags")
    return all(getattr(before, name) == getattr(after, name) for name in names)


def _interned_texts(tree: ast.Module) -> dict[str, str]:
    """Return the texts in the file that Python keeps as one object each, by value."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {text: sys.intern(text) for text in texts if len(text) <= 1 or text.isidentifier()}
