"""Numbers are written exactly and the same everywhere."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.text.number_text import count_text, decimal_text, mean, percent, points_text


@pytest.mark.parametrize(
    ("value", "text"),
    [("7", "7"), ("7.0", "7"), ("0.1", "0.1"), ("0.10", "0.1"), ("1E+1", "10"), ("1E-7", "0.0000001"), ("-0.0", "0")],
)
def test_points_are_plain_digits(value: str, text: str) -> None:
    """No exponents and no trailing zeros."""
    assert decimal_text(Decimal(value)) == text


@settings(max_examples=60)
@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_plain_digits_are_exact(value: Decimal) -> None:
    """Reading them gives the same number."""
    assert Decimal(decimal_text(value)) == value


@pytest.mark.parametrize("value", ["NaN", "Infinity"])
def test_what_is_no_number_is_refused(value: str) -> None:
    """No report ever says NaN."""
    with pytest.raises(ValueError, match=value):
        decimal_text(Decimal(value))


def test_units_agree_with_their_number() -> None:
    """One point, two points; thousands have separators."""
    assert [points_text(Decimal(1)), points_text(Decimal("0.5"))] == ["1 point", "0.5 points"]
    assert [count_text(1, "board"), count_text(5478, "board")] == ["1 board", "5,478 boards"]


def test_percentages_and_means_are_rounded_half_up() -> None:
    """To one decimal; 0 of 0 is 0."""
    assert str(percent(Decimal(1), Decimal(16))) == "6.3"
    assert percent(Decimal(0), Decimal(0)) == 0
    assert str(mean([Decimal("0.1"), Decimal("0.2")])) == "0.2"
