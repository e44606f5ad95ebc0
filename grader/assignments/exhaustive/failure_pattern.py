"""What wrong answers have in common: a phrase that is true of the wrong boards and of no others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from grader.game.board import FREE, LINES, O, X
from grader.game.tree import Position

LINE_NAMES = (
    *("the top row", "the middle row", "the bottom row"),
    *("the left column", "the middle column", "the right column"),
    *("the main diagonal", "the anti-diagonal"),
)
"""In the order of `LINES`."""
WHOLE_KINDS = {(0, 1, 2): "every row", (3, 4, 5): "every column", (6, 7): "both diagonals"}
EVERY_LINE = tuple(range(len(LINES)))


class FullLine(NamedTuple):
    """A line that one player has filled."""

    line: int
    """Its index in `LINES`."""
    player: str


def pattern(chosen: Sequence[Position], wrong: Collection[str]) -> str:
    """
    Return a phrase for the `wrong` boards among the `chosen` ones.

    For example ``misses the anti-diagonal`` or ``whenever O is to move``. Empty if no phrase is true of exactly
    these boards, if none is wrong, or if all are.
    """
    boards = {position.board for position in chosen}
    if not wrong or len(wrong) == len(boards):
        return ""
    for phrase, is_of_kind in KINDS_OF_BOARD.items():
        if {position.board for position in chosen if is_of_kind(position)} == wrong:
            return phrase
    return _lines_missed(chosen, wrong)


def _lines_missed(chosen: Sequence[Position], wrong: Collection[str]) -> str:
    """Return which full lines are missed, if missing them explains every wrong board; else an empty text."""
    if any(position.winner is None for position in chosen):
        return ""
    seen: set[FullLine] = set()
    missed: set[FullLine] = set()
    for position in chosen:
        lines = full_lines(position.board)
        if len(lines) == 1:
            (missed if position.board in wrong else seen).add(FullLine(lines[0], str(position.winner)))
    if not missed or missed & seen:
        return ""
    for position in chosen:
        own = {FullLine(line, str(position.winner)) for line in full_lines(position.board)}
        # A line that no chosen board has as its only full line is in neither set: nothing is known about it.
        if own & seen if position.board in wrong else own <= missed:
            return ""
    return f"misses {_lines_text(missed)}"


def _lines_text(missed: Collection[FullLine]) -> str:
    by_x, by_o = (tuple(sorted(each.line for each in missed if each.player == mark)) for mark in (X, O))
    if by_x == by_o:
        return _names_text(by_x)
    return " and ".join(f"{_names_text(lines)} of {mark}" for mark, lines in ((X, by_x), (O, by_o)) if lines)


def _names_text(lines: tuple[int, ...]) -> str:
    if lines == EVERY_LINE:
        return "every line"
    names = list(_line_names(lines))
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _line_names(lines: tuple[int, ...]) -> Iterator[str]:
    for kind, name in WHOLE_KINDS.items():
        own = [line for line in lines if line in kind]
        if len(own) == len(kind):
            yield name
        else:
            yield from (LINE_NAMES[line] for line in own)


@cache
def full_lines(board: str) -> tuple[int, ...]:
    """Return the indices in `LINES` of the lines that are full."""
    return tuple(at for at, (a, b, c) in enumerate(LINES) if FREE != board[a] == board[b] == board[c])


KINDS_OF_BOARD: dict[str, Callable[[Position], bool]] = {
    "on the empty board": lambda position: FREE * 9 == position.board,
    "whenever X is to move": lambda position: not position.over and position.turn == X,
    "whenever O is to move": lambda position: not position.over and position.turn == O,
    "wherever X has won": lambda position: position.winner == X,
    "wherever O has won": lambda position: position.winner == O,
    "wherever somebody has won": lambda position: position.winner is not None,
    "on every tie": lambda position: position.over and position.winner is None,
    "on every full board": lambda position: FREE not in position.board,
    "on every board with a free cell": lambda position: FREE in position.board,
    "on every finished board": lambda position: position.over,
    "on every board that is not finished": lambda position: not position.over,
}
"""Phrases for kinds of boards, the narrower kinds first."""
