"""A recorded search: which call of the student's functions asked for which position, and what came back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from grader.model.reason import Reason


class SearchCall(NamedTuple):
    """One call of a function of the search: a claim of the inside, of which only the position is checked outside."""

    parent: int | None
    """The index of the innermost recorded call that was running; None for the call that the grader made."""
    function: str
    """Its name in the file, or ``lambda``."""
    board: str | None
    """The position that it was asked about, nine symbols; None if no board was found in it."""
    looked_at: tuple[int, ...] = ()
    """
    Cells of moves that were made and looked at without a call of the search.

    While this call was the innermost one, another function of the file was asked about the position after that move.
    """


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """The calls that one call of the search made, in the order in which they began."""

    start: str
    """The board that the grader asked about; that call is the first one."""
    calls: tuple[SearchCall, ...]
    complete: bool
    """Whether the search was recorded from its beginning to its end."""
    why: Reason | None = None
    """If it was not, the reason."""
    move: int | None = None
    """The cell, 0 to 8, that the first call returned, alone or beside a number."""
    raised: bool = False
    """Whether the first call ended with an exception; then nothing came back."""
    recursive: bool = True
    """
    Whether a function was seen to be called while it was running.

    If not, there is no tree: the calls of all functions of the file that were asked about a board are listed instead.
    """
    events: int = 0
    """How many calls of any functions began or ended meanwhile: a claim of the inside, which settles no points."""
