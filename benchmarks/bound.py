"""
The lower bound: ``python -m benchmarks.bound FILE`` makes all calls of a grade in one process and prints CPU seconds.

The recursive functions get a dict as a cache and `deepcopy` is shortened; there is no isolation, no judging and
no proof that the memo is exact. A grader that makes the same calls can hardly be cheaper.
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
from grader.assignments.tictactoe.functions import CASES

Board = list[list[Any]]
CHECKED_FUNCTIONS = frozenset(shape.name for shape in MODULE_SPEC.functions)


def main(path: str) -> None:
    """Load the file, make the calls and print the CPU seconds (exit 1 if a move is wrong)."""
    source = Path(path).read_text(encoding="utf-8")
    cells = {"X": "X", "O": "O", ".": None}
    cases = [case for name in sorted(CHECKED_FUNCTIONS) for case in CASES.of(name)]
    boards = [[[cells[symbol] for symbol in case.call.board[row : row + 3]] for row in (0, 3, 6)] for case in cases]
    answers: list[Any] = []
    began = time.process_time()
    module = _load_memoized(source)
    for case, (first, second, third) in zip(cases, boards, strict=True):
        answer = None
        with contextlib.suppress(Exception):  # refused moves
            answer = getattr(module, case.call.function)([first[:], second[:], third[:]], *case.call.extra)
        answers.append(answer)
    used = time.process_time() - began
    if not all(map(_right, cases, answers)):
        sys.exit(f"{path}: wrong moves: the memo does not suit it")
    print(used)


def _right(case: Case, answer: Any) -> bool:  # noqa: ANN401 - a student's value
    if case.call.function != "minimax" or answer is None:
        return case.call.function != "minimax" or case.position.over
    return answer[0] * 3 + answer[1] in case.position.best


def _load_memoized(source: str) -> ModuleType:
    setattr(copy, "deepcopy", _copy_rows)  # noqa: B010 - its type differs
    module = ModuleType("tictactoe")
    exec(compile(source, "tictactoe.py", "exec"), module.__dict__)  # noqa: S102 - our own corpus
    for name, function in list(vars(module).items()):
        if (
            isinstance(function, FunctionType)
            and name not in CHECKED_FUNCTIONS
            and inspect.signature(function).parameters
        ):
            setattr(module, name, _memoized(function))
    return module


def _copy_rows(board: Board) -> Board:
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
