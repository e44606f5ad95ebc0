"""
Counts the findings of all recorded searches of one submission, and the cuts that need a bound.

A search without bounds may take a win in one, stop at a winning move, ask for one goal, or try only the block or one of
two mirrored moves. In each case the position alone decides what the search does. Alpha-beta pruning leaves a move out
below one bound and tries the move below another. A table's answers need no second search.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from grader.capabilities.alpha_beta.capability import SearchedBoard
from grader.capabilities.alpha_beta.visits import Cut, CutReason, Missed, Recorded, Visit, recorded, successors
from grader.capabilities.alpha_beta.walk import WalkFindings, examined
from grader.game.board import FREE, O, X
from grader.game.tree import table
from grader.model.reason import reason
from grader.model.sanitize import sanitize
from grader.model.search_trace import SearchTrace


class Searched(NamedTuple):
    part: Visit
    """The start of a part of the search with one goal; a first or a repeated move may change the goal."""
    board: str
    cells: tuple[int, ...]


def cuts_that_need_a_bound(found: WalkFindings) -> Iterator[Cut]:
    """Yield the cuts of one search that only a bound explains."""
    places = positions_by_part(found.recorded)
    went_on = {
        place._replace(cells=place.cells[:count]) for place in places.values() for count in range(1, len(place.cells))
    }
    return (cut for cut in found.cuts if cut.reason is CutReason.BOUND and places.get(cut.visit) in went_on)


def positions_by_part(search: Recorded) -> dict[Visit, Searched]:
    """Return the tried moves at each visit below the first position."""
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


@cache
def plain_count(board: str) -> int:
    """Return the number of positions that a full search visits, in any order of moves."""
    return 1 + sum(map(plain_count, successors(board).values()))


class Positions(NamedTuple):
    visited: int
    plain: int
    """The positions that a search without pruning visits on the same boards."""


@dataclass(frozen=True)
class Evidence:
    """The findings of all recorded searches together."""

    findings: tuple[WalkFindings, ...]
    """The findings of complete recordings, in the order of the searches."""
    incomplete: tuple[SearchTrace, ...]

    @property
    def cut_off(self) -> SearchTrace | None:
        return next(iter(self.incomplete), None)

    @property
    def only_raises(self) -> bool:
        """Whether each call raised an exception before a look at another position."""
        return not self.findings and all(trace.raised and not trace.calls[1:] for trace in self.incomplete)

    @cached_property
    def cuts(self) -> list[Cut]:
        return [cut for one in self.findings for cut in one.cuts]

    @property
    def prunes(self) -> bool:
        """Whether moves are left out at searched positions, and not because of a table."""
        return any(cut.reason not in NO_CUTS for cut in self.cuts)

    @cached_property
    def by_bound(self) -> list[Cut]:
        """The cuts that only bounds justify. In a search with unsearched positions, a closed window may be chance."""
        limited = self.has(CutReason.LEAF)
        return [cut for cut in self.cuts if cut.by_bound and (cut.reached is not None or not limited)]

    @cached_property
    def needs_bounds(self) -> bool:
        """Whether enough cuts need a bound, and one of these bounds was a draw."""
        needing = [cut for one in self.findings for cut in cuts_that_need_a_bound(one)]
        return len(needing) >= ENOUGH and any(cut.against_draw for cut in needing)

    @cached_property
    def missed(self) -> list[Missed]:
        """The moves that bounds had made irrelevant; equality counts only for a search that cuts at equality."""
        stops_at_equality = any(cut.at_equality for cut in self.by_bound)
        return [one for found in self.findings for one in found.missed if stops_at_equality or not one.equal]

    def has(self, reason: CutReason) -> bool:
        return any(cut.reason is reason for cut in self.cuts)

    @property
    def searches(self) -> bool:
        """Whether the search looked at positions more than one move away."""
        return any(one.visit.tried for found in self.findings for one in found.recorded.root.tried)

    @property
    def grows(self) -> bool:
        """Whether the work grows with the free cells like that of a search, although no search was seen."""
        work: dict[int, int] = {}
        for found in self.findings:
            trace = found.recorded.trace
            free = trace.start.count(FREE)
            work[free] = max(work.get(free, 0), trace.events)
        return bool(work) and work[max(work)] > GROWTH * work[min(work)]

    @property
    def recursive(self) -> bool:
        return any(found.recorded.trace.recursive for found in self.findings)

    @property
    def strange(self) -> bool:
        """Whether calls were about positions that do not follow from those above."""
        return any(found.recorded.strange for found in self.findings)

    @property
    def unsearched(self) -> list[str]:
        """The boards with an answer, but without a look at any position."""
        return [found.recorded.trace.start for found in self.findings if not found.recorded.root.cells]

    @cached_property
    def positions(self) -> Positions:
        """The number of visited positions on all boards with a search."""
        boards = [board for board in self.boards() if board.visited > 1]
        return Positions(sum(board.visited for board in boards), sum(board.plain for board in boards))

    @property
    def share_visited(self) -> float:
        """The share of a plain search's positions that were visited; 1 without a search."""
        return self.positions.visited / self.positions.plain if self.positions.plain else 1

    @property
    def never_cuts(self) -> str:
        """The player who never leaves a move out although bounds often would; empty if there is none."""
        for mover, other in ((X, O), (O, X)):
            missed = sum(one.mover == mover for one in self.missed)
            if missed >= SEVERAL and self._cut_by(other) >= SEVERAL and not self._cut_by(mover):
                return mover
        return ""

    @property
    def hands_nothing_down(self) -> bool:
        """Whether the search uses only bounds from the position right above, although others often matter."""
        return not any(cut.far for cut in self.by_bound) and sum(one.far for one in self.missed) >= FEW

    def wrong_moves(self) -> Iterator[WalkFindings]:
        for found in self.findings:
            best = table()[found.recorded.trace.start].best
            if found.recorded.trace.move is not None and found.recorded.trace.move not in best:
                yield found

    def boards(self) -> Iterator[SearchedBoard]:
        for found in self.findings:
            visits = found.recorded.visits
            start = found.recorded.trace.start
            yield SearchedBoard(
                board=start,
                visited=len(visits) + found.seen_aside,
                plain=plain_count(start),
                cuts=sum(cut.reason not in NO_CUTS for cut in found.cuts),
                unjustified=sum(cut.reason is CutReason.NONE for cut in found.cuts),
            )
        for trace in self.incomplete:
            yield SearchedBoard(
                board=trace.start,
                visited=len(trace.calls),
                plain=plain_count(trace.start),
                why=trace.why or reason("unwatched_cut_off"),
            )

    def _cut_by(self, mover: str) -> int:
        return sum(cut.mover == mover for cut in self.by_bound)


