"""Runs a submission without the memo: each sweep, game, sequence or walk of dialogues starts in a new probe."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeVar

from grader.model.answer import Answer, Call, CallGroup, Dialogue, Pairing
from grader.model.verdict import ChildEnd
from grader.sandbox.running.answers import ONE_BY_ONE, CallRun, Game, Pace, run_calls
from grader.sandbox.running.dialogues import ChooseLine, DialogueRunner, KnownAnswers, run_script
from grader.sandbox.running.plain_sweep import PlainSweep
from grader.sandbox.running.submission_probes import SubmissionProbes

T = TypeVar("T")

PATIENCE = 5
"""How many times the submission's limit one call, or all of them, may take where a proof runs in full."""
PAIRS_SECONDS = 10.0
"""CPU seconds that all paired calls of a submission may take; with public solutions they take less than 0.1 s."""
PAIRED_CALL_SECONDS = 0.5
"""CPU seconds for each paired call, so that one that never ends leaves time for those of other functions."""


class PlainRunner:
    """Runs everything without the memo."""

    def __init__(self, probes: SubmissionProbes) -> None:
        """Run in `probes`, whose module was imported before."""
        self._probes = probes
        self._game_pace = ONE_BY_ONE
        self._pairs_seconds = PAIRS_SECONDS

    def sweep(self, calls: Sequence[Call], groups: Sequence[CallGroup]) -> list[Answer]:
        """Make the `calls` that the checks of `groups` need, beginning in a fresh probe; the rest is not asked."""
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        return PlainSweep(self._probes, calls, groups).make()

    def sweep_everything(self, calls: Sequence[Call]) -> list[Answer]:
        """
        Make all `calls` of a search, however long that takes; only the first one has a limit.

        This is what a sweep with the memo would answer, and like that it is charged to no limit.
        """
        limits, usage = self._probes.limits, self._probes.usage
        patient = Pace(one_by_one=True, within_budget=False, limit=PATIENCE * limits.submission_seconds)
        self._game_pace = patient
        with usage.uncharged():
            first = run_calls(self._probes, calls[:1], Pace(one_by_one=True, allow_overrun=True, within_budget=False))
            patient = dataclasses.replace(patient, until=usage.charged_seconds + PATIENCE * limits.submission_seconds)
            rest = run_calls(self._probes, calls[1:], patient)
        answers = [answer for run in (first, rest) for answer in (*run.answers, run.end) if answer is not None]
        return answers + [Answer(end=ChildEnd.NOT_REACHED)] * (len(calls) - len(answers))

    def pairs(self, calls: Sequence[Call], pairing: Pairing) -> CallRun:
        """
        Make `calls`, of which each two share a board, in one fresh probe; they are charged to no limit.

        Calls that would take too long are not made.
        """
        usage = self._probes.usage
        if usage.spent or self._pairs_seconds <= 0:
            return CallRun([], None)
        charged, used = usage.charged_seconds, usage.cpu_seconds
        until = charged + self._pairs_seconds
        run = run_calls(
            self._probes, calls, Pace(within_budget=False, until=until, limit=PAIRED_CALL_SECONDS, pairing=pairing)
        )
        self._pairs_seconds -= usage.cpu_seconds - used
        usage.take_back(usage.charged_seconds - charged)
        return run

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one by one in one fresh probe; calls after its end are not reached."""
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        not_reached = Answer(end=ChildEnd.NOT_REACHED)
        if self._probes.usage.exhausted:
            return [not_reached] * len(calls)
        run = run_calls(self._probes, calls, ONE_BY_ONE)
        answers = run.answers if run.end is None else [*run.answers, run.end]
        return answers + [not_reached] * (len(calls) - len(answers))

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game in one fresh probe."""
        with Game(self._probes, self._game_pace) as game:
            return walk(game)

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers) -> T:
        """Return the result of `walk` on a dialogue runner, which opens a new probe if a dialogue ended one."""
        with DialogueRunner(self._probes, known) as runner:
            return walk(runner)

    def script(self, choose: ChooseLine, name: str) -> Dialogue:
        """Run the file as a script called `name`, which is possible even if it cannot be imported."""
        return run_script(self._probes, choose, name)
