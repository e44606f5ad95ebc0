"""Calls of a student's functions and their answers: plain data, before it is judged."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, TypeVar, overload

from msgspec import Struct

from grader.model.counterexample import RaisedText
from grader.model.verdict import ChildEnd


class Opaque(Struct, frozen=True):
    """A value that is no plain data or too big for an answer: only its description crosses the wall."""

    description: str


class CellConstant(Struct, frozen=True):
    """A module constant (`X`, `O`, `EMPTY`) that is not plain data itself, such as an enum member."""

    name: str


class Unordered(Struct, frozen=True):
    """
    A set, a frozenset or a dict, taken apart: equal ones have equal `members` in the same order.

    The grader never builds the real one: Python compares members with equal hashes in quadratic time, and a student can
    choose a thousand such members.
    """

    kind: str
    """``set``, ``frozenset`` or ``dict``."""
    members: tuple[Value, ...]
    """Sorted by their text; members of a dict are pairs of a key and its value."""

    def __bool__(self) -> bool:
        return bool(self.members)

    def __hash__(self) -> int:
        """Return the hash of a frozenset (TypeError for the others, as in Python)."""
        return hash(self.members if self.kind == "frozenset" else [])

    @property
    def is_set(self) -> bool:
        return self.kind != "dict"


def unordered(kind: str, members: Iterable[Value]) -> Unordered:
    """Return a set, frozenset or dict with these members; equal members count once."""
    by_text = sorted(((repr(member), member) for member in members), key=itemgetter(0))
    return Unordered(kind, tuple(next(same)[1] for _text, same in groupby(by_text, itemgetter(0))))


Value: TypeAlias = (
    "bool | int | float | str | list[Value] | tuple[Value, ...] | Unordered | Opaque | CellConstant | None"
)


def holds_opaque(value: Value) -> bool:
    """Tell whether `value`, or a part of it, has unknown content: it is no plain data or too big."""
    if isinstance(value, Unordered):
        return any(map(holds_opaque, value.members))
    return any(map(holds_opaque, value)) if isinstance(value, (list, tuple)) else isinstance(value, Opaque)


class Call(Struct, frozen=True, kw_only=True):
    """One call of a student's function: a board of nine cells, and the other arguments."""

    function: str
    board: str
    """Nine characters `X`, `O` or `.`, row by row."""
    extra: tuple[Value, ...] = ()
    """The arguments after the board: for `result` one action ``(row, column)``."""


class Refusal(Struct, frozen=True, kw_only=True):
    """Something that the sandbox refuses and a student's machine may allow (a claim of the inside)."""

    what: str
    """One of the phrases of `grader/sandbox/wire/messages.py`: ``writes a file``."""
    name: str
    """The file or module, one plain word; empty if there is none."""
    at: str | None
    """As `Raised.at`."""


class Raised(RaisedText, frozen=True, kw_only=True):
    """An exception as plain, sanitized text, as it came back."""

    at: str | None
    """``tictactoe.py:41``: the innermost line of the submission, or None when none of its lines was running."""
    refused: Refusal | None = None
    """What the sandbox refused, if the refusal caused the exception: then the exception is no evidence."""
    column: int = 0
    """Where in the line Python could not read the text, from 1; 0 for any other exception."""

    @property
    def is_unread(self) -> bool:
        return self.type in {"SyntaxError", "IndentationError", "TabError"}


class Answer(Struct, frozen=True, kw_only=True, eq=False):
    """
    The outcome of one call.

    `end` and `seconds` are measured outside the wall. `after` and `shares_rows` are claims of the inside: forging them
    is harder than doing what they claim. Equal outcomes of a sweep are one object, so a judgement can be cached by
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
    """``tictactoe.py:46``: where the endless loop begins; None if no loop was found (a claim)."""

    @property
    def at(self) -> str | None:
        """``tictactoe.py:41``: the line that gave no answer; None if the line is unknown."""
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
        """Whether the call changed its board (a claim)."""
        return self.after is not None


class Sweep(Struct, frozen=True, kw_only=True):
    """The answers of a list of calls, in the order they were asked for."""

    calls: Sequence[Call]
    answers: Sequence[Answer]
    kept: bool = False
    """Whether the shortcut answered: then a wrong answer that costs points must come again without it."""

    def __post_init__(self) -> None:
        if len(self.calls) != len(self.answers):
            message = f"{len(self.calls)} calls but {len(self.answers)} answers"
            raise ValueError(message)


class Pairing(enum.Enum):
    """How calls in pairs share a board."""

    NONE = ""
    """Every call gets a board of its own."""
    SAME_BOARD = "same"
    """The second call gets the board of the first."""
    OVERWRITTEN = "overwritten"
    """The same, after every cell of the first call's answer was overwritten."""
    APART = "apart"
    """The second call gets a board of its own, after every cell of the first call's answer was overwritten."""


