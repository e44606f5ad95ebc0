"""A person's lines at the keyboard: moves, invalid input, and answers to questions after the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.assignments.ai_game.screen import WORD
from grader.game.board import FREE, empty_cells

MAX_ANSWERS = 16
"""The most questions after the end of one game that are answered; a program that asks more goes on for ever."""
MALFORMED = ("a b", "x", "1", "", "{row} {column} 1")
"""Letters, one number, an empty line, and three numbers, of which the first two name a free cell."""
MALFORMED_ALONE = ("a", "")
OFF_BOARD = ("3 0", "0 3", "-1 0", "0 -1", "-1 -1")
END_BOARD_MARKS = 2
"""The input ends on boards with at most this many marks."""
NO_NAMED = ("n", "no", "0")
NO = (*NO_NAMED, "", "q", "quit", "exit", "2")
YES = ("y", "yes", "1")
"""Typed last: these answers may begin another game, or confirm that the program should quit."""
ENTER = frozenset({"enter", "return", "key"})
FIRST_ANSWERS = ("n", "", "0", "2", "y", "1")
"""First answers in further dialogues, one after the other, if a program goes on asking."""
LOOKED_AT = 500
"""Characters before a question that are searched for its possible answers."""
AROUND = "()[]{}<>:;?.,!\"'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a program talks with a person."""

    two_questions: bool = False
    """Whether the program asks for row and column in two questions."""
    in_letters: bool = False
    """Whether the function that prints boards writes the marks as letters, each at its place."""
    first_answer: str | None = None
    """The answer to the first question after the end of a game; None for an answer that the question names."""
    patience: int = MAX_ANSWERS
    """The most questions after the end of a game that are answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A person's action at a question: type a legal move or invalid input, or end the input."""

    kind: str
    """``move``, ``end``, or the name of the check about refusing this input."""
    line: str = ""
    cell: int = -1
    """The typed cell 0 to 8; -1 if the line names no cell of the board."""

    @property
    def must_be_refused(self) -> bool:
        return self.kind not in {"move", "end"}


def first_free(board: str) -> Choice:
    return move(board.find(FREE))


def move(cell: int) -> Choice:
    """Return the choice of cell 0 to 8, typed as in the sheet's example: ``0 2``."""
    return Choice(kind="move", line=f"{cell // 3} {cell % 3}", cell=cell)


def invalid_choices(board: str, manner: Manner) -> Iterator[Choice]:
    """Yield invalid input for an open `board`; with few marks also the end of the input."""
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


class AnswersAfterGame:
    """Answers the questions after the end of one game, each question first in the ways that it names."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._typed: list[tuple[str, str]] = []
        """Each question, by its last line, with the answer."""

    def answer(self, text: str) -> str | None:
        """Return the answer to `text`, printed since the last input; None after all answers were in vain."""
        asked = text[-LOOKED_AT:]
        question = asked.strip().rpartition("\n")[2]
        first = self._manner.first_answer
        forced: list[str] = [] if first is None or self._typed else [first]
        line = next((one for one in (*forced, *_answers(asked)) if (question, one) not in self._typed), None)
        if line is None or len(self._typed) >= self._manner.patience:
            return None
        self._typed.append((question, line))
        return line


def _answers(asked: str) -> Iterator[str]:
    words: list[str] = WORD.findall(asked)
    lower = [word.lower() for word in words]
    yield from _spelled(NO_NAMED, words, lower)
    if not ENTER.isdisjoint(lower):
        yield ""
    yield from _spelled(NO, words, lower)
    choices = [piece.strip(AROUND).split("/") for piece in asked.split() if "/" in piece]
    yield from (one[-1] for one in choices if len(one) == 2 and one[0].lower() not in NO)  # noqa: PLR2004 - ja/nein
    yield from NO
    yield from _spelled(YES, words, lower)
    yield from YES


def _spelled(answers: Sequence[str], words: Sequence[str], lower: Sequence[str]) -> Iterator[str]:
    """Yield the `answers` that are among the `words`, with the question's capital letters."""
    return (words[lower.index(answer)] for answer in answers if answer in lower)
