"""What a few lines of code answer to all cases of a function, without a sandbox."""

from __future__ import annotations

import copy
import functools
import random
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any

from grader.assignments.exhaustive.cases import LEGAL, CaseList
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.tictactoe.checks import ASSIGNMENT
from grader.assignments.tictactoe.functions import CASES, NEGATIVE, TictactoeOracle
from grader.assignments.tictactoe.mistakes.recognition import AskedFunction, recognize
from grader.game.board import FREE
from grader.model.answer import Answer, Opaque, Raised, Value, unordered
from grader.model.reason import Said
from grader.model.verdict import ChildEnd

CELLS = {"X": "X", "O": "O", FREE: None}
SPELLING = CellSpelling(CELLS.__getitem__)
EACH = {"actions": 3, "result": 11, "winner": 3, "terminal": 3, "minimax": 2}
"""Of the cases of a function, which ones are asked here, such as each third; and the few negative indices."""
Board = list[list[str | None]]


def mistakes_of(code: str, function: str, *, others: str, wrong: str = "") -> Mapping[str, Said]:
    """
    Return by check the mistake of `function` in `code`, beside the right functions in `others`.

    If a function is named as `wrong`, what it answers in `code` is known too.

    As in the grader, checks of conduct are not judged of a function that is mostly wrong.
    """
    own = _asked(code, function, others)
    known = {function: own} | ({wrong: _asked(code, wrong, others)} if wrong else {})
    found = recognize(function, lambda name: known.get(name) or _right(name))
    legal = [right for kind, right in zip(own.cases.kinds, own.is_right, strict=True) if kind == LEGAL]
    judged = 2 * sum(legal) >= len(legal)
    conduct = {check.id for check in ASSIGNMENT.checks if check.conduct}
    return {check: mistake for check, mistake in found.items() if judged or check not in conduct}


def _asked(code: str, function: str, others: str) -> AskedFunction:
    """Return what `function`, as `code` defines it, answers to all its cases."""
    space = dict(_space(others))
    exec(compile(code, "example", "exec"), space)  # noqa: S102 - our own examples
    own = {name for name in compile(code, "example", "exec").co_names if name != function}
    space |= {name: _remembered(space[name]) for name in own if isinstance(space.get(name), FunctionType)}
    cases = _cases(function)
    answers = tuple(_known_answers(space[function], cases))
    oracle = TictactoeOracle(SPELLING)
    right = [oracle.is_right(cases[at], answer) for at, answer in enumerate(answers)]
    return AskedFunction(
        cases=cases, answers=answers, is_right=right, spelling=SPELLING, checks=ASSIGNMENT.board_checks(function)
    )


@functools.cache
def _cases(function: str) -> CaseList:
    """Return cases of a function, of some only a part: to ask all would take too long."""
    every, step = CASES.of(function), EACH.get(function, 1)
    if step == 1:
        return every
    chosen = CaseList(function, ())
    for at in (at for at, kind in enumerate(every.kinds) if at % step == 0 or kind == NEGATIVE):
        chosen.add(every.positions[at], every.extras[at], every.kinds[at], every.boards_after[at])
    return chosen


@functools.cache
def _space(others: str) -> Mapping[str, Any]:
    """Return the right functions, which keep their answers."""
    space: dict[str, Any] = {}
    exec(compile(others, "others", "exec"), space)  # noqa: S102 - our own functions
    quick_copy = SimpleNamespace(deepcopy=lambda board: [list(row) for row in board])
    space |= {"copy": quick_copy, "random": random.Random(1), "print": lambda *_: None}  # noqa: S311
    functions = {name: found for name, found in space.items() if isinstance(found, FunctionType)}
    space |= {name: _remembered(found) for name, found in functions.items() if name != "initial_state"}
    return space


@functools.cache
def _right(function: str) -> AskedFunction:
    """Return a function all of whose answers are right."""
    cases = _cases(function)
    answers = tuple(Answer(end=ChildEnd.RETURNED) for _ in range(len(cases)))
    return AskedFunction(cases=cases, answers=answers, is_right=[True] * len(cases), spelling=SPELLING, checks=())


def _remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, which keeps its answers: a search over all boards would take minutes."""
    kept: dict[str, object] = {}

    @functools.wraps(function)
    def remembered(*given: object) -> object:
        key = repr(given)
        if key not in kept:
            kept[key] = function(*given)
        return kept[key]

    return remembered


def _known_answers(called: Callable[..., Any], cases: CaseList) -> Iterator[Answer]:
    """Yield the answers; equal ones are the same object, as in a sweep."""
    known: dict[str, Answer] = {}
    for board, extra in zip(cases.calls.boards, cases.extras, strict=True):
        answer = _answer(called, board, extra)
        yield known.setdefault(repr(answer), answer)


def _answer(called: Callable[..., Any], board: str, extra: tuple[Value, ...]) -> Answer:
    given: Board = [[CELLS[cell] for cell in board[at : at + 3]] for at in (0, 3, 6)]
    rows, before = list(given), [*map(list, given)]
    try:
        value = called(given, *extra)
    except Exception as error:  # noqa: BLE001 - whatever an example raises
        raised = Raised(type=type(error).__name__, message=str(error), at=None)
        return Answer(end=ChildEnd.RAISED, raised=raised, after=_changed(given, before))
    shares = isinstance(value, list) and any(row is own for row in value for own in rows)
    return Answer(end=ChildEnd.RETURNED, value=_plain(value), after=_changed(given, before), shares_rows=shares)


def _changed(given: Board, before: Board) -> Value:
    return None if given == before else copy.deepcopy(given)  # type: ignore[return-value] # lists of texts and None


def _plain(value: object) -> Value:
    if isinstance(value, (set, frozenset)):
        return unordered(type(value).__name__, map(_plain, value))
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    if isinstance(value, (Iterator, BaseException)) or type(value).__repr__ is object.__repr__:
        return Opaque(f"an object of type {type(value).__name__}")
    return value  # type: ignore[return-value] # plain data
