"""Reads cells out of the numbers that a search passes and returns."""

from __future__ import annotations

from typing import TypeAlias

Part: TypeAlias = float | tuple[float, float] | None
"""A number, a pair of numbers, or neither."""

SIDE = 3
CELLS = SIDE * SIDE


def cell_at(parts: tuple[Part, ...], places: tuple[int, ...]) -> int | None:
    """Return the cell that the parts at `places` name by its number or by row and column, None if they name none."""
    numbers = flat(parts, places)
    cells = [int(number) for number in numbers if number is not None and number in range(CELLS)]
    if len(cells) != len(numbers):
        return None
    if len(cells) == 1:
        return cells[0]
    if len(cells) == 2 and max(cells) < SIDE:  # noqa: PLR2004 - row and column
        return SIDE * cells[0] + cells[1]
    return None


def flat(parts: tuple[Part, ...], places: tuple[int, ...]) -> list[float | None]:
    """Return the numbers at `places`, those of pairs one by one."""
    found: list[float | None] = []
    for place in places:
        part = parts[place]
        found.extend(part if isinstance(part, tuple) else [part])
    return found