FEW, SEVERAL = 5, 10
"""The number of chances from which on it is telling that a search never takes one."""
ENOUGH = 3
"""
So many cuts that need a bound are no coincidence.

Searches without bounds make none (`tests/capabilities/alpha_beta/without_bounds.py`). Alpha-beta pruning with the usual
first bounds made 4 or more on the small boards, in all orders of moves that were tried.
"""
GROWTH = 10
"""
The work of a search: so many times more calls with eight free cells than with five.

Rules, and searches of two or three moves, make 2 to 6 times more; alpha-beta pruning on a stack 30 to 40 times more.
"""
CALLS_PER_POSITION, MAX_CALLS = 10, 60_000
"""
The judged calls of a recording: for each position of a plain search, and in all.

Searches that ask everything several times need 7 per position. The limit bounds our time for a file.
"""
NO_CUTS = (CutReason.MEMO, CutReason.LEAF)
"""Answers of a memo table and unsearched positions are no cuts."""


def evidence_of(traces: Iterable[SearchTrace]) -> Evidence:
    """Return the findings of all recordings of one submission, given in the order of the searches."""
    ended = [as_ended(trace) for trace in traces]
    complete = [trace for trace in ended if trace.complete]
    searching = frozenset(call.function for trace in complete if trace.recursive for call in trace.calls)
    return Evidence(
        findings=tuple(examined([recorded(trace, searching) for trace in complete])),
        incomplete=tuple(trace for trace in ended if not trace.complete),
    )


def as_ended(trace: SearchTrace) -> SearchTrace:
    """Return `trace`, as incomplete if the call raised an exception or made too many calls."""
    if trace.complete and trace.raised:
        return dataclasses.replace(trace, complete=False, why=reason("unwatched_raised"))
    if trace.complete and len(trace.calls) > min(CALLS_PER_POSITION * plain_count(trace.start), MAX_CALLS):
        return dataclasses.replace(trace, complete=False, why=reason("unwatched_too_many_looked_at"))
    return trace


NAME = re.compile(r"\w+")
WORDS = ("alpha", "beta", "prun", "cutoff", "cut_off")
OTHER_WORDS = ("alphabets", "alphabetic", "alphanum")
BOUNDS = re.compile(r"(?<![.\w])(?:lower_?bound|upper_?bound|lower|upper|bound)(?=[ ]?[=<>,:)])", re.IGNORECASE)
"""Words that are names only before such signs, and not in `text.lower()` or in "the upper left corner"."""
MAX_NAMES = 8
MAX_NAME = 40


def pruning_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the first names that speak of pruning, in the order of the text."""
    found: dict[str, None] = {}
    for text in texts:
        for name in NAME.findall(text):
            if len(name) <= MAX_NAME and _speaks_of_pruning(name.lower()):
                found[sanitize(name, MAX_NAME)] = None
        found |= dict.fromkeys(BOUNDS.findall(text))
    return tuple(found)[:MAX_NAMES]


def _speaks_of_pruning(name: str) -> bool:
    rest = "_".join(part for part in name.split("_") if not f"{part}s".startswith(OTHER_WORDS))
    return any(word in rest for word in WORDS)
