"""
Runs a submission with its search memoized, if that changes neither an answer nor a mark.

What the inside reports is a claim: which functions may be memoized, how many calls a plain run would make. It is
trusted only if a sample of the same calls, made without the memo in another process, has the same outcomes. The marker
times this sample. If by its growth the first move may come near its limit in a plain run, that move is made without
the memo too; if moves with one free cell less may, the memo is not used. What the memo counts is shown to a person.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TypeVar

from grader.model.answer import Answer, Call
from grader.model.call_batch import one_function
from grader.sandbox.dialogue.runner import DialogueRunner, KnownAnswers, limit_between_questions
from grader.sandbox.memoized.claim import ShortcutClaim, read_claim
from grader.sandbox.memoized.dialogue import MemoizedDialogueRunner
from grader.sandbox.memoized.prediction import (
    CallCost,
    PlainTimes,
    Sample,
    deep_sample,
    predict,
    read_cost,
    sample,
)
from grader.sandbox.memoized.sweep import (
    MemoizedSweep,
    ShortcutRejected,
    all_returned,
    collect_answers,
    require_consistent,
    require_same_outcomes,
)
from grader.sandbox.running.answers import Pace, run_calls
from grader.sandbox.running.game import Game
from grader.sandbox.running.job import dialogue_function
from grader.sandbox.running.plain_sweep import MAX_ENDLESS
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.wire.frames import MalformedFrame
from grader.sandbox.wire.messages import read_printed

T = TypeVar("T")

SECOND_MOVE = 8
"""Free cells of the board on which a program moves that lets a person begin."""

FAILURES = (ImportFailed, ProbeEnded, MalformedFrame)
"""What may end memoized work, and nothing else: the plain run that follows shows what is wrong."""


class MemoizedRunner:
    """
    Runs what may run with the memo, as the inside claims; raises ShortcutRejected for everything else.

    One probe serves the sweep of the search and those of all functions that are claimed to keep no state. Each game and
    each walk of dialogues has another probe. If a sweep fails, `claim` becomes empty and gives the reason, and nothing
    more is memoized.
    """

    def __init__(self, plain: SubmissionProbes) -> None:
        """
        Import the submission, with its search memoized.

        In `plain` only the module description, the import's output and the final usage are changed.
        """
        self._plain = plain
        self._memoized = plain.for_evidence(memoized=True)
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._call_cost: CallCost | None = None
        """The highest cost of a call of a memoized function in the samples so far."""
        self._times = PlainTimes({})
        """The times of the last sample."""
        self.claim = ShortcutClaim()
        try:
            self._open_probe()
            self.claim = self._read_claim()
            plain.set_module(self._memoized.module)
            plain.usage.copy_output(self._memoized.usage)
        except FAILURES:
            self.close()
            plain.import_once()
            if plain.failure is None:
                self.claim = ShortcutClaim(reason="the file could not be imported with it")

    def sweep(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls` of one function; ShortcutRejected if that fails, and then nothing more is memoized."""
        function = one_function(calls)
        if function is None:
            raise ShortcutRejected("calls of several functions")
        searches = self._plain.job.module_spec.function(function).slow
        if function not in (self.claim.memo_safe if searches else self.claim.stateless):
            raise ShortcutRejected("not claimed")
        if not searches and self._probe is None:
            raise ShortcutRejected("no probe is left that kept no state")
        try:
            return self._search_sweep(calls, function) if searches else self._stateless_sweep(calls)
        except FAILURES:
            reason = "with it a call came to no end"
        except ShortcutRejected as rejected:
            reason = str(rejected)
        raise self._rejection(reason)

    def require_again(self, calls: Sequence[Call], answers: Sequence[Answer]) -> None:
        """Make `calls` without the memo; ShortcutRejected if one has another outcome than among `answers`."""
        try:
            plain = self._plain.for_evidence()
            with plain.opened() as probe:
                require_same_outcomes(answers, collect_answers(plain, probe, calls).answers)
        except (*FAILURES, ShortcutRejected):
            raise self._rejection("a wrong answer does not come again when the file is run in full") from None

    def _rejection(self, reason: str) -> ShortcutRejected:
        """Memoize nothing more; return the exception that says so."""
        self.close()
        self.claim = ShortcutClaim(reason=reason)
        return ShortcutRejected(reason)

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game, if no call ends the game."""
        if not self.claim.memoized:
            raise ShortcutRejected("nothing is memoized")
        with Game(self._plain.for_evidence(memoized=True)) as game:
            result = walk(game)
        if game.over:
            raise ShortcutRejected("a call ended the game")
        return result

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers) -> T:
        """Return the result of `walk` on a dialogue runner, if each dialogue ends by itself, far from every limit."""
        if dialogue_function(self._plain.job.module_spec) not in self.claim.memo_safe:
            raise ShortcutRejected("not claimed")
        if is_near_limit(self._times.upper(SECOND_MOVE), limit_between_questions(self._plain)):
            raise ShortcutRejected("a plain dialogue may come near a limit")
        probes = self._plain.for_evidence(memoized=True)
        with MemoizedDialogueRunner(probes, known, self._call_cost) as runner:
            result = walk(runner)
        if runner.over:
            raise ShortcutRejected("a dialogue came to no end, or near a limit")
        return result

    def _open_probe(self) -> Probe:
        """Start the probe that serves sweeps; it is replaced after a sweep that may have left state in it."""
        self._probe = self._open.enter_context(self._memoized.opened())
        return self._probe

    def _read_claim(self) -> ShortcutClaim:
        read, ready = self._memoized.read, self._memoized.ready
        assert read is not None and ready is not None  # noqa: S101, PT018 - a probe is open
        return read_claim(read, ready, self._memoized.source)

    def close(self) -> None:
        """End the probe."""
        self._probe = None
        self._open.close()

    def _stateless_sweep(self, calls: Sequence[Call]) -> list[Answer]:
        """Make calls of a function that is not memoized, and charge them as a plain sweep."""
        assert self._probe is not None  # noqa: S101 - `sweep` has tested it
        sweep = collect_answers(self._memoized, self._probe, calls, most_endless=MAX_ENDLESS)
        require_consistent(sweep, calls)
        self._memoized.usage.charge_elsewhere(sweep.seconds, self._plain.usage)
        function = self._plain.job.module_spec.function(calls[0].function)
        self._plain.usage.add_output(None if function.prints else calls[0].function, read_printed(sweep.closing))
        return sweep.answers

    def _search_sweep(self, calls: Sequence[Call], function: str) -> list[Answer]:
        """Make the calls of a search with the memo; return the answers if they pass every test."""
        sweep = collect_answers(self._memoized, self._probe or self._open_probe(), calls)
        if function not in self.claim.stateless:
            self.close()  # it may have left state that other functions would see
        require_consistent(sweep, calls)
        cost, chosen = read_cost(sweep.closing, len(calls)), sample(calls)
        deep = deep_sample(calls, cost, self._plain.job.submission.sha256)
        self._times = self._compare(calls, sweep.answers, chosen, deep)
        prediction = predict(cost, chosen.timed, self._times)
        if self._call_cost is None or prediction.call_cost.plain > self._call_cost.plain:
            self._call_cost = prediction.call_cost
        usage, limit = self._plain.usage, self._plain.limits.seconds_for(function)
        free = calls[0].board.count(".")
        usage.add_output(function, read_printed(sweep.closing))
        first, *others = prediction.upper_seconds
        if is_near_limit(max(first, self._times.upper(free)), limit):
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

            def again(places: Sequence[int]) -> MemoizedSweep:
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
