"""
Makes a list of calls in one probe, and tries the answers of a memoized search: what no plain call confirms is rejected.

What the inside reports is a claim. The answers of a search count only if a sample of the same calls, made without the
memo in another process, has the same outcomes. The marker times this sample. If by its growth the first move may come
near its limit in a plain run, that move is made without the memo too; if moves with one free cell less may, the memo is
not used. What the memo counts is shown to a person.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.answer import Answer, Call
from grader.model.verdict import CAME_BACK
from grader.sandbox.running.answers import AnswerStream, Pace, run_calls
from grader.sandbox.running.probe import Probe
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.shortcut.claim import inconsistency_of
from grader.sandbox.shortcut.prediction import CallCost, PlainTimes, Sample, deep_sample, predict, read_cost, sample
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.messages import read_printed


class ShortcutRejected(Exception):
    """The shortcut cannot be used here; the text gives the reason to a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UntriedSweep:
    """The answers to a list of calls in one probe, not checked yet."""

    answers: list[Answer]
    """Fewer than the calls if something contradicted the claim."""
    closing: Frame
    """The frame that closed the list."""
    seconds: float
    """CPU seconds of all calls together."""
    inconsistency: str | None = None
    """What contradicted the claim, if anything did."""


def collect_answers(
    probes: SubmissionProbes, probe: Probe, calls: Sequence[Call], *, most_endless: int | None = None
) -> UntriedSweep:
    """
    Make `calls` in `probe` without timing each of them (raises ProbeEnded and MalformedFrame).

    ShortcutRejected as soon as `most_endless` of them recurse without end: a plain sweep leaves out such calls.
    """
    stream = AnswerStream(probes, probe, calls, Pace())
    answers: list[Answer] = []
    endless = 0
    for block in stream:
        answers += block.answers
        probes.progress.answered(len(answers))
        if most_endless is not None:
            endless += _count_endless(block.answers)
            if endless >= most_endless:
                raise ShortcutRejected("a function calls itself without end")
    if stream.closing is None:
        raise MalformedFrame("a list that was not closed")
    inconsistency = inconsistency_of(stream.closing, probes.source)
    return UntriedSweep(answers=answers, closing=stream.closing, seconds=stream.seconds, inconsistency=inconsistency)


def _count_endless(answers: Sequence[Answer]) -> int:
    # Equal answers of a sweep are one object.
    endless = {answer for answer in set(answers) if answer.is_endless}
    return sum(map(endless.__contains__, answers)) if endless else 0


def require_consistent(sweep: UntriedSweep, calls: Sequence[Call]) -> None:
    """Raise ShortcutRejected if something contradicted the claim, or if a call did not come back."""
    if sweep.inconsistency is not None:
        raise ShortcutRejected(sweep.inconsistency)
    if len(sweep.answers) < len(calls) or not all_returned(sweep.answers):
        raise ShortcutRejected("a call did not come back")


def require_same_outcomes(kept: Sequence[Answer], plain: Sequence[Answer]) -> None:
    """Raise ShortcutRejected if a call had one outcome with the memo and another without it."""
    if len(kept) != len(plain) or not all(map(same_outcome, kept, plain)):
        raise ShortcutRejected("a sample that was run in full gives other answers")


def all_returned(answers: Sequence[Answer]) -> bool:
    """Tell whether every call returned or raised by itself."""
    # Equal answers of a sweep are one object.
    return {answer.end for answer in set(answers)} <= {*CAME_BACK}


def same_outcome(one: Answer, other: Answer) -> bool:
    """Tell whether two answers agree in end, value, types, exception and changed board; their times may differ."""
    return one.end is other.end and _compared_parts(one) == _compared_parts(other)


def _compared_parts(answer: Answer) -> str:
    return repr((answer.value, answer.raised, answer.after, answer.shares_rows))


class Trial:
    """Tries the sweeps of one submission's searches by plain calls, and remembers what these took."""

    def __init__(self, plain: SubmissionProbes) -> None:
        """Charge and note in `plain` what a plain sweep would."""
        self._plain = plain
        self.call_cost: CallCost | None = None
        """The highest cost of a call of a memoized function in the samples so far."""
        self.times = PlainTimes({})
        """The times of the last sample."""

    def tried(self, calls: Sequence[Call], sweep: UntriedSweep) -> list[Answer]:
        """Return the answers of a consistent `sweep` of one search; ShortcutRejected if a plain call disagrees."""
        cost, chosen = read_cost(sweep.closing, len(calls)), sample(calls)
        deep = deep_sample(calls, cost, self._plain.job.submission.sha256)
        self.times = self._compare(calls, sweep.answers, chosen, deep)
        prediction = predict(cost, chosen.timed, self.times)
        if self.call_cost is None or prediction.call_cost.plain > self.call_cost.plain:
            self.call_cost = prediction.call_cost
        function = calls[0].function
        usage, limit = self._plain.usage, self._plain.limits.seconds_for(function)
        usage.add_output(function, read_printed(sweep.closing))
        first, *others = prediction.upper_seconds
        if is_near_limit(max(first, self.times.upper(calls[0].board.count("."))), limit):
            sweep.answers[0] = self._measure_first_move(calls[0], sweep.answers[0])
        usage.note_near_limit(function, max(others, default=0.0), limit)
        usage.first_seconds.setdefault(function, prediction.first)
        return sweep.answers

    def _measure_first_move(self, call: Call, kept: Answer) -> Answer:
        """Make the first move as a plain sweep does: as the first call of a process."""
        usage = self._plain.usage
        charged = usage.charged_seconds
        run = run_calls(self._plain, [call], Pace(one_by_one=True, allow_overrun=True, within_budget=False))
        usage.take_back(usage.charged_seconds - charged)
        answer = run.answers[0] if run.answers else run.end or kept
        if all_returned([answer]):
            require_same_outcomes([kept], [answer])
        return answer

    def _compare(
        self, calls: Sequence[Call], answers: Sequence[Answer], chosen: Sample, deep: Sequence[int]
    ) -> PlainTimes:
        """Make samples of the calls without the memo, in another process; return what the timed ones took."""
        plain = self._plain.for_evidence()
        seconds = {}
        with plain.opened() as probe:

            def again(places: Sequence[int]) -> UntriedSweep:
                sweep = collect_answers(plain, probe, [calls[at] for at in places])
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
