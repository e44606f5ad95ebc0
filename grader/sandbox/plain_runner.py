"""Runs a submission without the memo: each sweep, game, sequence or walk of dialogues starts in a new probe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from grader.model.answer import Answer, Call
from grader.model.dialogue import Dialogue
from grader.model.verdict import ChildEnd
from grader.sandbox.dialogue.exchange import ChooseLine
from grader.sandbox.dialogue.runner import DialogueRunner, KnownAnswers, run_script
from grader.sandbox.running.answers import run_calls
from grader.sandbox.running.game import Game
from grader.sandbox.running.submission_probes import SubmissionProbes

T = TypeVar("T")

MAX_ENDS = 3
"""Calls of one sweep that may end their probe; after that many the rest counts as not reached."""


class Runner(Protocol):
    """One way to run a submission; it raises ShortcutRejected for what it cannot run."""

    def sweep(self, calls: Sequence[Call]) -> list[Answer]:
        """Make all `calls`, of one function or mixed, and return one answer for each."""

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game; another runner may call `walk` again, with another game."""

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers) -> T:
        """Return the result of `walk` on a dialogue runner, which makes no call whose answer is `known`."""


class PlainRunner:
    """Runs everything without the memo; it rejects nothing."""

    def __init__(self, probes: SubmissionProbes) -> None:
        """Run in `probes`, whose module was imported before."""
        self._probes = probes

    def sweep(self, calls: Sequence[Call]) -> list[Answer]:
        """
        Make `calls` in one fresh probe, each in its own frame if the function of the first one is slow.

        A call that ends its probe is found by asking again, one call per frame. Then new probes make the remaining
        calls, fullest boards first, until `MAX_ENDS` calls have ended their probe.
        """
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        slow = self._probes.job.module_spec.function(calls[0].function).slow
        run = run_calls(self._probes, calls, one_by_one=slow, allow_overrun=True)
        if run.end is not None and not slow and not self._probes.usage.exhausted:
            # A frame of many answers reports only its total time. Repeat from a fresh import, one call per frame.
            run = run_calls(self._probes, calls, one_by_one=True, allow_overrun=True)
        return self._sweep_rest(calls, run.answers, run.end)

    def _sweep_rest(self, calls: Sequence[Call], first: list[Answer], end: Answer | None) -> list[Answer]:
        """Continue after a call that ended its probe with the outcome `end`; `first` are the answers before it."""
        answers: dict[int, Answer] = dict(enumerate(first))
        order = list(range(len(first), len(calls)))
        ends = 0
        while end is not None:
            answers[order.pop(0)] = end
            ends += 1
            if ends == MAX_ENDS or self._probes.usage.exhausted:
                break
            order.sort(key=lambda at: (calls[at].board.count("."), at))
            if not order:
                break
            run = run_calls(self._probes, [calls[at] for at in order], one_by_one=True)
            answers.update(zip(order, run.answers, strict=False))
            del order[: len(run.answers)]
            end = run.end
        not_reached = Answer(end=ChildEnd.NOT_REACHED)
        return [answers.get(at, not_reached) for at in range(len(calls))]

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one by one in one fresh probe; calls after its end are not reached."""
        if self._probes.failure is not None:
            return [self._probes.failure] * len(calls)
        run = run_calls(self._probes, calls, one_by_one=True)
        answers = run.answers if run.end is None else [*run.answers, run.end]
        return answers + [Answer(end=ChildEnd.NOT_REACHED)] * (len(calls) - len(answers))

    def game(self, walk: Callable[[Game], T]) -> T:
        """Return the result of `walk` on a game in one fresh probe."""
        with Game(self._probes) as game:
            return walk(game)

    def dialogue(self, walk: Callable[[DialogueRunner], T], known: KnownAnswers) -> T:
        """Return the result of `walk` on a dialogue runner, which opens a new probe if a dialogue ended one."""
        with DialogueRunner(self._probes, known) as runner:
            return walk(runner)

    def script(self, choose: ChooseLine) -> Dialogue:
        """Run the file as a script, which is possible even if it cannot be imported."""
        return run_script(self._probes, choose)
