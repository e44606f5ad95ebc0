"""The grader's finding on a rubric item that no check decides; rounding, one way for all marks."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

from grader.model.reason import Said


def half_up(exact: Fraction | Decimal, decimals: int) -> Decimal:
    """
    Return `exact`, 0 or more, rounded half up once.

    A quotient must come as a Fraction: a Decimal division has rounded already, at 28 digits.
    """
    return Decimal(math.floor(Fraction(exact) * 10**decimals + Fraction(1, 2))).scaleb(-decimals)


DECIMALS = 2
"""The decimals of points: a person could not give others by hand."""


class Payload:
    """A capability's findings on an item of the rubric; each capability has a frozen dataclass for them."""

    __slots__ = ()

    def mistake(self) -> Said:
        """Return the mistake of the search that the findings prove; empty if they prove none."""
        return ()


class Assessment(Struct, frozen=True, kw_only=True):
    """The points of an item, and why."""

    points: Decimal | None
    """None if the grader cannot say."""
    settled: bool
    """Whether the points count at once. Otherwise they are proposed, and a person decides."""
    reasons: Said = ()
    found: Payload | None = None

    def __post_init__(self) -> None:
        """Refuse an assessment that is settled without points: that is a bug of ours, and it must not cost a point."""
        if self.settled and self.points is None:
            raise ValueError("an assessment without points is not settled")


def to_cents(points: Decimal) -> Decimal:
    return half_up(points, DECIMALS)
