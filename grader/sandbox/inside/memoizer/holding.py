"""Who holds an object, by Python's own count of references, and copies for those who want one of their own."""

from __future__ import annotations

import sys
from typing import Any


def held(parts: Any, at: int) -> int:
    """Return how often Python counts the part of `parts` at `at`."""
    return sys.getrefcount(parts[at])


def copied_data(value: Any) -> Any:
    """Return lists, tuples, named ones too, and dicts with lists and dicts of their own, down to what cannot change."""
    kind = type(value)
    if kind is list:
        return [copied_data(part) for part in value]
    if kind is tuple:
        return tuple([copied_data(part) for part in value])
    if kind is dict:
        return {key: copied_data(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple.__new__(kind, [copied_data(part) for part in value])
    return value


def fresh_counts() -> tuple[int, int]:
    """Return how often Python counts a result that nobody else holds, where that is asked, and the parts of it."""
    counts: list[int] = []

    def keep(result: Any) -> None:
        counts.extend((sys.getrefcount(result), held(result, 0)))

    def made() -> Any:
        return [[1]]

    def called() -> Any:
        result = made()
        keep(result)
        return result

    called()
    return counts[0], counts[1]
