"""A place where a search left moves out, and a place where it could have."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

from grader.capabilities.alpha_beta.bounds import DRAW, WIN, Value, Window
from grader.capabilities.alpha_beta.visits import Visit
from grader.game.board import turn


class CutReason(enum.Enum):
    """Why moves were left out."""

    BOUND = "bound"
    """The opponent has reached at least as much above."""
    WIN = "win"
    """The mover has a won move, here or above: nothing can be better."""
    LATER = "later"
    """Nothing known before justifies it, but what was found later does: as in searches with null windows."""
    MEMO = "memo"
    """The position, or each one after a move left out, had been searched before."""
    LEAF = "leaf"
    """No move of an open position was tried, and nothing known explains it."""
    UNSURE = "unsure"
    """Justified or not, depending on values that are not known."""
    IMAGE = "image"
    """They lead to turned or mirrored images of the boards that were tried."""
    NONE = "none"
    """Not justified."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cut:
    """Moves that were left out at a visit."""

    visit: Visit
    above: tuple[Visit, ...]
    """The visits above it, the first position first."""
    skipped: tuple[int, ...]
    reached: Value | None
    """What the mover had reached; None if no move was tried."""
    window: Window
    reason: CutReason
    far: bool = False
    """Whether only a bound from further up than the position right above justifies it."""

    @property
    def depth(self) -> int:
        """How many moves below the first position it is."""
        return len(self.above)

    @property
    def mover(self) -> str:
        """Who was to move."""
        return turn(self.visit.board)

    @property
    def by_bound(self) -> bool:
        """Whether a bound, and not a won move, is what justifies it: only alpha-beta pruning leaves these moves out."""
        return self.reason is CutReason.BOUND and not self.won

    @property
    def won(self) -> bool:
        """Whether the mover had found a won move."""
        return self.reached is not None and self.reached.exact == WIN[self.mover]

    @property
    def against_draw(self) -> bool:
        """Whether the opponent had reached a draw, as far as it was known."""
        bound = self.window.against(self.mover)
        return bound is not None and bound.low <= 0 <= bound.high

    @property
    def at_equality(self) -> bool:
        """Whether the mover had reached a draw, and the opponent too."""
        return self.reached == self.window.against(self.mover) == DRAW


class Missed(NamedTuple):
    """A move that was tried although bounds from below the first position had made it irrelevant."""

    mover: str
    far: bool
    """Whether only a bound from further up than the position right above says so."""
    equal: bool
    """Whether the mover had reached exactly the bound, where some searches go on."""
