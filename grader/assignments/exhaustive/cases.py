"""What functions are asked, in columns and in two orders: the same for every submission."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import itemgetter
from typing import TypeVar, overload

from grader.game.tree import Position
from grader.model.answer import Call, Value
from grader.model.call_batch import CallBatch

T = TypeVar("T")

LEGAL = "legal"
SHUFFLE_SEED = 5478


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call with its kind: legal, or one that must be refused."""

    call: Call
    position: Position
    """The truth about its board."""
    kind: str = LEGAL
    after: str = ""
    """For a legal move that is asked about: the board it leads to."""
    at: int | None = field(default=None, compare=False)
    """Its place among all that its function is asked, where it was asked there."""


class Asked(Sequence[Question]):
    """All that one function is asked, in columns: a question is built when somebody looks at it."""

    def __init__(self, function: str, positions: Sequence[Position], extras: Sequence[tuple[Value, ...]] = ()) -> None:
        """Ask `function` about `positions`, with what follows each board."""
        self.function = function
        self.positions = list(positions)
        self.kinds = [LEGAL] * len(positions)
        self.afters = [""] * len(positions)
        self.extras: list[tuple[Value, ...]] = list(extras) or [()] * len(positions)
        self._built: dict[int, Question] = {}

    def add(self, position: Position, extra: tuple[Value, ...], kind: str = LEGAL, after: str = "") -> None:
        """Ask one thing more."""
        self.positions.append(position)
        self.kinds.append(kind)
        self.afters.append(after)
        self.extras.append(extra)

    @cached_property
    def calls(self) -> CallBatch:
        """The calls alone, one object for all submissions."""
        boards = [position.board for position in self.positions]
        return CallBatch([self.function] * len(boards), boards, self.extras)

    def __len__(self) -> int:
        """Return how many questions there are."""
        return len(self.positions)

    @overload
    def __getitem__(self, at: int) -> Question: ...
    @overload
    def __getitem__(self, at: slice) -> list[Question]: ...
    def __getitem__(self, at: int | slice) -> Question | list[Question]:
        """Return one question, or some."""
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        question = self._built.get(at)
        if question is None:
            kind, after = self.kinds[at], self.afters[at]
            question = Question(call=self.calls[at], position=self.positions[at], kind=kind, after=after, at=at)
            self._built[at] = question
        return question


class Questions:
    """What each function of an assignment is asked; one object, so that everything about it is made once."""

    def __init__(self, ask: Callable[[str], Asked], decided_by: Mapping[str, Callable[[Position], object]]) -> None:
        """Ask each function what `ask` says; right answers depend on what `decided_by` reads of the position alone."""
        self._ask, self._decided_by = ask, decided_by

    @cache  # noqa: B019 - one object per assignment, for as long as the process lives
    def of(self, function: str) -> Asked:
        """Return everything `function` is asked, in canonical order."""
        return self._ask(function)

    @cache  # noqa: B019
    def shuffled(self, function: str) -> CallBatch:
        """Return the same calls in the one fixed other order in which cheap functions are asked again."""
        calls = self.of(function).calls
        order = shuffled(len(calls))
        return CallBatch(calls.functions, [calls.boards[at] for at in order], [calls.extras[at] for at in order])

    @cache  # noqa: B019
    def alike(self, function: str) -> tuple[int, ...]:
        """Return for each question the place of the first one that has the same right answers."""
        asked = self.of(function)
        first: dict[object, int] = {}
        read = self._decided_by[function]
        decided_by = zip(asked.kinds, asked.afters, map(read, asked.positions), strict=True)
        return tuple(first.setdefault(truth, at) for at, truth in enumerate(decided_by))

    @cache  # noqa: B019
    def places(self, function: str, kind: str, where: Callable[[Position], bool]) -> Sequence[int]:
        """Return which questions of `function` are of `kind` and selected by `where`, a function of a module."""
        asked = self.of(function)
        columns = enumerate(zip(asked.kinds, asked.positions, strict=True))
        return [at for at, (own, position) in columns if own == kind and where(position)]


@cache
def shuffled(size: int) -> Sequence[int]:
    """Return the other order."""
    order = list(range(size))
    random.Random(SHUFFLE_SEED).shuffle(order)  # noqa: S311 - an order, not a secret
    return order


def in_order(answers: Sequence[T]) -> tuple[T, ...]:
    """Return the answers to shuffled calls in canonical order."""
    return _sorter(len(answers))(answers)


@cache
def _sorter(size: int) -> Callable[[Sequence[T]], tuple[T, ...]]:
    places = {at: place for place, at in enumerate(shuffled(size))}
    return itemgetter(*[places[at] for at in range(size)])
