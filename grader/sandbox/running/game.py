"""Games: calls made one by one in one probe; each depends on the answers before it."""

from __future__ import annotations

from contextlib import ExitStack

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.running.answers import ONE_BY_ONE, Pace, timed_answers
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes


class Game:
    """A context manager for calls that are made one by one in one probe; after its end they are "not reached"."""

    def __init__(self, probes: SubmissionProbes, pace: Pace = ONE_BY_ONE) -> None:
        """Play in one of `probes`, which starts with the first call; the module was imported before."""
        self._probes, self._pace = probes, pace
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._over: Answer | None = probes.failure

    def __enter__(self) -> Game:  # noqa: PYI034 - typing.Self is Python 3.11's
        """Return the game."""
        return self

    def __exit__(self, *_exc: object) -> None:
        """End the probe."""
        self._open.close()

    @property
    def over(self) -> bool:
        """Whether a call ended the probe."""
        return self._over is not None

    def ask(self, call: Call) -> Answer:
        """Make one call."""
        if self._over is not None:
            return self._over
        usage = self._probes.usage
        if usage.exhausted if self._pace.within_budget else usage.spent:
            return self._end(Answer(end=ChildEnd.NOT_REACHED))
        try:
            if self._probe is None:
                self._probe = self._open.enter_context(self._probes.opened())
            (answer,) = timed_answers(self._probes, self._probe, [call], self._pace)
        except ImportFailed as failed:
            return self._end(failed.answer)
        except ProbeEnded as ended:
            self._open.close()
            return self._end(self._probes.end_of(ended, within_budget=self._pace.within_budget))
        return answer

    def _end(self, answer: Answer) -> Answer:
        self._over = Answer(end=ChildEnd.NOT_REACHED)
        return answer
