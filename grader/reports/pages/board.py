"""Boards as pages draw them: which mark stands where, what is pointed at, and the same in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

CELLS = 9
WORDS = {"X": "X", "O": "O", ".": "empty"}
KINDS = {
    "line": "in a line",
    "asked": "asked",
    "passed": "passed in",
    "changed": "changed",
    "new": "new",
    "played": "played",
}
"""What a cell can be pointed out as, and how that is said; a later one covers an earlier one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a drawn board."""

    mark: str
    """`X`, `O`, `.` or, in a result that somebody edited, `?`."""
    column: int
    row: int
    kind: str = ""
    """
    ``played``: what the student's function did; ``asked``: what the sheet asks for; ``line``: part of a line;
    ``passed``: the cell the function was given; ``changed``: other than before; ``new``: the move just made.
    """
    number: int | None = None
    """Which move of the game put the mark there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A board to draw."""

    cells: tuple[Cell, ...]
    caption: str = ""
    """A word under the board, such as ``before``."""

    @property
    def words(self) -> str:
        """The board row by row, for who cannot see it."""
        rows = (self.cells[at : at + 3] for at in (0, 3, 6))
        said = "; ".join(f"row {number}: {', '.join(map(_word, row))}" for number, row in enumerate(rows))
        return f"{self.caption}: {said}" if self.caption else said


def drawing(board: str, *, caption: str = "", **kinds: Collection[int]) -> Drawing:
    """
    Return a board of nine characters as a drawing, with the cells of each kind (``played=(4,)``) pointed out.

    What is both played and asked for counts as played. ValueError for a kind that there is not.
    """
    found: dict[int, str] = {}
    for kind in sorted(kinds, key=list(KINDS).index):
        found.update(dict.fromkeys(kinds[kind], kind))
    cells = (Cell(mark=_mark(board, at), column=at % 3, row=at // 3, kind=found.get(at, "")) for at in range(CELLS))
    return Drawing(cells=tuple(cells), caption=caption)


def _mark(board: str, at: int) -> str:
    mark = board[at : at + 1]
    return mark if mark and mark in "XO." else "?"


def _word(cell: Cell) -> str:
    word = WORDS.get(cell.mark, "unknown")
    return f"{word} ({KINDS[cell.kind]})" if cell.kind else word
