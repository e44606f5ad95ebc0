"""Boards and charts as pages draw them: cells and bars, and a description of both for screen readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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


TOP, BASE = 44, 160
"""Pixels from the top of the chart to the top of the highest bar and to the foot of all bars; texts are above."""
LEFT, WIDTH = 3.0, 94.0
"""In percent of the chart's width; the margins have room for the labels of the first and the last edge."""
GAP = 0.6


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """The number of values between two edges; horizontal lengths are percents of the width, vertical ones pixels."""

    x: float
    width: float
    middle: float
    y: int
    height: int
    count: int


class Edge(NamedTuple):
    """A label under the bars."""

    x: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnChart:
    """A chart to draw. Widths are percents: it fits any screen, and its letters keep their size."""

    bars: tuple[DrawnBar, ...]
    edges: tuple[Edge, ...]
    description: str
    """All numbers of the chart, for screen readers."""
    middle: float
    anchor: str
    """The SVG ``text-anchor`` that writes the label on the side of the line with more room."""


def drawn_chart(chart: Chart) -> DrawnChart:
    """Return a chart to draw."""
    step, most = WIDTH / len(chart.counts), max(*chart.counts, 1)
    numbers = (
        f"{low} to {high}: {count_text(count, 'student')}"
        for low, high, count in zip(chart.edges, chart.edges[1:], chart.counts, strict=False)
        if count
    )
    middle = round(LEFT + WIDTH * chart.middle / 100, 2)
    return DrawnChart(
        bars=tuple(_bar(at, step, count, most) for at, count in enumerate(chart.counts)),
        edges=tuple(Edge(round(LEFT + step * at, 2), label) for at, label in enumerate(chart.edges)),
        description=f"{chart.title}. {'; '.join(numbers)}. The {chart.middle_label}.",
        middle=middle,
        anchor="end" if middle > LEFT + WIDTH / 2 else "start",
    )


def _bar(at: int, step: float, count: int, most: int) -> DrawnBar:
    # Rounded up, so that one student in a class of 3,000 still has a bar.
    height = -(-count * (BASE - TOP) // most)
    x, width = LEFT + step * at + GAP / 2, step - GAP
    return DrawnBar(round(x, 2), round(width, 2), round(x + width / 2, 2), BASE - height, height, count)
