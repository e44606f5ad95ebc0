"""What a person at the keyboard may type, the questions they are asked, and the faults that come to light."""

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
    """The cell 0 to 8 that a move or an occupied cell names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A question of a game that goes on."""

    typed: tuple[Choice, ...]
    """What was typed before."""
    board: str
    as_expected: bool
    """Whether every position so far was what the moves made it."""


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
