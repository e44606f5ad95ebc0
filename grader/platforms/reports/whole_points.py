"""A mark in whole points, for platforms that take no others: the total is rounded half up, its parts add up to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from grader.model.assessment import half_up
from grader.model.result import Result, Score
from grader.platforms.reports.entries import ReportEntry, item_entries, total_earned, total_possible


class WholeTest(NamedTuple):
    """An item that is marked, in whole points."""

    entry: ReportEntry
    score: int
    most: int
    """What it can earn: not less than `score`; 0 if it only takes points away."""


class WholeMark(NamedTuple):
    """A mark in whole points."""

    score: int
    """The total, bonus included, rounded half up."""
    most: int
    """What it is out of: without the bonus, and without what is to be marked by hand."""
    tests: tuple[WholeTest, ...]
    """The items that are marked; their scores add up to the total."""


def whole_mark(result: Result, score: Score) -> WholeMark:
    """Return the mark of `result`, which is `score`, in whole points."""
    marked = [entry for entry in item_entries(result) if not entry.pending]
    earning = [entry for entry in marked if not entry.deduction]
    regular = whole_shares([Decimal(0) if entry.bonus else entry.points for entry in earning])
    most = [whole(entry.points) if entry.bonus else share for entry, share in zip(earning, regular, strict=True)]
    scores = whole_shares([entry.earned for entry in earning], most)
    total = whole(total_earned(score))
    # All that is taken away stands in the first such item: there is one at most, for handing in late.
    taken = iter([total - sum(scores)])
    given = iter([WholeTest(*one) for one in zip(earning, scores, map(max, most, scores), strict=True)])
    tests = tuple(WholeTest(entry, next(taken, 0), 0) if entry.deduction else next(given) for entry in marked)
    return WholeMark(score=total, most=whole(total_possible(score)), tests=tests)


def whole(points: Decimal) -> int:
    """Return points rounded half up: 17.5 is 18, 17.49 is 17."""
    return int(half_up(points, 0))


def whole_shares(points: Sequence[Decimal], most: Sequence[int] | None = None) -> tuple[int, ...]:
    """
    Return `points`, none negative, as whole numbers that add up to their rounded sum.

    Each is rounded down. What is missing goes to those that lose most by this, one each; the first of equal ones first.
    None is lifted above its number in `most`, unless its points are more.
    """
    total = whole(sum(points, Decimal(0)))
    shares = [int(one) for one in points]
    limits = most if most is not None else [share + 1 for share in shares]
    room = [max(limit, math.ceil(one)) for limit, one in zip(limits, points, strict=True)]
    while (missing := total - sum(shares)) > 0:
        open_places = [place for place, share in enumerate(shares) if share < room[place]]
        if not open_places:
            break
        for place in sorted(open_places, key=lambda place: shares[place] - points[place])[:missing]:
            shares[place] += 1
    return tuple(shares)
