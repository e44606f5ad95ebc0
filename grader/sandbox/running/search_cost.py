"""
What all long searches without the memo would cost, and which of them are made if that is too much.

What is asked must not depend on how busy or fast a machine is. So the cost is not measured by a clock: it is computed
from counted events (calls and returns of functions) in a few short searches, which are the same everywhere.
"""

from __future__ import annotations

import array
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from grader.model.answer import Call
from grader.sandbox.running.probe import ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import NEAR_LIMIT_SHARE
from grader.sandbox.wire.frames import MalformedFrame, packed_count

T = TypeVar("T")

MANY_FREE = 6
"""A search from a board with at least this many free cells is long; all others together take a third of the longest."""
NODES = {9: 549_946, 8: 61_105, 7: 7_638, 6: 1_091, 5: 182, 4: 40, 3: 11, 2: 4, 1: 2, 0: 1}
"""Positions that a plain minimax visits from a board, on average, by the number of its free cells."""
COUNTED = {7: 3, 6: 8, 5: 16, 4: 16}
"""Searches that are counted, by the number of free cells: the most free cells that occur here, and two fewer."""
GAMES = 2
"""The games of a search cost about as much as this many searches from the empty board."""
SECONDS_PER_EVENT = 1.2e-7
"""CPU seconds that stand for one event: a fixed figure, so that the same file is treated alike on every machine."""
CHEAP_SECONDS = 5
"""Long searches that cost less, all together, are made even if they cannot change a mark: then counts are exact."""
EVERY = {6: 6, 7: 8}
"""Of the long searches with so many free cells, each how-many-th is in the selection; none with more, but the first."""


def is_short_search(call: Call) -> bool:
    """Tell whether a search is short, by the number of free cells of its board."""
    return call.board.count(".") < MANY_FREE


def selection(calls: Sequence[Call]) -> frozenset[int]:
    """Return which of `calls` are made if all are too many: the first, all short searches, some of the long ones."""
    chosen, seen = {0}, dict.fromkeys(EVERY, 0)
    for at, call in enumerate(calls):
        free = call.board.count(".")
        if is_short_search(call):
            chosen.add(at)
        elif free in EVERY:
            if seen[free] % EVERY[free] == 0:
                chosen.add(at)
            seen[free] += 1
    return frozenset(chosen)


def is_affordable(seconds: float, limit: float) -> bool:
    """Tell whether the expected `seconds` stay well within the `limit` of the submission."""
    return seconds <= NEAR_LIMIT_SHARE * limit


def expected_seconds(probes: SubmissionProbes, calls: Sequence[Call]) -> float:
    """Return what the long searches and the games cost, by a count of some shorter ones; infinity if unknown."""
    by_free: dict[int, list[Call]] = {}
    for call in calls:
        by_free.setdefault(call.board.count("."), []).append(call)
    many = max((free for free in by_free if free in COUNTED), default=0)
    few = many - 2
    if few not in by_free or few not in COUNTED:
        return math.inf
    chosen = {free: spread(by_free[free], COUNTED[free]) for free in (many, few)}
    counts = _counts(probes, [*chosen[many], *chosen[few]])
    if counts is None:
        return math.inf
    at_many, at_few = counts[: len(chosen[many])], counts[len(chosen[many]) :]
    per_node = sum(at_many) / len(at_many) / NODES[many]
    # A search that visits positions more than once grows faster than a plain one, one that cuts grows more slowly.
    growth = math.sqrt(per_node / max(1e-9, sum(at_few) / len(at_few) / NODES[few]))
    expected = {free: per_node * NODES[free] * growth ** (free - many) for free in range(MANY_FREE, 10)}
    long = sum(len(by_free.get(free, ())) * expected[free] for free in expected)
    return SECONDS_PER_EVENT * (long + GAMES * expected[9])


def spread(items: Sequence[T], count: int) -> Sequence[T]:
    """Take at most `count` of `items`, evenly from first to last."""
    return items[:: max(1, len(items) // count)][:count]


def _counts(probes: SubmissionProbes, calls: Sequence[Call]) -> Sequence[int] | None:
    """Return the events of each of `calls`, made in a probe of its own that is charged to nobody; None if it ended."""
    apart = probes.for_evidence()
    counts = array.array("Q")
    with suppress(ImportFailed, ProbeEnded, MalformedFrame), apart.opened() as probe:
        probe.send(packed_count(calls))
        limit = len(calls) * probes.limits.seconds_for(calls[0].function)
        frame, _seconds = probe.frame(apart.usage.time_allowed(limit, probe), "done")
        if len(frame.numbers) == len(calls) * counts.itemsize:
            counts.frombytes(frame.numbers)
    return counts or None
