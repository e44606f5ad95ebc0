"""Numbers as people write them: exact, without exponents and without zeros that say nothing."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal


def plain(value: Decimal) -> str:
    """Return `value` as plain digits: 7 for 7.0, 10 for 1E+1, 0.1 for 0.10."""
    if not value.is_finite():
        raise ValueError(f"{value} is no number of points")
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if not value else text


def points(value: Decimal) -> str:
    """Return `value` with its unit, such as ``1 point``."""
    return f"{plain(value)} point{'' if value == 1 else 's'}"


def counted(number: int, noun: str) -> str:
    """Return `number` with its noun, such as ``1 submission`` or ``5,478 boards``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(part: Decimal, whole: Decimal) -> Decimal:
    """Return `part` in percent of `whole`, rounded half up to one decimal (0 of 0 is 0)."""
    if not whole:
        return Decimal(0)
    return (part * 100 / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)


def mean(values: Sequence[Decimal]) -> Decimal:
    """Return the mean of `values`, rounded half up to one decimal."""
    return (sum(values, Decimal(0)) / len(values)).quantize(Decimal("0.1"), ROUND_HALF_UP)
