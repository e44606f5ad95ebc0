"""A recorded search: the calls of the student's functions, their positions, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from grader.model.reason import Reason


class SearchCall(NamedTuple):
    """One call of a function of the search: a claim of the inside, but the position is checked outside."""

    parent: int | None
    """The index of the innermost recorded call that was running; None for the grader's call."""
    function: str
    """The name in the file, or ``lambda``."""
    board: str | None
    """The position in the call's arguments, nine symbols; None if there is none."""
    looked_at: tuple[int, ...] = ()
    """Cells of moves after which another function of the file, and not the search, was asked about the position."""


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """The calls that one call of the search made, in the order in which they began."""

    start: str
    """The board that the grader asked about, in the first call."""
    calls: tuple[SearchCall, ...]
    complete: bool
    """Whether the search was recorded from its beginning to its end."""
    why: Reason | None = None
    """Why the recording is not complete."""
    move: int | None = None
    """The cell, 0 to 8, that the first call returned, alone or beside a number."""
    raised: bool = False
    """Whether the first call raised an exception."""
    recursive: bool = True
    """Whether a function was called while it was running; otherwise `calls` is a plain list of calls about boards."""
    events: int = 0
    """How many calls of any functions began or ended meanwhile: a claim of the inside, which settles no points."""
