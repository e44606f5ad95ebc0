"""A board in one line of text, and the names of its eight lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.text.number_text import join_words

CELLS = 9

LINE_NAMES = (
    *("the top row", "the middle row", "the bottom row"),
    *("the left column", "the middle column", "the right column"),
    *("the main diagonal", "the anti-diagonal"),
)
WHOLE_KINDS = {(0, 1, 2): "every row", (3, 4, 5): "every column", (6, 7): "both diagonals"}


def one_line_board(board: str) -> str:
    """Return a board in one line, such as ``[X O .] [. X .] [. . .]``."""
    cells = [*shown_cells(board)]
    return " ".join(f"[{' '.join(cells[at : at + 3])}]" for at in (0, 3, 6))


def cell_text(cell: int) -> str:
    """Return cell 0 to 8 in the notation of code and sheets: ``(0, 2)``."""
    return f"({cell // 3}, {cell % 3})"


def shown_cells(board: str) -> Iterator[str]:
    """Yield nine cells of ``XO.?`` only, because somebody may have edited the result file."""
    for index in range(CELLS):
        char = board[index : index + 1]
        yield char if char and char in "XO." else "?"


def lines_text(lines: Sequence[int]) -> str:
    """Return the lines with these indices: ``the top row``, ``every column and the anti-diagonal``."""
    if len(lines) == len(LINE_NAMES):
        return "every line"
    return join_words(list(_line_names(lines)))


def _line_names(lines: Sequence[int]) -> Iterator[str]:
    for kind, name in WHOLE_KINDS.items():
        own = [line for line in lines if line in kind]
        if len(own) == len(kind):
            yield name
        else:
            yield from (LINE_NAMES[line] for line in own)
