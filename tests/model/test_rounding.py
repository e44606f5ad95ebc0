"""How marks and figures are rounded."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from grader.model.assessment import half_up


@pytest.mark.parametrize(
    ("exact", "decimals", "text"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Decimal("17.5"), 0, "18"),
        (Decimal("17.49"), 0, "17"),
        (Decimal(7), 1, "7.0"),
        (Fraction(200, 3), 4, "66.6667"),
        (Fraction(0), 2, "0.00"),
    ],
)
def test_a_half_goes_up(exact: Fraction | Decimal, decimals: int, text: str) -> None:
    """Also where the number is even, to which Python rounds."""
    assert text == str(half_up(exact, decimals))


def test_a_number_just_below_a_half_is_not_rounded_twice() -> None:
    """A Decimal division would make it 0.5 first."""
    below = Fraction(1, 2) - Fraction(1, 10**40)

    assert Decimal(0) == half_up(below, 0)
