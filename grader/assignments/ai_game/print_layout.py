"""Where a `print_board` prints each cell, worked out from what it printed for all boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, O, X, with_mark

CELLS = range(9)
MARKS = {X: X, O: O, X.lower(): X, O.lower(): O}
SAMPLE = 100
"""Number of boards that decide between several possible places of a cell."""


class PrintedPlace(NamedTuple):
    """A character of a text; line and column are counted from 0."""

    line: int
    column: int


@dataclass(frozen=True)
class PrintLayout:
    """Where each of the nine cells stands."""

    places: tuple[PrintedPlace, ...]
    """In the order of the board, row by row."""

    @cached_property
    def in_rows(self) -> bool:
        """Whether each row of the board is on one line, separate from the other rows, and the lines come in order."""
        lines = [place.line for place in self.places]
        rows = [set(lines[at : at + 3]) for at in (0, 3, 6)]
        return all(len(row) == 1 for row in rows) and len(set(lines)) == len(rows)

    def shows(self, board: str, text: str) -> bool:
        """Tell whether `text` shows every mark of `board` at its place, and no mark at the place of an empty cell."""
        lines = text.split("\n")
        return all(_mark_at(lines, place) == MARKS.get(mark) for place, mark in zip(self.places, board, strict=True))


def layout_of(printed: Mapping[str, str]) -> PrintLayout | None:
    """
    Return where the cells stand in the texts `printed`, by board; None if some cell has no place.

    A cell's place is where an X is printed for the board whose only mark is an X in that cell. If several X are
    printed, for example in a headline, it is the place that fits most boards. Places must be in reading order; lines
    between rows, frames and spacing are free.
    """
    step = max(1, len(printed) // SAMPLE)
    sample = [(board, text.split("\n")) for board, text in list(printed.items())[::step]]
    places: list[PrintedPlace] = []
    for cell in CELLS:
        text = printed.get(with_mark(EMPTY_BOARD, cell, X), "")
        candidates = [place for place in _places_of(X, text) if not places or place > places[-1]]
        if not candidates:
            return None
        places.append(max(candidates, key=lambda place, cell=cell: _boards_matched(place, cell, sample)))  # type: ignore[misc]
    return PrintLayout(tuple(places))


def _places_of(mark: str, text: str) -> Iterator[PrintedPlace]:
    for line, row in enumerate(text.split("\n")):
        for column, char in enumerate(row.upper()):
            if char == mark:
                yield PrintedPlace(line, column)


def _boards_matched(place: PrintedPlace, cell: int, sample: list[tuple[str, list[str]]]) -> int:
    return sum(_mark_at(lines, place) == MARKS.get(board[cell]) for board, lines in sample)


def _mark_at(lines: list[str], place: PrintedPlace) -> str | None:
    """Return the mark at a place of a text, or None if something else, or nothing, is there."""
    text = lines[place.line] if place.line < len(lines) else ""
    return MARKS.get(text[place.column : place.column + 1])
