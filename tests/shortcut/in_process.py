"""Imports solutions here, with the memoizer and without it: without a sandbox, so only for harmless sources."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.game.tree import table
from grader.sandbox.inside.memoizer import Claim, Memoizer, Meter, Obstacle
from grader.sandbox.inside.serving.patched_runtime import TailStream
from grader.sandbox.shortcut.claim import GAP, WORDS

SHEET_CELLS = {"X": ("X", "X"), "O": ("O", "O"), ".": ("EMPTY", None)}
"""Each cell's constant, and its value in a module that lacks it."""
FUNCTIONS = ["player", "actions", "result", "winner", "terminal", "utility", "minimax"]
SEARCH = "minimax"
PYTHONS_LIMIT = 1000
"""Frames: what a fresh interpreter allows. hypothesis may have changed it in this process."""


@contextlib.contextmanager
def recursion_of_a_fresh_interpreter() -> Iterator[None]:
    """Let recursion go as deep as in the sandbox, and leave this process as it was."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(PYTHONS_LIMIT)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@dataclass(frozen=True)
class Memoized:
    """A module that was imported with its memoizer."""

    memoizer: Memoizer
    module: types.ModuleType
    claim: Claim

    @property
    def meter(self) -> Meter:
        """The meter of a module whose answers are kept."""
        assert self.memoizer.meter is not None, self.claim.reason
        return self.memoizer.meter


def told(reason: Obstacle | None) -> str | None:
    """Return a reason in the words of a report, without the quotes around names."""
    if reason is None:
        return None
    sentence = WORDS[reason.code]
    return GAP.sub("{}", sentence).format(*reason.parameters)


def memoized(text: str, others: Iterable[str] = (), output: TailStream | None = None) -> Memoized:
    """Import a solution, which prints to `output`, and attach its memoizer."""
    memoizer = Memoizer(text, "tictactoe.py", SEARCH, output)
    module = types.ModuleType("tictactoe")
    memoizer.prepare(module)
    exec(memoizer.compile(), vars(module))  # noqa: S102 - a source of our own
    claim = memoizer.attach(module, [*FUNCTIONS, *others], cells_of(module).values(), others)
    return Memoized(memoizer, module, claim)


def plain(text: str) -> types.ModuleType:
    """Import a solution as it is, from a file called plain.py."""
    module = types.ModuleType("tictactoe")
    exec(compile(text, "plain.py", "exec"), vars(module))  # noqa: S102 - a source of our own
    return module


def attached(source: str, output: TailStream) -> Memoized:
    """Import a solution under its own name, so that it can import itself."""
    memoizer = Memoizer(source, "tictactoe.py", SEARCH, output)
    module = sys.modules["tictactoe"] = types.ModuleType("tictactoe")
    memoizer.prepare(module)
    exec(memoizer.compile(), vars(module))  # noqa: S102 - a source of our own
    return Memoized(memoizer, module, memoizer.attach(module, FUNCTIONS, cells_of(module).values()))


def plainly(source: str) -> types.ModuleType:
    """Import a solution as it is."""
    module = sys.modules["tictactoe"] = types.ModuleType("tictactoe")
    exec(compile(source, "plain.py", "exec"), vars(module))  # noqa: S102 - a source of our own
    return module


def open_boards(most_free: int, every: int) -> list[str]:
    """Return one in `every` of the open boards that have at most `free` free cells."""
    return [position.board for position in table().open if position.board.count(".") <= most_free][::every]


def cells_of(module: types.ModuleType) -> dict[str, Any]:
    """Return the values of a solution's cells."""
    return {symbol: vars(module).get(name, default) for symbol, (name, default) in SHEET_CELLS.items()}


def cells(board: str, values: Mapping[str, Any] = types.MappingProxyType({".": None})) -> list[list[Any]]:
    """Return a board as a solution gets it."""
    return [[values.get(cell, cell) for cell in board[at : at + 3]] for at in (0, 3, 6)]


def answers_of(module: types.ModuleType, boards: Sequence[str], meter: Meter | None = None) -> list[str]:
    """Return what the search answers or raises for `boards`, up to where the memo is rejected."""
    answers, values = [], cells_of(module)
    for board in boards:
        try:
            answer = repr(module.minimax(cells(board, values)))
        except Exception as error:  # noqa: BLE001 - a solution may raise anything
            answer = repr(error)
        except BaseException:
            if meter is None or meter.inconsistency is None:
                raise
            break
        if meter is not None and meter.contradiction() is not None:
            break
        answers.append(answer)
    return answers
