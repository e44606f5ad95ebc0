"""What a search knows: values between a lower and an upper end, and the best that each player has reached above."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from grader.game.board import O, X

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