class CallBatch(Sequence[Call]):
    """A list of calls. It is encoded once, when it is first sent, and later recognized by its identity."""

    def __init__(
        self, functions: Sequence[str], boards: Sequence[str], extras: Sequence[tuple[Value, ...]] | None = None
    ) -> None:
        self.functions = functions
        self.boards = boards
        self.extras = extras if extras is not None else [()] * len(boards)
        self.function = functions[0] if len(set(functions)) == 1 else None
        """The only function of the calls, None if they call several."""
        self._built: dict[int, Call] = {}

    @classmethod
    def of(cls, calls: Iterable[Call]) -> CallBatch:
        every = tuple(calls)
        return cls([call.function for call in every], [call.board for call in every], [call.extra for call in every])

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, at: int) -> Call: ...
    @overload
    def __getitem__(self, at: slice) -> list[Call]: ...
    def __getitem__(self, at: int | slice) -> Call | list[Call]:
        """Return one call, or a list for a slice (IndexError as for a list)."""
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        call = self._built.get(at)
        if call is None:
            call = Call(function=self.functions[at], board=self.boards[at], extra=self.extras[at])
            self._built[at] = call
        return call


def one_function(calls: Sequence[Call]) -> str | None:
    """Return the only function of `calls`, None if they call several."""
    if isinstance(calls, CallBatch):
        return calls.function
    functions = {call.function for call in calls}
    return functions.pop() if len(functions) == 1 else None


def boards_of(calls: Sequence[Call]) -> Sequence[str]:
    return calls.boards if isinstance(calls, CallBatch) else [call.board for call in calls]


T = TypeVar("T")


def spread(items: Sequence[T], count: int) -> Sequence[T]:
    """Take at most `count` of `items`, such as calls or boards, evenly from first to last."""
    return items[:: max(1, len(items) // count)][:count]


class CallGroup(Struct, frozen=True, kw_only=True, eq=False):
    """The calls of one check, as positions in a list: one wrong answer decides the check."""

    calls: frozenset[int]
    fails: Callable[[int, Answer], bool]
    """Tells whether the answer to the call at a position is wrong."""
    only_cheap: bool = False
    """Whether to make no expensive calls: for a check of conduct, which looks only at right answers."""


PRINTED, ASKED, TYPED, BOARD, ENDED = "printed", "asked", "typed", "board", "ended"


class Event(Struct, frozen=True, kw_only=True):
    """One event of a dialogue: a claim of the inside, except for typed lines."""

    kind: str
    """
    ``printed``: a text; ``asked``: the prompt of `input`; ``typed``: the line that `input` returned; ``board``: the
    board that was passed to the function that prints it; ``ended``: the input is over.
    """
    text: str
    """
    At most 2,000 characters, not sanitized. A board has nine characters: `X`, `O` or `.`, and `?` for any other cell;
    a value that is no board has nine `?`.
    """


class Dialogue(Struct, frozen=True, kw_only=True):
    """One call of a function that holds a dialogue, from its beginning to its end."""

    events: tuple[Event, ...]
    answer: Answer
    endless: bool = False
    """Whether the function kept asking after the end of the input."""


class LeftOut(Struct, frozen=True, kw_only=True):
    """A top-level statement that was left out of the import because it raised (a claim of the inside)."""

    at: str
    """``AI_game.py:73``: the line where the statement begins, or the cell if it is not Python."""
    raised: Raised
    asked: bool
    talked: bool
    """Whether the dialogue function was running."""
