"""What a person at the keyboard may type, the questions of a game, and the faults that a dialogue shows."""

from __future__ import annotations

from dataclasses import dataclass

from grader.game.board import FREE
from grader.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the person does at a question: type a legal move, type something to be refused, or end the input."""

    kind: str
    """``move``, ``end``, or the name of the check that is about refusing it."""
    line: str = ""
    cell: int = -1
    """The cell 0 to 8 that is typed; -1 if the line names no cell of the board."""

    @property
    def must_be_refused(self) -> bool:
        """Whether the program must refuse the line."""
        return self.kind not in {"move", "end"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A question that the program asked during a game."""

    typed: tuple[Choice, ...]
    """What was typed before."""
    board: str
    """The board that was shown last: nine characters."""
    as_expected: bool
    """Whether every position so far was the one that the moves lead to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What went wrong in a dialogue, for one check of `play_game`."""

    check: str
    verdict: Verdict
    reason: str


def first_free(board: str) -> Choice:
    """Return the choice of the first free cell."""
    return move(board.find(FREE))


def move(cell: int) -> Choice:
    """Return the choice of cell 0 to 8, typed as in the sheet's example: ``0 2``."""
    return Choice(kind="move", line=f"{cell // 3} {cell % 3}", cell=cell)
