"""
Which cuts need a bound: elsewhere the same position was searched further, after the same moves, below another bound.

A search without bounds may take a win in one, stop at a won move, ask for one goal, try one of two mirrored moves or
only the block. Whatever of these it does, what it does at a position follows from the position. Alpha-beta pruning
leaves moves out below one bound and tries them below another. What a table answers is not searched a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grader.capabilities.alpha_beta.cuts import Cut, CutReason
from grader.capabilities.alpha_beta.visits import Recorded, Visit
from grader.capabilities.alpha_beta.walk import Findings


class Searched(NamedTuple):
    """A position, and the moves that were tried there, in order."""

    part: Visit
    """Where a part of the search begins that has one goal; it may change below a first move or a repeated one."""
    board: str
    cells: tuple[int, ...]


def cuts_that_need_a_bound(found: Findings) -> Iterator[Cut]:
    """Yield the cuts of one search that nothing but a bound explains."""
    places = positions_by_part(found.recorded)
    went_on = {
        place._replace(cells=place.cells[:count]) for place in places.values() for count in range(1, len(place.cells))
    }
    return (cut for cut in found.cuts if cut.reason is CutReason.BOUND and places.get(cut.visit) in went_on)


def positions_by_part(search: Recorded) -> dict[Visit, Searched]:
    """Return what was tried at each visit below the first position."""
    places = {}
    left = [(one.visit, one.visit) for one in search.root.tried]
    while left:
        visit, part = left.pop()
        cells = tuple(dict.fromkeys(one.cell for one in visit.tried))
        if cells:
            places[visit] = Searched(part, visit.board, cells)
        again = len(cells) < len(visit.tried)
        left += [(one.visit, one.visit if again else part) for one in visit.tried]
    return places
