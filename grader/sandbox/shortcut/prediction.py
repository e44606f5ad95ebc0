"""
Predicts what a memoized sweep would take without the memo, in two ways.

`PlainTimes` holds what the marker has timed: the growth of plain calls with few free cells. Points depend on nothing
else. `predict` uses the calls that the memo counts inside the wall: a person reads that, and it may add caution.
"""

from __future__ import annotations

import array
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from grader.model.answer import Call
from grader.model.call_batch import CallBatch
from grader.sandbox.running.search_cost import NODES, spread
from grader.sandbox.wire.frames import Frame, MalformedFrame

TIMED_SAMPLE = {5: 9, 6: 3}
"""
The timed boards of a sample: how many, by their number of free cells.

A search from five free cells makes 326 calls at most, from six 1,957: enough for a clock to measure, and few enough to
cost a plain minimax only some tenths of a second.
"""
DEEP_SAMPLE = {8: 2, 7: 4}
"""The most boards with long searches that are compared, by their number of free cells."""
DEEP_CALLS = 70_000
"""
Calls of memoized functions, as the memo counts them, that the long searches of a sample may make without the memo.

A plain search from eight free cells makes 61,000, from seven 7,600. They are counted and not timed, so that the same
boards are chosen on every machine.
"""
COMPARED_SAMPLE = 48
"""Boards of a sample with fewer free cells, only compared: all of them take less than one board with six."""
FEWEST_SECONDS = 3e-7
"""
CPU seconds for each position of a plain search. What is quicker than Python can be is no plain search but a table, and
then nothing is known of other boards.
"""
MAX_COUNT = 1 << 53
MAX_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainCost:
    """What a plain sweep would have cost, as the inside claims."""

    calls: tuple[int, ...]
    """For each call of the sweep: how many calls of memoized functions a plain run makes."""
    seconds: tuple[float, ...]
    """For each call: the sum of the CPU seconds that its parts took the one time they ran, with the memo's overhead."""


def read_cost(closing: Frame, calls: int) -> PlainCost:
    """Read the plain cost of `calls` calls from the numbers of a ``done`` frame (MalformedFrame if they are wrong)."""
    costs = array.array("Q")
    if len(closing.numbers) != 2 * calls * costs.itemsize:
        raise MalformedFrame("not the cost of these calls")
    costs.frombytes(closing.numbers)
    if max(costs, default=0) >= MAX_COUNT:
        raise MalformedFrame("more than there can be")
    return PlainCost(calls=tuple(costs[:calls]), seconds=tuple(time / 1e6 for time in costs[calls:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Positions, in a list of calls, of those that are made again without the memo."""

    timed: Mapping[int, Sequence[int]]
    """By the number of free cells: calls whose search is long enough to be timed."""
    compared: Sequence[int]
    """Calls with shorter searches."""


def sample(calls: Sequence[Call]) -> Sample:
    """Return which of `calls` are made again without the memo."""
    return _kept_sample(calls) if isinstance(calls, CallBatch) else _sample([call.board for call in calls])


@lru_cache(MAX_KEPT)
def _kept_sample(calls: CallBatch) -> Sample:
    return _sample(calls.boards)


def deep_sample(calls: Sequence[Call], cost: PlainCost, seed: str) -> Sequence[int]:
    """Return, by their positions, long searches among `calls` that are made again too, as `seed` chooses them."""
    draw = random.Random(seed)  # noqa: S311 - what is chosen must be the same again
    by_free = {free: [at for at, call in enumerate(calls) if call.board.count(".") == free] for free in DEEP_SAMPLE}
    drawn = [draw.sample(by_free[free], min(count, len(by_free[free]))) for free, count in DEEP_SAMPLE.items()]
    chosen, left = [], DEEP_CALLS
    for at in (at for turn in zip_longest(*drawn) for at in turn if at is not None):
        if cost.calls[at] <= left:
            chosen.append(at)
            left -= cost.calls[at]
    return chosen


def _sample(boards: Sequence[str]) -> Sample:
    by_free: dict[int, list[int]] = {}
    for at, board in enumerate(boards):
        by_free.setdefault(board.count("."), []).append(at)
    timed = {free: spread(by_free[free], count) for free, count in TIMED_SAMPLE.items() if free in by_free}
    shorter = [at for free in range(min(TIMED_SAMPLE)) for at in by_free.get(free, [])]
    return Sample(timed=timed, compared=spread(shorter, COMPARED_SAMPLE))


@dataclass(frozen=True, slots=True)
class PlainTimes:
    """CPU seconds of plain calls, timed outside the wall."""

    seconds: Mapping[int, float]
    """By the number of free cells: the mean of one call."""

    def upper(self, free: int) -> float:
        """
        Return what a call on a board with `free` free cells may take; infinity if its growth is not that of a search.

        If the time for each position grows from one number of free cells to the next, it is taken to grow on like that.
        """
        if not self.seconds:
            return math.inf
        many = max(self.seconds)
        if free <= many:
            return max(self.seconds.values())
        per_position = self.seconds[many] / NODES[many]
        if per_position < FEWEST_SECONDS:
            return math.inf
        before = self.seconds.get(many - 1, 0.0) / NODES[many - 1] or per_position
        return per_position * NODES[free] * max(1.0, per_position / before) ** (free - many)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCost:
    """CPU seconds of one call of a memoized function, measured on the calls of a sample."""

    plain: float
    """What it takes without the memo."""
    overhead: float
    """What the memo adds when it measures a call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What the calls of a sweep would have taken without the memo, in CPU seconds."""

    call_cost: CallCost
    first: float
    """The first call, only by the number of calls below it."""
    upper_seconds: tuple[float, ...]
    """For each call: the larger of the two estimates."""


def predict(cost: PlainCost, timed: Mapping[int, Sequence[int]], times: PlainTimes) -> Prediction:
    """
    Predict from the counts inside and from the CPU seconds that the calls at `timed` took without the memo.

    There are two estimates for a call: the number of calls below it times the cost of one, and the sum of its parts,
    each measured once. Only the second shows a position in which the code is slow. The memo's overhead is subtracted
    from the sum: it is what the parts at `timed` took above their plain time.
    """
    places = [at for chosen in timed.values() for at in chosen]
    seconds = sum(times.seconds[free] * len(chosen) for free, chosen in timed.items())
    calls = max(1, sum(cost.calls[at] for at in places))
    measured = sum(cost.seconds[at] for at in places)
    call_cost = CallCost(plain=seconds / calls, overhead=max(0.0, measured - seconds) / calls)
    both = zip(cost.calls, cost.seconds, strict=True)
    upper = tuple(max(number * call_cost.plain, parts - number * call_cost.overhead) for number, parts in both)
    return Prediction(call_cost=call_cost, first=cost.calls[0] * call_cost.plain, upper_seconds=upper)
