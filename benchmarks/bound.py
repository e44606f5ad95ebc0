"""
The bound: ``python -m benchmarks.bound FILE`` makes the calls of a whole grade in one process and prints its CPU time.

A dict in front of the recursive functions and a short `deepcopy`, and nothing else: no process apart, no judging, no
proof that the memo is exact. Nothing that makes the same calls can be much cheaper.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from grader.assignments.exhaustive.cases import Case
from grader.assignments.tictactoe import MODULE_SPEC
from grader.assignments.tictactoe.cases import CASES

Board = list[list[Any]]
ASKED = frozenset(shape.name for shape in MODULE_SPEC.functions)


def main(path: str) -> None:
    """Load, ask, print."""
    source = Path(path).read_text(encoding="utf-8")
    marks = {"X": "X", "O": "O", ".": None}
    questions = [question for name in sorted(ASKED) for question in CASES.of(name)]
    boards = [
        [[marks[mark] for mark in question.call.board[row : row + 3]] for row in (0, 3, 6)] for question in questions
    ]
    answers: list[Any] = []
    began = time.process_time()
    module = _loaded(source)
    for question, (first, second, third) in zip(questions, boards, strict=True):
        answer = None
        with contextlib.suppress(Exception):  # refusals
            answer = getattr(module, question.call.function)([first[:], second[:], third[:]], *question.call.extra)
        answers.append(answer)
    used = time.process_time() - began
    if not all(map(_right, questions, answers)):
        sys.exit(f"{path}: wrong moves: the memo does not suit it")
    print(used)


def _right(question: Case, answer: Any) -> bool:  # noqa: ANN401 - a student's value
    if question.call.function != "minimax" or answer is None:
        return question.call.function != "minimax" or question.position.over
    return answer[0] * 3 + answer[1] in question.position.best


def _loaded(source: str) -> ModuleType:
    setattr(copy, "deepcopy", _rows_copied)  # noqa: B010 - for a type checker it is another function
    module = ModuleType("tictactoe")
    exec(compile(source, "tictactoe.py", "exec"), module.__dict__)  # noqa: S102 - our own corpus
    for name, function in list(vars(module).items()):
        if isinstance(function, FunctionType) and name not in ASKED and inspect.signature(function).parameters:
            setattr(module, name, _memoized(function))
    return module


def _rows_copied(board: Board) -> Board:
    return [row[:] for row in board]


def _memoized(function: FunctionType) -> Callable[..., Any]:
    known: dict[Any, Any] = {}

    def memoized(board: Board, *scalars: object) -> object:
        key = (*map(tuple, board), *scalars)
        if key in known:
            return known[key]
        answer = known[key] = function(board, *scalars)
        return answer

    return memoized


if __name__ == "__main__":
    main(*sys.argv[1:])
