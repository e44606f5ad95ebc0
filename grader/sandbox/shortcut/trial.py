"""
Tries the answers of a memoized search: answers that plain calls do not confirm are rejected.

The report from inside is a claim. The answers of a search count only if a sample of the same calls, made without the
memo in another process, has the same outcomes. The marker times this sample (`PlainTimes`); points depend on nothing
else. If the first move may come near its limit in a plain run, by the growth of these times, it is made without the
memo, too; if moves with one free cell less may, the memo is not used. The memo's own counts (`predict`) are shown to a
person, and may add caution.
"""

from __future__ import annotations

import array
import math
import random
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct

from grader.model.answer import Answer, Call, boards_of, spread
from grader.sandbox.running.answers import (
    KNOWN_TO_END,
    CollectedAnswers,
    Pace,
    all_returned,
    collect_answers,
    run_calls,
)
from grader.sandbox.running.plain_runs import NODES
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.wire.frames import MAX_INT, Frame, MalformedFrame
from grader.sandbox.wire.messages import read_printed

TIMED_SAMPLE = {5: 9, 6: 3}
"""
How many boards of a sample are timed, by free cells.

A search from five free cells makes at most 326 calls, from six 1,957: enough for a clock to measure, and few enough to
cost a plain minimax only some tenths of a second.
"""
DEEP_SAMPLE = {8: 2, 7: 4}
"""The most boards with long searches that are compared, by free cells."""
DEEP_CALLS = 16_000
"""
Calls of memoized functions, by the memo's count, that the long searches of a sample may make without the memo.

A count, and no time, so that every machine chooses the same boards. A plain search from seven free cells makes 7,600
calls: two are compared. A plain search from eight makes 61,000, much of what grading a right file costs, and searches
from seven make all these calls, too. A file that does something else with eight free cells, such as pruning or a book
of openings, makes fewer calls there, so a board with eight is compared.
"""
FIRST_CALLS = 70_000
"""Calls that the search from the first board with seven free cells may make: several functions may share a search."""
COMPARED_SAMPLE = 48
"""Boards with fewer free cells that are only compared: all of them take less time than one board with six."""
FEWEST_SECONDS = 3e-7
"""
CPU seconds for each position of a plain search. Python cannot search faster: a quicker answer comes from a table, and
tells nothing of other boards.
"""


class PlainCost(Struct, frozen=True, kw_only=True):
    """The cost of a plain sweep, as the inside claims it."""

    calls: tuple[int, ...]
    """For each call of the sweep: how many calls of memoized functions a plain run makes."""
    seconds: tuple[float, ...]
    """For each call: the CPU seconds of its parts, each of which ran once, with the memo's overhead."""


def read_cost(closing: Frame, calls: int) -> PlainCost:
    """Read the plain cost of `calls` calls from the numbers of a ``done`` frame (MalformedFrame if they are wrong)."""
    costs = array.array("Q")
    if len(closing.numbers) != 2 * calls * costs.itemsize:
        raise MalformedFrame("not the cost of these calls")
    costs.frombytes(closing.numbers)
    if max(costs, default=0) >= MAX_INT:
        raise MalformedFrame("more than there can be")
    return PlainCost(calls=tuple(costs[:calls]), seconds=tuple(time / 1e6 for time in costs[calls:]))


class Sample(NamedTuple):
    """Calls that are made again without the memo, by their positions in a list of calls."""

    timed: Mapping[int, Sequence[int]]
    """By the number of free cells: calls whose search is long enough to be timed."""
    compared: Sequence[int]
    """Calls with shorter searches."""


def sample(calls: Sequence[Call]) -> Sample:
    by_free: dict[int, list[int]] = {}
    for at, board in enumerate(boards_of(calls)):
        by_free.setdefault(board.count("."), []).append(at)
    timed = {free: spread(by_free[free], count) for free, count in TIMED_SAMPLE.items() if free in by_free}
    shorter = [at for free in range(min(TIMED_SAMPLE)) for at in by_free.get(free, [])]
    return Sample(timed, spread(shorter, COMPARED_SAMPLE))


def deep_sample(calls: Sequence[Call], cost: PlainCost, seed: str) -> Sequence[int]:
    """Return the positions of long searches among `calls` that are made again, too; `seed` chooses them."""
    draw = random.Random(seed)  # noqa: S311 - what is chosen must be the same again
    frees = [board.count(".") for board in boards_of(calls)]
    by_free = {free: [at for at, own in enumerate(frees) if own == free] for free in DEEP_SAMPLE}
    drawn = [draw.sample(by_free[free], min(count, len(by_free[free]))) for free, count in DEEP_SAMPLE.items()]
    chosen, left = [], DEEP_CALLS
    for at in (at for turn in zip_longest(*drawn) for at in turn if at is not None):
        if cost.calls[at] <= (FIRST_CALLS if at in drawn[-1][:1] else left):
            chosen.append(at)
            left -= cost.calls[at]
    return chosen


class PlainTimes(Struct, frozen=True):
    """CPU seconds of plain calls, timed outside the wall."""

    seconds: Mapping[int, float]
    """The mean of one call, by the number of free cells."""

    def upper(self, free: int) -> float:
        """Return the most that a call with `free` free cells may take, by growth; infinity if no search grows so."""
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


