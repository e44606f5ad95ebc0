"""The pairs of calls by which boards are read back: the same for every submission whose functions are right."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import overload

from grader.assignments.exhaustive.cases import LEGAL, Case, CaseTable
from grader.model.call_batch import CallBatch
from grader.sandbox.running.search_cost import spread

BOARDS = 300
"""After so many calls of each function, evenly spread, the board is read back: all of this takes some 0.1 s."""
SEARCH_BOARDS = 30
"""The same for a search, which takes longer."""
FEW_FREE = 3
"""A search is called on boards with at most this many free cells, where it is short."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A call, and the call that reads its board back."""

    at: int
    """Index of the case among those of its function."""
    case: Case
    reader: Case

    @property
    def function(self) -> str:
        """The function whose board is read back."""
        return self.case.call.function


class PairList(Sequence[Pair]):
    """Pairs in the order in which they are made."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        """Take the pairs."""
        self._pairs = tuple(pairs)

    @cached_property
    def calls(self) -> CallBatch:
        """Both calls of each pair: one object, since it is encoded once."""
        calls = [case.call for pair in self._pairs for case in (pair.case, pair.reader)]
        columns = zip(*((call.function, call.board, call.extra) for call in calls), strict=True)
        return CallBatch(*map(tuple, columns))

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self._pairs)

    @overload
    def __getitem__(self, at: int) -> Pair: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Pair]: ...
    def __getitem__(self, at: int | slice) -> Pair | Sequence[Pair]:
        """Return one pair, or several for a slice."""
        return self._pairs[at]


@cache
def pairs_of(
    cases: CaseTable, functions: tuple[str, ...], searches: frozenset[str], readers: tuple[str, ...], whole: str
) -> PairList:
    """
    Return pairs for all `functions`, taken in turns; few and short ones for `searches`.

    Where `whole` is among the `readers` and has a case, its answer is enough, since it tells the whole board. Elsewhere
    all others read the board back, each in a pair of its own.
    """
    lists = []
    for function in functions:
        own = cases.of(function)
        indices = [
            at
            for at, position in enumerate(own.positions)
            if own.kinds[at] == LEGAL and (function not in searches or len(position.moves) <= FEW_FREE)
        ]
        most = SEARCH_BOARDS if function in searches else BOARDS
        lists.append(
            [
                Pair(at, own[at], reader)
                for at in spread(indices, most)
                for reader in _read_by(cases, own.positions[at].board, readers, whole)
            ]
        )
    in_turns = itertools.zip_longest(*lists)
    return PairList(pair for turn in in_turns for pair in turn if pair is not None)


def _read_by(cases: CaseTable, board: str, readers: Sequence[str], whole: str) -> list[Case]:
    found = {name: at for name in readers if (at := _last_legal_case(cases, name).get(board)) is not None}
    return [cases.of(name)[at] for name, at in found.items() if name == whole or whole not in found]


@cache
def _last_legal_case(cases: CaseTable, function: str) -> Mapping[str, int]:
    """Return the index of the last legal case on each board."""
    every = cases.of(function)
    columns = enumerate(zip(every.calls.boards, every.kinds, strict=True))
    return {board: at for at, (board, kind) in columns if kind == LEGAL}
