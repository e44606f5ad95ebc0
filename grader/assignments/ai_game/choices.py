"""What a person at the keyboard may type, the questions of a game, and the faults that a dialogue shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.game.board import FREE, empty_cells
from grader.model.verdict import Verdict

MAX_ANSWERS = 16
"""Questions after the end of one game that are answered; a program that asks more goes on for ever."""
MALFORMED = ("a b", "x", "1", "", "{row} {column} 1")
"""Letters, one number, an empty line, and three numbers, of which the first two name a free cell."""
MALFORMED_ALONE = ("a", "")
OFF_BOARD = ("3 0", "0 3", "-1 0", "0 -1", "-1 -1")
END_BOARD_MARKS = 2
"""The input is ended on boards with at most this many marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a program talks with a person."""

    two_questions: bool = False
    """Whether it asks for row and column in two questions."""
    in_letters: bool = False
    """Whether the function that prints boards writes the marks as letters, each at its place."""
    first_answer: str | None = None
    """What is typed at the first question after the end of a game, whatever that asks; None for what it names."""
    patience: int = MAX_ANSWERS
    """How many questions after the end of a game are answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the person does at a question: type a legal move, type something to be refused, or end the input."""

    kind: str
    """``move``, ``end``, or the name of the check that is about refusing it."""
    line: str = ""
    cell: int = -1
    """The cell 0 to 8 that is typed; -1 if the line names no cell of the board."""

    @property
    def must_be_refused(self) -> bool:
        """Whether the program must refuse the line."""
        return self.kind not in {"move", "end"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A question that the program asked during a game."""

    typed: tuple[Choice, ...]
    """What was typed before."""
    board: str
    """The board that was shown last: nine characters."""
    as_expected: bool
    """Whether every position so far was the one that the moves lead to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What went wrong in a dialogue, for one check of `play_game`."""

    check: str
    verdict: Verdict
    reason: str


def first_free(board: str) -> Choice:
    """Return the choice of the first free cell."""
    return move(board.find(FREE))


def move(cell: int) -> Choice:
    """Return the choice of cell 0 to 8, typed as in the sheet's example: ``0 2``."""
    return Choice(kind="move", line=f"{cell // 3} {cell % 3}", cell=cell)


def invalid_choices(board: str, manner: Manner) -> Iterator[Choice]:
    """Yield input that must be refused on an open `board`; on one with few marks also the end of the input."""
    first = empty_cells(board)[0]
    for line in MALFORMED_ALONE if manner.two_questions else MALFORMED:
        yield Choice(kind="refuses_malformed", line=line.format(row=first // 3, column=first % 3))
    for line in OFF_BOARD:
        yield Choice(kind="refuses_off_board", line=line)
    for cell in range(9):
        if board[cell] != FREE:
            yield Choice(kind="refuses_occupied", line=f"{cell // 3} {cell % 3}", cell=cell)
    if 9 - board.count(FREE) <= END_BOARD_MARKS:
        yield Choice(kind="end")
