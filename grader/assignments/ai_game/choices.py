"""What a person at the keyboard may do, and what may be wrong with what comes of it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.game.board import FREE
from grader.model.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the person does when asked: a legal move, something to be refused, or the end of the input."""

    kind: str
    """``move``, ``end``, or the check that is about refusing it."""
    line: str = ""
    cell: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of a game that goes on."""

    typed: tuple[Choice, ...]
    """What was typed before."""
    board: str
    sound: bool
    """Whether every position so far was what the moves made it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What went wrong in a dialogue, for one check."""

    check: str
    verdict: Verdict
    why: str


def first_free(board: str) -> Choice:
    """Return the choice of the first free cell."""
    return move(board.find(FREE))


def move(cell: int) -> Choice:
    """Return the choice of a cell, as the sheet's example types it."""
    return Choice(kind="move", line=f"{cell // 3} {cell % 3}", cell=cell)
