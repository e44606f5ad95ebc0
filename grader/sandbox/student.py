"""The student's module as the checks see it: functions to call, answers that came back over the wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

from grader.model.answer import Answer, Call, Sweep, Value
from grader.model.call_batch import one_function
from grader.model.dialogue import Dialogue, LeftOut
from grader.model.excerpt import excerpt_around
from grader.model.result import Output, Shortcut, SourceLine
from grader.model.rubric import Limits
from grader.model.source_location import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.dialogue.exchange import ChooseLine
from grader.sandbox.dialogue.runner import NO_REPLIES, DialogueRunner, KnownAnswers, as_script, talked
from grader.sandbox.launching.process import Launcher
from grader.sandbox.memoized.sweep import Trial
from grader.sandbox.running.game import Game, played
from grader.sandbox.running.job import talking_function
from grader.sandbox.running.left_out import left_out_notes
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.running.usage import Usage
from grader.sandbox.wire.messages import Module

__all__ = ["DialogueRunner", "Game", "Student"]

T = TypeVar("T")

MAX_ENDS = 3
"""Calls of one function that may end their probe before the rest counts as not reached."""


class Student:
    """
    One submission, called through probes that last as long as one sweep, game or sequence.

    Every sweep starts from a pristine import. Answers are plain data; nothing here judges them.
    """

    def __init__(  # noqa: PLR0913 - what a grading depends on, gathered here once
        self,
        submission: Submission,
        module_spec: ModuleSpec,
        limits: Limits,
        launcher: Launcher,
        allow: Sequence[str] = (),
        *,
        shortcut: bool = True,
    ) -> None:
        """
        Grade `submission` under `limits`.

        `allow` names third-party modules to import for real. Without `shortcut` every call is made plainly.
        """
        self.module_spec = module_spec
        self.limits = limits
        self._sessions = SubmissionProbes(submission, module_spec, limits, launcher, allow)
        self._shortcut = shortcut
        self._notes: dict[str, None] = {}
        self.observed: dict[str, str] = {}

    @property
    def failure(self) -> Answer | None:
        """Why the module could not be imported, or None when it could."""
        self._trial  # noqa: B018 - a first look that tells more
        return self._sessions.failure

    @property
    def in_notebook(self) -> bool:
        """Whether the file is a notebook."""
        return bool(self._sessions.submission.files[0].cells)

    def place(self, answer: Answer) -> str | None:
        """Return where `answer` says that it was raised, in words for people."""
        at = answer.raised.at if answer.raised else None
        return readable_location(self._sessions.submission, self.module_spec.module, at) if at else None

    def excerpt(self, answer: Answer) -> tuple[SourceLine, ...]:
        """Return the lines of the file where `answer` says that it was raised."""
        return excerpt_around(
            self._sessions.submission, self.module_spec.module, answer.raised.at if answer.raised else None
        )

    @property
    def module(self) -> Module:
        """What the imported module looks like (ImportFailed when it could not be imported)."""
        self._trial  # noqa: B018 - a first look that tells more
        return self._sessions.module

    @cached_property
    def _trial(self) -> Trial | None:
        return Trial(self._sessions) if self._shortcut else None

    @property
    def shortcut(self) -> Shortcut:
        """What was memoized of the search, or why nothing was."""
        if self._trial is None:
            return Shortcut(why="switched off")
        return Shortcut(functions=self._trial.claim.memoized, why=self._trial.why)

    @property
    def usage(self) -> Usage:
        """What the submission has used so far."""
        return self._sessions.usage

    @property
    def output(self) -> tuple[Output, ...]:
        """The end of what the submission printed, by what was running."""
        return self.usage.output

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the submission, in the order it was seen."""
        left_out = self.left_out if self.module_spec.statements else ()
        return (*left_out_notes(self._sessions.submission, self.module_spec.module, left_out), *self._notes)

    def note(self, text: str) -> None:
        """Add a note, once."""
        self._notes[text] = None

    def record(self, key: str, text: str) -> None:
        """Keep a fact about the submission that no check owns."""
        self.observed[key] = text

    def has(self, function: str) -> bool:
        """Tell whether the module defines `function`."""
        return self.module.functions[function] is not None

    def keeps_no_state(self, function: str) -> bool:
        """Tell whether `function`, as long as it alone is called, was shown to answer from its arguments alone."""
        return self._trial is not None and function in self._trial.claim.steady

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Top-level statements that were left out of the import, in order, at most 20."""
        return () if self.failure is not None else self.module.left_out

    @property
    def talked_at_import(self) -> tuple[str, ...]:
        """The top-level statements, such as ``AI_game.py:73``, in which the function that talks asked for input."""
        return () if self.failure is not None else self.module.talked_at

    def mark(self, symbol: str) -> Value:
        """Return how this module writes the cell `symbol`."""
        return self.module.constants[symbol]

    def sweep(self, calls: Sequence[Call]) -> Sweep:
        """
        Make all `calls`, of one function or mixed, in one fresh probe; the first says whether each is timed alone.

        A call that ends its probe is found by asking again one by one; then a new probe goes on with what is left over,
        fullest boards first, until `MAX_ENDS` calls have ended theirs.
        """
        if self.failure is not None:
            return Sweep(calls=calls, answers=[self.failure] * len(calls))
        single = self.module_spec.function(calls[0].function).slow
        function = one_function(calls)
        if self._trial is not None and function is not None:
            tried = self._trial.sweep(calls, function, search=single)
            if tried is not None:
                return Sweep(calls=calls, answers=tried)
        answers, end = self._sessions.run(calls, single=single, look_on=True)
        if end is not None and not single and not self.usage.exhausted:
            # In blocks nobody knows which call it was. Once more from the start, so that hidden state is the same.
            answers, end = self._sessions.run(calls, single=True, look_on=True)
        return Sweep(calls=calls, answers=self._rest(calls, answers, end))

    def _rest(self, calls: Sequence[Call], first: list[Answer], end: Answer | None) -> list[Answer]:
        """Go on after a call that ended its probe."""
        answers: dict[int, Answer] = dict(enumerate(first))
        order = list(range(len(first), len(calls)))
        ends = 0
        while end is not None:
            answers[order.pop(0)] = end
            ends += 1
            if ends == MAX_ENDS or self.usage.exhausted:
                break
            order.sort(key=lambda at: (calls[at].board.count("."), at))
            if not order:
                break
            got, end = self._sessions.run([calls[at] for at in order], single=True, look_on=False)
            answers.update(zip(order, got, strict=False))
            del order[: len(got)]
        not_reached = Answer(end=ChildEnd.NOT_REACHED)
        return [answers.get(at, not_reached) for at in range(len(calls))]

    def sequence(self, calls: Sequence[Call]) -> list[Answer]:
        """Make `calls`, of any functions, one after the other in one fresh probe."""
        if self.failure is not None:
            return [self.failure] * len(calls)
        answers, end = self._sessions.run(calls, single=True, look_on=False)
        if end is not None:
            answers.append(end)
        return answers + [Answer(end=ChildEnd.NOT_REACHED)] * (len(calls) - len(answers))

    @contextmanager
    def game(self) -> Iterator[Game]:
        """Open one fresh probe for calls that depend on each other's answers."""
        game = Game(self._sessions)
        try:
            yield game
        finally:
            game.close()

    def play(self, walk: Callable[[Game], T]) -> T:
        """Return what `walk` makes of a game; it is called again, with another, where the search cannot be memoized."""
        return played(self._trial.game() if self._trial is not None else None, self._sessions, walk)

    def talks(self, walk: Callable[[DialogueRunner], T], replies: KnownAnswers = NO_REPLIES) -> T:
        """
        Return what `walk` makes of a stage; it is called again, with another, where the memo does not hold.

        `replies` are answers that are known already, by function and board: these calls are not made again.
        """
        talking = talking_function(self.module_spec)
        memoized = self._trial.talks(talking) if self._trial is not None else None
        return talked(memoized, self._sessions, walk, replies)

    def as_script(self, choose: ChooseLine) -> Dialogue:
        """Return what happens when somebody runs the file, which need not be importable; `choose` as on a stage."""
        return as_script(self._sessions, choose)

    def finish(self) -> None:
        """End what is still running, and count it."""
        trial = vars(self).get("_trial")
        if trial is not None:
            trial.close()

    def close(self) -> None:
        """Give the launcher back, for a student who is the only one to use it."""
        self._sessions.launcher.close()
