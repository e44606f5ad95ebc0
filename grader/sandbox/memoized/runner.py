"""
Runs a submission with its search memoized, if that changes neither an answer nor a mark.

What the inside reports is a claim: which functions may be memoized, how many calls a plain run would make. It is
trusted only if a sample of the same calls, made without the memo in another process, has the same outcomes. A first
move that would come near its limit in a plain run is made without the memo too. All other predictions are only shown
to a person: what the whole proof would cost without the memo is no fault of the student.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TypeVar

from grader.model.answer import Answer, Call
from grader.model.call_batch import one_function
from grader.sandbox.dialogue.runner import DialogueRunner, KnownAnswers
from grader.sandbox.memoized.claim import ShortcutClaim, read_claim
from grader.sandbox.memoized.dialogue import MemoizedDialogueRunner
from grader.sandbox.memoized.prediction import (
    CallCost,
    Sample,
    predict,
    read_cost,
    sample,
)
from grader.sandbox.memoized.sweep import (
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
from grader.sandbox.running.usage import Usage, is_near_limit
from grader.sandbox.wire.frames import MalformedFrame
from grader.sandbox.wire.messages import read_printed

T = TypeVar("T")

MEMOIZED_SECONDS = 30.0
"""
CPU seconds that memoized searches of a submission may take; a slower memo is rejected.

Half of the default limit of one plain search (60 s); a memoized sweep of a public solution takes 0.16 s (median).
"""
FAILURES = (ImportFailed, ProbeEnded, MalformedFrame)
"""What may end memoized work, and nothing else: the plain run that follows shows what is wrong."""


def memoized_probes(plain: SubmissionProbes) -> SubmissionProbes:
    """Return probes of the same submission with its search memoized and a lower limit of CPU seconds."""
    seconds = min(MEMOIZED_SECONDS, plain.limits.submission_seconds)
    return plain.separate(memoized=True, submission_seconds=seconds)


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
        self._memoized = memoized_probes(plain)
        self._uncounted: list[Usage] = [self._memoized.usage]
        """The shortcut's own usage: added to the submission's CPU time at the end, and charged to no limit."""
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._call_cost: CallCost | None = None
        """The highest cost of a call of a memoized function in the samples so far."""
        self.claim = ShortcutClaim()
        try:
            self._open_probe()
            self.claim = self._read_claim()
            plain.set_module(self._memoized.module)
            plain.usage.copy_output(self._memoized.usage)
        except FAILURES:
            self._close_probe()
            plain.import_once()
            if plain.failure is None:
                self.claim = ShortcutClaim(reason="the file could not be imported with it")

    def close(self) -> None:
        """End the probe and count what was used, only now, so that it reduces no limit."""
        self._close_probe()
        while self._uncounted:
            self._plain.usage.merge(self._uncounted.pop())

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
        self._close_probe()
        self.claim = ShortcutClaim(reason=reason)
        raise ShortcutRejected(reason)

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game, if no call ends the game."""
        if not self.claim.memoized:
            raise ShortcutRejected("nothing is memoized")
        with Game(self._separate()) as game:
            result = walk(game)
        if game.over:
            raise ShortcutRejected("a call ended the game")
        return result

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers) -> T:
        """Return the result of `walk` on a dialogue runner, if each dialogue ends by itself, far from every limit."""
        if dialogue_function(self._plain.job.module_spec) not in self.claim.memo_safe:
            raise ShortcutRejected("not claimed")
        with MemoizedDialogueRunner(self._separate(), known, self._call_cost) as runner:
            result = walk(runner)
        if runner.over:
            raise ShortcutRejected("a dialogue came to no end, or near a limit")
        return result

    def _separate(self) -> SubmissionProbes:
        probes = memoized_probes(self._plain)
        self._uncounted.append(probes.usage)
        return probes

    def _open_probe(self) -> Probe:
        """Start the probe that serves sweeps; it is replaced after a sweep that may have left state in it."""
        self._probe = self._open.enter_context(self._memoized.opened())
        return self._probe

    def _read_claim(self) -> ShortcutClaim:
        assert self._memoized.ready is not None  # noqa: S101 - a probe is open
        return read_claim(self._memoized.ready, self._memoized.source)

    def _close_probe(self) -> None:
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
            self._close_probe()  # it may have left state that other functions would see
        require_consistent(sweep, calls)
        cost, chosen = read_cost(sweep.closing, len(calls)), sample(calls)
        prediction = predict(cost, chosen.timed, self._compare(calls, sweep.answers, chosen))
        if self._call_cost is None or prediction.call_cost.plain > self._call_cost.plain:
            self._call_cost = prediction.call_cost
        usage, limit = self._plain.usage, self._plain.limits.seconds_for(function)
        usage.add_output(function, read_printed(sweep.closing))
        first, *others = prediction.upper_seconds
        if is_near_limit(first, limit):
            sweep.answers[0] = self._measure_first_move(calls[0], sweep.answers[0])
        usage.note_near_limit(function, max(others, default=0.0), limit)
        usage.first_seconds.setdefault(function, prediction.first)
        return sweep.answers

    def _measure_first_move(self, call: Call, kept: Answer) -> Answer:
        """Make the first move as a plain sweep does: as the first call of a process."""
        usage = self._plain.usage
        charged = usage.charged_seconds
        run = run_calls(self._plain, [call], Pace(one_by_one=True, allow_overrun=True, within_budget=False))
        usage.uncharge(usage.charged_seconds - charged)
        answer = run.answers[0] if run.answers else run.end or kept
        if all_returned([answer]):
            require_same_outcomes([kept], [answer])
        return answer

    def _compare(self, calls: Sequence[Call], answers: Sequence[Answer], chosen: Sample) -> float:
        """Make a sample of the calls without the memo, in another process; return the CPU seconds of the timed ones."""
        plain = self._plain.separate()
        self._uncounted.append(plain.usage)
        seconds = []
        with plain.opened() as probe:
            for places in (chosen.timed, chosen.compared):
                sweep = collect_answers(plain, probe, [calls[at] for at in places])
                require_same_outcomes([answers[at] for at in places], sweep.answers)
                seconds.append(sweep.seconds)
        return seconds[0]
