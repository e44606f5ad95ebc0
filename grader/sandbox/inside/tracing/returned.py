"""What a call returned, as far as it is made of numbers: no other part of it is reported."""

from __future__ import annotations

from typing import Any

from .objects import attributes_of, items_of

MAX_PARTS = 4
"""Parts of a returned value that are numbers; a search returns a number and a move of one or two numbers."""
PAIR = 2
MAX_INT = 1 << 53


def number(value: Any) -> float | None:
    """Return an int or a float, a huge int as infinity; None for all else, NaN too."""
    kind = type(value)
    if kind is int:
        if -MAX_INT < value < MAX_INT:
            return value  # type: ignore[no-any-return]
        return float("inf") if value > 0 else float("-inf")
    return value if kind is float and value == value else None  # noqa: PLR0124 - only NaN differs from itself


def numbers_in(value: Any) -> Any:
    """
    Return a number, or a tuple of numbers, pairs of numbers and Nones; None if there is no number in `value`.

    The parts of a dict or of an object come in the order of their names.
    """
    kind = type(value)
    if kind is int or kind is float:
        return number(value)
    if value is None or kind is bool or kind is str:
        return None
    items = items_of(value)
    if items is None:
        named = value if kind is dict else attributes_of(value)
        names = sorted(name for name in [*named] if type(name) is str)
        items = [part for part in map(named.get, names) if part is None or _part(part) is not None]
    parts = items[: MAX_PARTS + 1]
    found = (*map(_part, parts),)
    return found if len(found) <= MAX_PARTS and any(part is not None for part in found) else None


def pair(value: Any) -> tuple[float, float] | None:
    """Return a list or a tuple of two numbers as a tuple; None for any other one."""
    if len(value) != PAIR:
        return None
    first, second = map(number, value)
    return None if first is None or second is None else (first, second)


def _part(value: Any) -> Any:
    return pair(value) if type(value) is list or type(value) is tuple else number(value)
