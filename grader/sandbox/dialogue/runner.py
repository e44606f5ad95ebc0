"""Runs dialogues: calls the dialogue function again and again, or runs the whole file as a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from grader.model.answer import Answer, Value
from grader.model.dialogue import Dialogue
from grader.model.verdict import ChildEnd
from grader.sandbox.dialogue.exchange import ChooseLine, DialogueExchange
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.wire.frames import Frame, as_json, encoded, packed

KnownAnswers: TypeAlias = Mapping[str, Mapping[str, Value]]
"""Answers that are known already, by the function's name and its board."""
NO_ANSWERS: KnownAnswers = MappingProxyType({})

QUICK_SHARE = 0.1
"""
Share of a limit; lines are typed ahead only if answering all of them should take less.

The whole part between two questions that go over the wall has one limit. Far below it, typing ahead cannot end a
dialogue that would stay within its limit if each line were sent alone.
"""
MAX_ENDS = 12
"""Dialogues that may end their probe; after that many the rest counts as not reached. Callers stop sooner."""


class DialogueRunner:
    """A context manager that runs the dialogue function again and again, in one probe as long as that lives."""

    def __init__(self, probes: SubmissionProbes, known: KnownAnswers = NO_ANSWERS, *, max_ends: int = MAX_ENDS) -> None:
        """
        Run dialogues in `probes`, whose module was imported before; calls that `known` answers are not made.

        After a dialogue that ended its probe (a limit, a crash) the next one begins in a new probe. After `max_ends`
        such dialogues the rest counts as not reached.
        """
        self._probes = probes
        self._known = known
        self._max_ends = max_ends
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._probe_knows = NO_ANSWERS
        """The answers that the probe does not ask for."""
        self._ends = 0
        self._over = False
        self._slowest = 0.0

    def __enter__(self) -> DialogueRunner:  # noqa: PYI034 - typing.Self is Python 3.11's
        return self

    def __exit__(self, *_exc: object) -> None:
        self.restart()

    @property
    def over(self) -> bool:
        """Whether no more dialogues are run: every further one is "not reached"."""
        return self._over or self._probes.failure is not None or self._probes.usage.exhausted

    def talk(self, choose: ChooseLine, ahead: Sequence[str] = (), *, use_known: bool = True) -> Dialogue:
        """
        Run the dialogue function once, from its beginning to its end.

        The lines `ahead` may be typed before `choose` is asked; it then sees them among the events. Without `use_known`
        all calls are made, also those whose answers are known.
        """
        if self._probes.failure is not None:
            return Dialogue(events=(), answer=self._probes.failure)
        if self.over:
            return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
        limit = limit_between_questions(self._probes)
        lines = ahead if use_known and self._slowest * (len(ahead) + 1) < QUICK_SHARE * limit else ()
        exchange = DialogueExchange(self._probes, choose, limit, lines, self._read_cost)
        try:
            probe = self._begin(lines, self._known if use_known else NO_ANSWERS)
            dialogue = exchange.run(probe, self._probes.module.constants)
        except ImportFailed as failed:
            return self._count_end(Dialogue(events=(), answer=failed.answer))
        except ProbeEnded as ended:
            return self._count_end(Dialogue(events=tuple(exchange.events), answer=self._probes.end_of(ended)))
        if use_known:
            self._slowest = max(self._slowest, exchange.slowest)
        if dialogue.endless:
            self.restart()
        self._over = not self._is_acceptable(dialogue, limit)
        return dialogue

    def restart(self) -> None:
        """End the probe; the next dialogue begins in a new one."""
        self._probe, self._probe_knows = None, NO_ANSWERS
        self._open.close()

    def _read_cost(self, frame: Frame) -> None:
        """Read the cost that a frame reports; without a memo it reports none."""

    def _is_acceptable(self, _dialogue: Dialogue, _limit: float) -> bool:
        """Tell whether another dialogue may follow one that has ended."""
        return True

    def _begin(self, ahead: Sequence[str], known: KnownAnswers) -> Probe:
        """Call the dialogue function, in a new probe if there is none; return the probe."""
        replies = b""
        if self._probe is None:
            self._probe = self._open.enter_context(self._probes.opened())
        if self._probe_knows is not known:
            # The probe keeps them for later dialogues.
            self._probe_knows = known
            replies = self._replies if known else as_json({})
        self._probe.send(packed({"talk": True, "ahead": list(ahead)}, known_answers=replies))
        return self._probe

    @cached_property
    def _replies(self) -> bytes:
        """The known answers as they travel: a program that needs a new process each time gets them a thousand times."""
        by_name = self._known.items()
        return as_json(
            {name: dict(zip(boards, map(encoded, boards.values()), strict=True)) for name, boards in by_name}
        )

    def _count_end(self, dialogue: Dialogue) -> Dialogue:
        self.restart()
        self._ends += 1
        self._over = self._ends >= self._max_ends
        return dialogue


def run_script(probes: SubmissionProbes, choose: ChooseLine, name: str) -> Dialogue:
    """Run the file of `probes` as a script called `name`, to its end; it need not be importable."""
    if probes.usage.exhausted:
        return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
    limit = max(limit_between_questions(probes), probes.limits.import_seconds)
    exchange = DialogueExchange(probes, choose, limit)
    try:
        with probes.started(name) as probe:
            return exchange.run(probe, {})
    except ProbeEnded as ended:
        return Dialogue(events=tuple(exchange.events), answer=probes.end_of(ended))


def limit_between_questions(probes: SubmissionProbes) -> float:
    """Return the CPU seconds allowed between two questions: any search may run between them."""
    limits, functions = probes.limits, probes.job.module_spec.functions
    names = [function.name for function in functions if function.slow or function.is_dialogue]
    return max(map(limits.seconds_for, names), default=limits.call_seconds)
