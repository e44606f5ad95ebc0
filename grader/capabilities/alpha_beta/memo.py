"""Which visits may have been answered from a memo table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from grader.capabilities.alpha_beta.bounds import Value
from grader.capabilities.alpha_beta.visits import Recorded, Visit, successors

SYMMETRIES = tuple(
    tuple(pattern[cell] for cell in turned)
    for pattern in ((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6))
    for turned in (
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (6, 3, 0, 7, 4, 1, 8, 5, 2),
        (8, 7, 6, 5, 4, 3, 2, 1, 0),
        (2, 5, 8, 1, 4, 7, 0, 3, 6),
    )
)


@cache
def canonical(board: str) -> str:
    """Return the same board for all boards that are turned or mirrored images of each other."""
    return min("".join(board[cell] for cell in symmetry) for symmetry in SYMMETRIES)


class EarlierSearch(NamedTuple):
    """What an earlier search of a position found."""

    value: Value
    proved: Value


class SearchedPositions:
    """What was searched so far; `strict` if no position was ever searched twice, so what is missing was looked up."""

    def __init__(self, *, strict: bool) -> None:
        """Begin with nothing."""
        self.strict = strict
        self._found: dict[str, EarlierSearch] = {}

    def add(self, board: str, found: EarlierSearch) -> None:
        """Keep what was found below `board`."""
        self._found[canonical(board)] = found

    def get(self, board: str) -> EarlierSearch | None:
        """Return what was found below `board`, None if it was not searched yet."""
        return self._found.get(canonical(board))

    def hidden(self, visit: Visit) -> dict[int, EarlierSearch]:
        """Return what a lookup that leaves no call can have given at `visit`, by cell."""
        if not self.strict:
            return {}
        left = {cell: self.get(board) for cell, board in successors(visit.board).items() if cell not in visit.cells}
        return {cell: found for cell, found in left.items() if found is not None}


def never_searches_twice(searches: Sequence[Recorded]) -> bool:
    """Tell whether no position was searched twice, although some that had been searched were met again."""
    met_again = False
    for search in searches:
        done: set[str] = set()
        for visit in filter(lambda visit: visit.open, search.visits):
            again = visit.board in done
            if again and visit.tried:
                return False
            met_again = met_again or again or not done.isdisjoint(_left_out(visit))
            if visit.tried:
                done.add(visit.board)
    return met_again


def _left_out(visit: Visit) -> Iterable[str]:
    return (board for cell, board in successors(visit.board).items() if cell not in visit.cells) if visit.tried else ()
