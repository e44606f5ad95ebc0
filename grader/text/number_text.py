"""Numbers, lists and marks in words. Numbers are exact, without exponents and trailing zeros."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from grader.model.assessment import half_up
from grader.model.result import Score


def decimal_text(value: Decimal) -> str:
    """Return `value` as digits: 7 for 7.0, 10 for 1E+1, 0.1 for 0.10; ValueError for infinity and NaN."""
    if not value.is_finite():
        raise ValueError(f"{value} is no number of points")
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if not value else text


def decimal_or_nothing(value: Decimal | None) -> str:
    return "" if value is None else decimal_text(value)


def points_text(value: Decimal) -> str:
    """Return `value` with its unit: ``1 point``, ``2.5 points``."""
    return f"{decimal_text(value)} point{'' if value == 1 else 's'}"


def count_text(number: int, noun: str) -> str:
    """Return `number` with a noun, given in the singular: ``1 submission``, ``5,478 boards``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return an English list: ``one, two and three``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def shortened_list(words: Sequence[str], most: int) -> str:
    """Return at most `most` words, and the number of the others: ``one, two and 1,208 more``."""
    more = f" and {len(words) - most:,} more" if len(words) > most else ""
    return f"{', '.join(words[:most])}{more}"


def score_text(score: Score) -> str:
    """Return the mark for a table: ``72 of 95, plus 8 bonus``; ``open`` if nothing is marked yet."""
    bonus = f", plus {decimal_text(score.bonus)} bonus" if score.bonus else ""
    if score.pending and score.pending == score.possible:
        return f"open{bonus}"
    return f"{decimal_text(score.earned)} of {decimal_text(score.possible - score.pending)}{bonus}"


def scaled_text(score: Score, decimals: int | None) -> str:
    """Return the mark on the second scale, and the points that open items can add."""
    if score.scaled is None or score.scaled_possible is None:
        return ""
    digits = decimals or 0
    mark = f"{score.scaled:.{digits}f} of {decimal_text(score.scaled_possible)}"
    if not score.pending and not score.bonus_pending:
        return mark
    if score.scaled_pending is None:  # a result of an earlier version
        return f"{mark} so far"
    return f"{mark}; a person can add up to {score.scaled_pending:.{digits}f}"


def percent(part: Decimal, whole: Decimal) -> Decimal:
    """Return `part` in percent of `whole`, rounded half up to one decimal; 0 if `whole` is 0."""
    if not whole:
        return Decimal(0)
    return half_up(Fraction(part) * 100 / Fraction(whole), 1)


def mean(values: Sequence[Decimal]) -> Decimal:
    """Return the mean of at least one value, rounded half up to one decimal."""
    return half_up(Fraction(sum(values, Decimal(0))) / len(values), 1)
