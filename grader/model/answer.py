"""What a student's function answered: plain data from inside the wall, before it is judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from grader.model.verdict import ChildEnd


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that is not plain data, or too big to be an answer: only its description crosses the wall."""

    description: str


@dataclass(frozen=True, slots=True)
class CellConstant:
    """A module constant (`X`, `O`, `EMPTY`) that is not plain data itself, such as an enum member."""

    name: str


@dataclass(frozen=True, slots=True)
class Unordered:
    """
    A set, a frozenset or a dict, taken apart: equal ones have equal `members` in the same order.

    Nothing outside the wall builds the real one: Python compares members with equal hashes in quadratic time, and a
    student can choose a thousand of them.
    """

    kind: str
    """``set``, ``frozenset`` or ``dict``."""
    members: tuple[Value, ...]
    """Sorted by their text; those of a dict are pairs of a key and its value."""

    def __bool__(self) -> bool:
        return bool(self.members)

    def __hash__(self) -> int:
        """Return the hash of a frozenset (TypeError for the others, as in Python)."""
        return hash(self.members if self.kind == "frozenset" else [])

    @property
    def is_set(self) -> bool:
        """Whether it is a set or a frozenset."""
        return self.kind != "dict"


def unordered(kind: str, members: Iterable[Value]) -> Unordered:
    """Return a set, frozenset or dict with these members; equal ones count once."""
    by_text = sorted(((repr(member), member) for member in members), key=itemgetter(0))
    return Unordered(kind, tuple(next(same)[1] for _text, same in groupby(by_text, itemgetter(0))))


Value: TypeAlias = (
    "bool | int | float | str | list[Value] | tuple[Value, ...] | Unordered | Opaque | CellConstant | None"
)


def holds_opaque(value: Value) -> bool:
    """Tell whether `value`, or a part of it, is not plain data or is too big: its content is not known outside."""
    if isinstance(value, Unordered):
        return any(map(holds_opaque, value.members))
    return any(map(holds_opaque, value)) if isinstance(value, (list, tuple)) else isinstance(value, Opaque)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a student's function: a board of nine cells, and the other arguments."""

    function: str
    board: str
    """Nine characters `X`, `O` or `.`, row by row."""
    extra: tuple[Value, ...] = ()
    """The arguments after the board: for `result` one action ``(row, column)``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Something that the sandbox refuses and a student's machine may allow (a claim of the inside)."""

    what: str
    """One of the phrases of `grader/sandbox/wire/messages.py`: ``writes a file``."""
    name: str
    """The file or module, one plain word; empty if there is none."""
    at: str | None
    """As `Raised.at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An exception as plain, sanitized text."""

    type: str
    message: str
    at: str | None
    """``tictactoe.py:41``: the innermost line of the submission, or None when none of its lines was running."""
    refused: Refusal | None = None
    """What the sandbox refused, if the exception came from that: then it is no evidence."""

    def __str__(self) -> str:
        """Return the exception as the last line of a traceback shows it."""
        return f"{self.type}: {self.message}" if self.message else self.type


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """
    The outcome of one call.

    `end` and `seconds` are measured outside the wall. `after` and `shares_rows` are claims of the inside: to forge them
    is harder than to do what they claim. Equal outcomes of a sweep are the same object, so a judgement can be cached by
    identity.
    """

    end: ChildEnd
    value: Value = None
    raised: Raised | None = None
    after: Value = None
    """The board after the call, or None if it is unchanged (a claim)."""
    shares_rows: bool = False
    """Whether the returned board holds a row of the argument itself (a claim)."""
    seconds: float | None = None
    """CPU time, None if the call was not measured alone."""
    loop_at: str | None = None
    """``tictactoe.py:46``: where the loop begins that never ends; None if none was found (a claim)."""

    @property
    def at(self) -> str | None:
        """``tictactoe.py:41``: the line that gave no answer; None if that is not known."""
        return self.loop_at if self.raised is None else self.raised.at

    @property
    def refused(self) -> Refusal | None:
        """The refusal of the sandbox, if it is the reason for no answer: the answer is then neither right nor wrong."""
        return None if self.raised is None else self.raised.refused

    @property
    def is_endless(self) -> bool:
        """Whether the call recursed until the stack was full."""
        return self.raised is not None and self.raised.type == "RecursionError"

    @property
    def changed(self) -> bool:
        """Whether the call changed the board it was given (a claim)."""
        return self.after is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """The answers of a list of calls, in the order they were asked for."""

    calls: Sequence[Call]
    answers: Sequence[Answer]
    kept: bool = False
    """Whether the shortcut answered: then a wrong answer that costs points must come again without it."""

    def __post_init__(self) -> None:
        """Raise ValueError if there is not one answer for each call."""
        if len(self.calls) != len(self.answers):
            message = f"{len(self.calls)} calls but {len(self.answers)} answers"
            raise ValueError(message)
