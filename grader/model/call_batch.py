"""Many calls at once: sent in columns, without an object for each, and judged in groups."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from grader.model.answer import Answer, Call, Value


class Pairing(enum.Enum):
    """What the second call of each two has to do with the first."""

    NONE = ""
    """Nothing: every call gets a board of its own."""
    SAME_BOARD = "same"
    """It gets the very board that the first call got."""
    OVERWRITTEN = "overwritten"
    """The same, after every cell of the board that the first call returned was overwritten."""
    APART = "apart"
    """It gets a board of its own, after every cell of the board that the first call returned was overwritten."""


class CallBatch(Sequence[Call]):
    """A list of calls. It is encoded once, when it is first sent; later it is recognized by its identity."""

    def __init__(
        self, functions: Sequence[str], boards: Sequence[str], extras: Sequence[tuple[Value, ...]] | None = None
    ) -> None:
        self.functions = functions
        self.boards = boards
        self.extras = extras if extras is not None else [()] * len(boards)
        self.function = functions[0] if len(set(functions)) == 1 else None
        """The function that all of them call, None if they call several."""
        self._built: dict[int, Call] = {}

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, at: int) -> Call: ...
    @overload
    def __getitem__(self, at: slice) -> list[Call]: ...
    def __getitem__(self, at: int | slice) -> Call | list[Call]:
        """Return one call, or a list of them for a slice (IndexError as for a list)."""
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        call = self._built.get(at)
        if call is None:
            call = Call(function=self.functions[at], board=self.boards[at], extra=self.extras[at])
            self._built[at] = call
        return call


def one_function(calls: Sequence[Call]) -> str | None:
    """Return the function that all `calls` call, None if they call several."""
    if isinstance(calls, CallBatch):
        return calls.function
    functions = {call.function for call in calls}
    return functions.pop() if len(functions) == 1 else None


def boards_of(calls: Sequence[Call]) -> Sequence[str]:
    return calls.boards if isinstance(calls, CallBatch) else [call.board for call in calls]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallGroup:
    """The calls of one check, as positions in a list: one wrong answer among them decides the check."""

    calls: frozenset[int]
    fails: Callable[[int, Answer], bool]
    """Tells whether the answer to a call, given by its position, is wrong."""
    only_cheap: bool = False
    """Whether expensive calls are not made for it: a check of conduct, which looks at right answers only."""
