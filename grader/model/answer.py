"""What came back over the wall: plain data, judged by whoever reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.model.verdict import ChildEnd


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that is not plain data, or too big to be an answer: described, never carried."""

    description: str


@dataclass(frozen=True, slots=True)
class CellConstant:
    """A module constant (`X`, `O`, `EMPTY`) that is not plain data itself, such as an enum member."""

    name: str


Value: TypeAlias = (
    "bool | int | float | str | list[Value] | tuple[Value, ...] | set[Value] | frozenset[Value]"
    " | dict[Value, Value] | Opaque | CellConstant | None"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a student's function: a board of nine cells, and what follows it."""

    function: str
    board: str
    """Nine characters `X`, `O` or `.`, row by row."""
    extra: tuple[Value, ...] = ()
    """The arguments after the board: for `result` one action ``(row, column)``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An exception as plain, cleaned text."""

    type: str
    message: str
    at: str | None
    """``tictactoe.py:41``: the innermost line of the submission, or None when none of its lines was running."""

    def __str__(self) -> str:
        """Render like the last line of a traceback."""
        return f"{self.type}: {self.message}" if self.message else self.type


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """
    The outcome of one call.

    `end` and `seconds` are judged outside the wall. `after` and `shares_rows` are claims of the inside: forging them
    costs a student more than doing what they claim. Equal outcomes of a sweep are one object, so identity is the key
    under which a judgement may be kept.
    """

    end: ChildEnd
    value: Value = None
    raised: Raised | None = None
    after: Value = None
    """The board as the call left it, or None when it is unchanged (a claim)."""
    shares_rows: bool = False
    """Whether the returned board holds a row of the argument itself (a claim)."""
    seconds: float | None = None
    """CPU time, where a single call was measured."""

    @property
    def changed(self) -> bool:
        """Whether the call changed the board it was given (a claim)."""
        return self.after is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """The answers of a list of calls, in the order they were asked for."""

    calls: Sequence[Call]
    answers: Sequence[Answer]

    def __post_init__(self) -> None:
        """Refuse a sweep with holes."""
        if len(self.calls) != len(self.answers):
            message = f"{len(self.calls)} calls but {len(self.answers)} answers"
            raise ValueError(message)
