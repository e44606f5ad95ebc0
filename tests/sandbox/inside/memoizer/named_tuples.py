"""Types that are named tuples, and types that only look like them."""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

One = namedtuple("One", "value move")  # noqa: PYI024 - both ways to make one are tried


class Other(NamedTuple):
    """As the first, with a default."""

    value: int
    move: int | None = None


class Shared(NamedTuple):
    """Its default can change, so its value is not known later."""

    value: list[int] = []  # noqa: RUF012 - what must be found


class Ordered(NamedTuple):
    """It defines another order."""

    value: int

    def __lt__(self, other: object) -> bool:
        """Return what no tuple would."""
        return True


class Inherited(One):
    """Its instances take attributes."""


class Exchanged(NamedTuple):
    """Its fields are not where they say."""

    value: int
    move: int


Exchanged.value, Exchanged.move = Exchanged.move, Exchanged.value


class Shown(NamedTuple):
    """It shows itself as it likes."""

    value: int

    def __repr__(self) -> str:
        """Return what tells nothing."""
        return "shown"
