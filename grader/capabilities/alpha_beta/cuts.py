"""A place where a search left moves out, and what the search knew there: the best that each player has reached."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from grader.capabilities.alpha_beta.visits import Visit
from grader.game.board import O, X, turn

WIN = {X: 1, O: -1}
"""What a win of each player is worth."""


class Value(NamedTuple):
    """What a position leads to, as far as it is known: 1 X wins, 0 tie, -1 O wins."""

    low: int
    high: int

    @property
    def exact(self) -> int | None:
        """The value if it is known."""
        return self.low if self.low == self.high else None


UNKNOWN = Value(-1, 1)
DRAW = Value(0, 0)


class Window(NamedTuple):
    """The best that each player has reached in positions above; None if nothing."""

    low: Value | None = None
    """Of X: a position that leads to no more will not be reached."""
    high: Value | None = None
    """Of O: a position that leads to no less will not be reached."""

    @property
    def closed(self) -> bool:
        """Whether one of the players will not let the game come here."""
        return surely_enough(X, self.low, self.high)

    def of(self, mover: str) -> Value | None:
        """Return what `mover` has reached."""
        return self.low if mover == X else self.high

    def against(self, mover: str) -> Value | None:
        """Return what the opponent of `mover` has reached."""
        return self.high if mover == X else self.low

    @cache  # noqa: B019 - there are few windows
    def after(self, mover: str, reached: Value | None) -> Window:
        """Return the window below a position where `mover` has reached `reached`."""
        if mover == X:
            return Window(best(X, filter(None, (self.low, reached))), self.high)
        return Window(self.low, best(O, filter(None, (self.high, reached))))


def best(mover: str, values: Iterable[Value]) -> Value | None:
    """Return what `mover` reaches who may choose between `values`; None if there are none."""
    return _best(mover, frozenset(values))


@cache
def _best(mover: str, values: frozenset[Value]) -> Value | None:
    if not values:
        return None
    choose = max if mover == X else min
    return Value(choose(value.low for value in values), choose(value.high for value in values))


def surely_enough(mover: str, reached: Value | None, bound: Value | None) -> bool:
    """Tell whether `reached` is at least as good for `mover` as `bound`, whatever is not known."""
    if reached is None or bound is None:
        return False
    return reached.low >= bound.high if mover == X else reached.high <= bound.low


def perhaps_enough(mover: str, reached: Value | None, bound: Value | None) -> bool:
    """Tell whether `reached` may be at least as good for `mover` as `bound`."""
    if reached is None or bound is None:
        return False
    return reached.high >= bound.low if mover == X else reached.low <= bound.high


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
