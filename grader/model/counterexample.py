"""Proof that an answer is wrong: a board or a dialogue, and the lines of the file that raised an exception."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from msgspec import Struct

from grader.model.reason import Said


class TranscriptPart(Struct, frozen=True, kw_only=True):
    """One part of a dialogue."""

    who: str
    """``program`` or ``you``."""
    text: str
    """Sanitized, but line feeds stay."""


class Question(Enum):
    """The question of a call, for the explanation of a wrong answer."""

    MOVE = "move"
    GAME_VALUE = "game value"
    """The value of a board under best play."""
    OTHER = "other"


class AnswerKind(Enum):
    """The kinds of answers that reports tell apart."""

    NOTHING = "nothing"
    PAIR = "pair"
    """Two whole numbers, as a move is written."""
    NUMBER = "number"
    VALUE = "value"
    RAISED = "raised"
    OTHER = "other"
    """No answer, or the answer itself is not wrong: the call changed its board, for example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a call asks for, beside the text of `Counterexample.expected`."""

    question: Question = Question.OTHER
    cells: tuple[int, ...] = ()
    """The cells 0 to 8 of a right answer: any one of them for a move, else all."""


class RaisedText(Struct, frozen=True, kw_only=True):
    """An exception: its type, and its sanitized message."""

    type: str
    message: str

    def __str__(self) -> str:
        """Return the exception as in the last line of a traceback."""
        return f"{self.type}: {self.message}" if self.message else self.type


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came back, beside the text of `Counterexample.got`."""

    kind: AnswerKind = AnswerKind.OTHER
    cells: tuple[int, ...] = ()
    """The cells 0 to 8 that the answer names."""
    raised: RaisedText | None = None

    @property
    def is_too_deep(self) -> bool:
        """Whether calls were too deep for Python, which reports this in any line that happens to run."""
        return self.raised is not None and self.raised.type == "RecursionError"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """The smallest board that shows what is wrong."""

    function: str
    board: str
    """Nine characters `X`, `O` or `.`, row by row."""
    call: str
    """The call as a person would write it; the word ``board`` stands for the board: ``result(board, (3, 1))``."""
    got: Said
    """The answer, or how the call ended."""
    expected: Said
    """The sheet's demand for this board."""
    at: str | None = None
    """``tictactoe.py:41``: the student's line where an exception was raised."""
    after: str | None = None
    """The board after the call, nine characters, if the call changed it against the rules; else None."""
    action: tuple[int, int] | None = None
    played: int | None = None
    """The cell 0 to 8 that the function chose as its move."""
    wanted: Wanted = Wanted()
    answered: Answered = Answered()
    moves: tuple[int, ...] = ()
    """For a lost game: the cells 0 to 8 in the order played."""
    transcript: tuple[TranscriptPart, ...] = ()
    """For a dialogue: the texts of the program and of the person at the keyboard, in turn."""


class DifferingLine(Struct, frozen=True, kw_only=True):
    """A line of a file that was handed out, or of the file that came back in its place."""

    file: str
    """The path of the file that was handed out."""
    handed_in: bool
    """Whether the line is from the file that came back."""
    number: int
    text: str
    """Sanitized, without the line end."""

    @property
    def side(self) -> str:
        """The file of the line, in words."""
        return "handed in" if self.handed_in else "handed out"


class SourceLine(Struct, frozen=True, kw_only=True):
    """A line of the student's own file."""

    number: int
    text: str
    """Sanitized, without the line end."""
    raised: bool = False
    """Whether the exception came from this line."""
    column: int = 0
    """Where Python could not read the line, from 1; 0 if it could."""