class CallCost(Struct, frozen=True, kw_only=True):
    """CPU seconds of one call of a memoized function, measured on the calls of a sample."""

    plain: float
    overhead: float
    """The memo's addition when it measures a call."""


def predict(cost: PlainCost, timed: Mapping[int, Sequence[int]], times: PlainTimes) -> tuple[CallCost, Sequence[float]]:
    """
    Return the cost of one memoized call, and the time that each call of a sweep would have taken without the memo.

    The prediction uses the counts from inside and the times of the calls at `timed`. A call has two estimates: the
    number of calls below it times the cost of one, and the sum of its parts, each measured once, minus the memo's
    overhead. Only the second shows a position in which the code is slow. The overhead is the time of the parts at
    `timed` above their plain time.
    """
    places = [at for chosen in timed.values() for at in chosen]
    seconds = sum(times.seconds[free] * len(chosen) for free, chosen in timed.items())
    calls = max(1, sum(cost.calls[at] for at in places))
    measured = sum(cost.seconds[at] for at in places)
    call_cost = CallCost(plain=seconds / calls, overhead=max(0.0, measured - seconds) / calls)
    both = zip(cost.calls, cost.seconds, strict=True)
    return call_cost, [max(number * call_cost.plain, parts - number * call_cost.overhead) for number, parts in both]


class ShortcutRejected(Exception):
    """The shortcut cannot be used here; the text gives the reason to a person."""


def require_same_outcomes(kept: Sequence[Answer], plain: Sequence[Answer]) -> None:
    """Raise ShortcutRejected if a call had different outcomes with and without the memo."""
    if len(kept) != len(plain) or not all(map(same_outcome, kept, plain)):
        raise ShortcutRejected("a sample that was run in full gives other answers")


def same_outcome(one: Answer, other: Answer) -> bool:
    """Tell whether two answers agree in end, value, types, exception and changed board; their times may differ."""
    return one.end is other.end and _compared_parts(one) == _compared_parts(other)


def _compared_parts(answer: Answer) -> str:
    return repr((answer.value, answer.raised, answer.after, answer.shares_rows))


class Trial:
    """Tries the sweeps of one submission's searches by plain calls, and remembers their times."""

    def __init__(self, plain: SubmissionProbes) -> None:
        """Charge and note in `plain` what a plain sweep would."""
        self._plain = plain
        self.call_cost = CallCost(plain=0.0, overhead=0.0)
        """The highest cost of a call of a memoized function in the samples so far."""
        self.times = PlainTimes({})

    def tried(self, calls: Sequence[Call], sweep: CollectedAnswers, *, is_proof: bool) -> list[Answer]:
        """
        Return the answers of a consistent `sweep` of one search; ShortcutRejected if a plain call disagrees.

        The first move is made in full only if points depend on it: that may take as long as its limit.
        """
        cost, chosen = read_cost(sweep.closing, len(calls)), sample(calls)
        deep = deep_sample(calls, cost, self._plain.job.submission.sha256)
        self.times = self._compare(calls, sweep.answers, chosen, deep)
        call_cost, (first, *others) = predict(cost, chosen.timed, self.times)
        if call_cost.plain > self.call_cost.plain:
            self.call_cost = call_cost
        function = calls[0].function
        usage, limit = self._plain.usage, self._plain.limits.seconds_for(function)
        usage.add_output(function, read_printed(sweep.closing))
        if is_proof and is_near_limit(max(first, self.times.upper(calls[0].board.count("."))), limit):
            sweep.answers[0] = self._measure_first_move(calls[0], sweep.answers[0])
        usage.note_near_limit(function, max(others, default=0.0), limit)
        usage.first_seconds.setdefault(function, cost.calls[0] * call_cost.plain)
        return sweep.answers

    def _measure_first_move(self, call: Call, kept: Answer) -> Answer:
        """Make the first move as a plain sweep does: as the first call of a process."""
        usage = self._plain.usage
        charged = usage.charged_seconds
        run = run_calls(self._plain, [call], Pace(one_by_one=True, allow_overrun=True, within_budget=False))
        usage.take_back(usage.charged_seconds - charged)
        answer = next(iter(run.outcomes), kept)
        if all_returned([answer]):
            require_same_outcomes([kept], [answer])
        return answer

    def _compare(
        self, calls: Sequence[Call], answers: Sequence[Answer], chosen: Sample, deep: Sequence[int]
    ) -> PlainTimes:
        """Make samples of the calls without the memo, in another process; return the times of the timed calls."""
        plain = self._plain.for_evidence()
        seconds = {}
        with plain.opened() as probe:

            def again(places: Sequence[int]) -> CollectedAnswers:
                sweep = collect_answers(plain, probe, [calls[at] for at in places], pace=KNOWN_TO_END)
                require_same_outcomes([answers[at] for at in places], sweep.answers)
                return sweep

            for free, places in chosen.timed.items():
                seconds[free] = again(places).seconds / len(places)
            again(chosen.compared)
            times = PlainTimes(seconds)
            limit = self._plain.limits.seconds_for(calls[0].function)
            upper = times.upper(calls[0].board.count(".") - 1)
            if is_near_limit(upper, limit) and upper < math.inf:
                raise ShortcutRejected("more than the first move would come near its limit")
            again(deep)
        return times
