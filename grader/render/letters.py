"""Boards drawn with ASCII characters, for every terminal and editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.blocks import Board, Boards, Mark
from grader.game.board import FREE
from grader.text.line_names import CELLS, shown_cells

SIDE = 3
GAP = "   "
COLUMNS = "    0   1   2"
"""The line above a board. The numbers of the rows stand on the left."""
BETTER = "+"
"""The sign of a better move in a free cell. The played move is a small letter."""


def drawn(block: Boards) -> tuple[str, ...]:
    """Return the boards side by side as lines, and their legend; no lines if words say it all."""
    boards = [board for board in block.boards if not board.in_words]
    lines = _side_by_side([_small(board) if block.small else _large(board, len(boards)) for board in boards])
    if block.small:
        return lines
    signs = {mark: sign for board in boards for mark, sign in _signs(board)}
    return (*lines, *(f"{signs[mark]} {words}" for mark, words in block.legend if mark in signs))


def title_of(block: Boards) -> str:
    """Return the title of boards; for small boards with the meaning of the small letters."""
    played = ((board, at) for board in block.boards for at, mark in board.marks.items() if mark is Mark.PLAYED)
    letters = {list(shown_cells(board.cells))[at].lower() for board, at in played}
    said = [
        f"{letter}: {words}"
        for letter in letters
        for mark, words in block.legend
        if block.small and mark is Mark.PLAYED
    ]
    return "; ".join(filter(None, [block.title, *said]))


def _small(board: Board) -> list[str]:
    shown = enumerate(shown_cells(board.cells))
    cells = [cell.lower() if board.marks.get(at) is Mark.PLAYED else cell for at, cell in shown]
    return ["".join(cells[at : at + SIDE]) for at in range(0, CELLS, SIDE)]


def _large(board: Board, count: int) -> list[str]:
    cells = list(shown_cells(board.cells))
    for mark, sign in _signs(board):
        for at in (at for at, found in board.marks.items() if found is mark and cells[at] == FREE):
            cells[at] = sign
    rows = [f"{row}   {' | '.join(cells[SIDE * row : SIDE * row + SIDE])}" for row in range(SIDE)]
    return [*([f"    {board.caption}"] if count > 1 else []), COLUMNS, *rows]


def _signs(board: Board) -> Iterator[tuple[Mark, str]]:
    cells = list(shown_cells(board.cells))
    if board.move and any(mark is Mark.PLAYED and cells[at] == FREE for at, mark in board.marks.items()):
        yield Mark.PLAYED, board.move.lower()
        yield Mark.ASKED, BETTER


def _side_by_side(boards: Sequence[Sequence[str]]) -> tuple[str, ...]:
    width = max((len(line) for board in boards for line in board), default=0)
    return tuple(GAP.join(f"{line:{width}}" for line in row).rstrip() for row in zip(*boards, strict=True))
