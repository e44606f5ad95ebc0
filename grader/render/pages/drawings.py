"""Boards as pages draw them, and charts and boards in words for screen readers."""

from __future__ import annotations

from dataclasses import dataclass

from grader.blocks import Board, Mark
from grader.text.number_text import count_text
from grader.widgets import Chart

CELLS = 9
WORDS = {"X": "X", "O": "O", ".": "empty"}
KINDS = {
    "line": "in a line",
    "asked": "expected",
    "passed": "passed in",
    "changed": "changed",
    "new": "new",
    "played": "played",
}
"""The kinds of cells in question, with the word for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a drawn board."""

    symbol: str
    """`X`, `O`, `.` or, in a result that somebody edited, `?`."""
    column: int
    row: int
    kind: str = ""
    """
    ``played``: what the student's function did; ``asked``: what is expected; ``line``: three in a row;
    ``passed``: the cell the function was given; ``changed``: other than before; ``new``: the move just made; or empty.
    """
    move: str = ""
    """`X` or `O` in an empty cell: the move that was chosen, though it is not on the board yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnBoard:
    """A board to draw."""

    cells: tuple[Cell, ...]
    caption: str = ""
    """Text under the board, such as ``before``."""

    @property
    def description(self) -> str:
        """The board row by row, for screen readers."""
        rows = (self.cells[at : at + 3] for at in (0, 3, 6))
        text = "; ".join(f"row {number}: {', '.join(map(_word, row))}" for number, row in enumerate(rows))
        return f"{self.caption}: {text}" if self.caption else text


def drawn_board(board: Board) -> DrawnBoard:
    """Return a board to draw: a free cell that is marked as played shows the move."""
    cells = (_cell(board, at) for at in range(CELLS))
    return DrawnBoard(cells=tuple(cells), caption=board.caption)


def _cell(board: Board, at: int) -> Cell:
    symbol, mark = _symbol(board.cells, at), board.marks.get(at)
    move = board.move if mark is Mark.PLAYED and symbol == "." else ""
    return Cell(symbol=symbol, column=at % 3, row=at // 3, kind=mark.value if mark else "", move=move)


def _symbol(board: str, at: int) -> str:
    symbol = board[at : at + 1]
    return symbol if symbol and symbol in "XO." else "?"


def _word(cell: Cell) -> str:
    word = WORDS.get(cell.symbol, "unknown")
    if cell.move:
        return f"{word} ({cell.move} {KINDS[cell.kind]})"
    return f"{word} ({KINDS[cell.kind]})" if cell.kind else word


def chart_in_words(chart: Chart) -> str:
    """Return all numbers of a chart, for screen readers."""
    numbers = (
        f"{low} to {high}: {count_text(count, 'student')}"
        for low, high, count in zip(chart.edges, chart.edges[1:], chart.counts, strict=False)
        if count
    )
    return f"{chart.title}. {'; '.join(numbers)}. The {chart.middle_label}."
