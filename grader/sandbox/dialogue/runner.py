"""Has a program talk: the function that does, again and again, or the whole file as somebody runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from grader.model.answer import Answer, Value
from grader.model.dialogue import Dialogue
from grader.model.verdict import ChildEnd
from grader.sandbox.dialogue.exchange import ChooseLine, Talk
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import NEAR
from grader.sandbox.wire.frames import encoded, packed

T = TypeVar("T")
KnownAnswers: TypeAlias = Mapping[str, Mapping[str, Value]]
"""Answers of functions that are known already, by the function's name and the board it was given."""
NO_REPLIES: KnownAnswers = MappingProxyType({})

QUICK = 0.1
"""Share of a limit within which all that is typed ahead must be answered."""
MAX_ENDS = 3
"""Talks that may end their probe before the rest counts as not reached."""
ENDED_ITSELF = (ChildEnd.RETURNED, ChildEnd.RAISED, ChildEnd.EXITED)


class DialogueRunner:
    """Runs the function that talks, again and again, in one probe while that lives."""

    def __init__(self, sessions: SubmissionProbes, replies: KnownAnswers = NO_REPLIES, *, trial: bool = False) -> None:
        """
        Talk in probes of `sessions`; in a `trial` whatever ends a probe, or the memo, ends the stage.

        Calls that `replies` answer are not made.
        """
        self._sessions = sessions
        self._replies = replies
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._trial = trial
        self._ends = 0
        self._over = False
        self._slowest = 0.0
        self._plainly = 0.0
        """CPU seconds that all talks so far would have taken plainly."""

    @property
    def over(self) -> bool:
        """Whether nothing more is asked: every further talk is "not reached"."""
        return self._over or self._sessions.failure is not None or self._sessions.usage.exhausted

    def talk(self, choose: ChooseLine, ahead: Sequence[str] = ()) -> Dialogue:
        """
        Run the function that talks once, from its beginning to its end.

        The lines `ahead` may be typed before `choose` is asked, which then sees them among the events.

        A talk that ends its probe (a limit, a crash, asking for ever) costs that probe alone; the next one begins in a
        new one, until `MAX_ENDS` talks other than endless ones have ended theirs.
        """
        if self._sessions.failure is not None:
            return Dialogue(events=(), answer=self._sessions.failure)
        if self.over:
            return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
        limit = _limit(self._sessions)
        # All that lies between two questions that go over the wall has one limit: what is slow is asked one by one.
        lines = ahead if self._slowest * (len(ahead) + 1) < QUICK * limit else ()
        talk = Talk(self._sessions, choose, limit, self._sessions.module.constants, lines)
        try:
            dialogue = talk.hold(self._begun(lines))
        except ImportFailed as failed:
            return self._ended(Dialogue(events=(), answer=failed.answer))
        except ProbeEnded as ended:
            return self._ended(Dialogue(events=tuple(talk.events), answer=self._sessions.end_of(ended)))
        self._slowest = max(self._slowest, talk.slowest)
        if dialogue.endless:
            self.fresh()
        if self._trial:
            self._over = not self._believed(talk, dialogue, limit)
        return dialogue

    def _begun(self, ahead: Sequence[str]) -> Probe:
        """Return the probe, in which the function has been called."""
        request: dict[str, Any] = {"talk": True, "ahead": list(ahead)}
        if self._probe is None:
            self._probe = self._open.enter_context(self._sessions.opened())
            # They stay there for the talks that follow.
            known = {
                name: dict(zip(boards, map(encoded, boards.values()), strict=True))
                for name, boards in self._replies.items()
            }
            request["replies"] = known
        self._probe.send(packed(request))
        return self._probe

    def fresh(self) -> None:
        """Have the next talk begin in a new probe."""
        self._probe = None
        self._open.close()

    def close(self) -> None:
        """End the probe."""
        self.fresh()

    def _ended(self, dialogue: Dialogue) -> Dialogue:
        self.fresh()
        self._ends += 1
        self._over = self._trial or self._ends >= MAX_ENDS
        return dialogue

    def _believed(self, talk: Talk, dialogue: Dialogue, limit: float) -> bool:
        """Tell whether the memo held, and whether a plain run would stay far from every limit."""
        self._plainly += talk.plainly
        near = talk.longest >= NEAR * limit
        near = near or self._plainly >= NEAR * self._sessions.plain_seconds
        return not (near or talk.poisoned) and dialogue.answer.end in ENDED_ITSELF


def talked(
    memoized: SubmissionProbes | None,
    plain: SubmissionProbes,
    walk: Callable[[DialogueRunner], T],
    replies: KnownAnswers,
) -> T:
    """Return what `walk` makes of a stage in `memoized` sessions, where there are none or it fails, in `plain` ones."""
    stage = DialogueRunner(memoized or plain, replies, trial=memoized is not None)
    try:
        result = walk(stage)
    finally:
        stage.close()
    return talked(None, plain, walk, replies) if memoized is not None and stage.over else result


def as_script(sessions: SubmissionProbes, choose: ChooseLine) -> Dialogue:
    """Run the file of `sessions` as somebody does who starts it, to its end."""
    if sessions.usage.exhausted:
        return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
    talk = Talk(sessions, choose, max(_limit(sessions), sessions.limits.import_seconds), {})
    try:
        with sessions.started(script=True) as probe:
            return talk.hold(probe)
    except ProbeEnded as ended:
        return Dialogue(events=tuple(talk.events), answer=sessions.end_of(ended))


def _limit(sessions: SubmissionProbes) -> float:
    """Return the CPU seconds between two questions: any search may stand between them."""
    shapes = [shape for shape in sessions.module_spec.functions if shape.slow or shape.is_dialogue]
    return max(map(sessions.limits.seconds_for, (shape.name for shape in shapes)), default=sessions.limits.call_seconds)
