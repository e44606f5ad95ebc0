"""
Whether a search without the memo may be asked all boards, and which boards it is asked otherwise.

The decision must not depend on how busy or fast a machine is. So it is made from counted events (calls and returns of
functions) in a few short searches, which are the same everywhere. A clock is only read where it cannot matter.
"""

from __future__ import annotations

import array
from collections.abc import Sequence
from contextlib import suppress

from grader.model.answer import Call
from grader.sandbox.running.probe import ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import NEAR_LIMIT_SHARE
from grader.sandbox.wire.frames import MalformedFrame, packed_count

MANY_FREE = 6
"""A search from a board with at least this many free cells is long; all others together take a third of the longest."""
NODES = {9: 549_946, 8: 61_105, 7: 7_638, 6: 1_091, 5: 182, 4: 40, 3: 11, 2: 4, 1: 2, 0: 1}
"""Positions that a plain minimax visits from a board, on average, by the number of its free cells."""
COUNTED = 2
"""Searches that are counted for each of two numbers of free cells."""
GAMES = 2
"""The games of a search cost about as much as this many searches from the empty board."""
SECONDS_PER_EVENT = 3e-7
"""CPU seconds that stand for one event: a fixed figure, so that the same file is treated alike on every machine."""
FAR = 16
"""Nothing is counted if this many times the CPU seconds of the short searches stay within the limit."""
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


def is_affordable(probes: SubmissionProbes, calls: Sequence[Call], short_seconds: float) -> bool:
    """
    Tell whether all long searches, and the games, stay well within the limit of the submission.

    `short_seconds` is what the first call and the short searches took. If they are so quick that the answer cannot be
    no, nothing is counted.
    """
    limit = probes.limits.submission_seconds
    if FAR * short_seconds < limit:
        return True
    events = count_events(probes, calls)
    return events is not None and events * SECONDS_PER_EVENT <= NEAR_LIMIT_SHARE * limit


def count_events(probes: SubmissionProbes, calls: Sequence[Call]) -> float | None:
    """Return how many events the long searches and the games have, by a count of some shorter ones; None if unknown."""
    by_free: dict[int, list[Call]] = {}
    for call in calls:
        by_free.setdefault(call.board.count("."), []).append(call)
    levels = sorted((free for free in by_free if 0 < free <= MANY_FREE), reverse=True)[:2]
    if len(levels) < 2:  # noqa: PLR2004 - two points give a growth
        return None
    many, few = levels
    chosen = [call for free in levels for call in by_free[free][:: max(1, len(by_free[free]) // COUNTED)][:COUNTED]]
    counts = _counts(probes, chosen)
    if counts is None:
        return None
    at_many, at_few = sum(counts[:COUNTED]) / COUNTED, sum(counts[COUNTED:]) / COUNTED
    per_node = at_many / NODES[many]
    # A search that visits each position more than once grows faster than a plain one, one that cuts grows more slowly.
    growth = (per_node / (at_few / NODES[few])) ** (1 / (many - few)) if at_few else 1.0
    expected = {free: per_node * NODES[free] * growth ** (free - many) for free in range(MANY_FREE, 10)}
    long = sum(len(by_free.get(free, ())) * expected[free] for free in expected)
    return long + GAMES * expected[9]


def _counts(probes: SubmissionProbes, calls: Sequence[Call]) -> Sequence[int] | None:
    """Return the events of each of `calls`, made in a probe of its own that is charged to nobody; None if it ended."""
    apart = probes.separate()
    counts = array.array("Q")
    with suppress(ImportFailed, ProbeEnded, MalformedFrame), apart.opened() as probe:
        probe.send(packed_count(calls))
        limit = len(calls) * probes.limits.seconds_for(calls[0].function)
        frame, _seconds = apart.frame(probe, limit, "done")
        if len(frame.numbers) == len(calls) * counts.itemsize:
            counts.frombytes(frame.numbers)
    probes.usage.merge(apart.usage)
    return counts or None
