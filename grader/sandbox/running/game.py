"""Games: calls made one by one in one probe, each depending on the answers before it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TypeVar

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes

T = TypeVar("T")


class Game:
    """Calls made one by one in one probe; after its end every further call is "not reached"."""

    def __init__(self, sessions: SubmissionProbes) -> None:
        """Play in a probe of `sessions`, started with the first call."""
        self._sessions = sessions
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._over: Answer | None = sessions.failure

    @property
    def over(self) -> bool:
        """Whether a call ended the probe."""
        return self._over is not None

    def ask(self, call: Call) -> Answer:
        """Make one call."""
        if self._over is not None:
            return self._over
        if self._sessions.usage.exhausted:
            return self._end(Answer(end=ChildEnd.NOT_REACHED))
        try:
            if self._probe is None:
                self._probe = self._open.enter_context(self._sessions.opened())
            (answer,) = self._sessions.answered(self._probe, [call], single=True, look_on=False)
        except ImportFailed as failed:
            return self._end(failed.answer)
        except ProbeEnded as ended:
            self.close()
            return self._end(self._sessions.end_of(ended))
        return answer

    def close(self) -> None:
        """End the probe."""
        self._open.close()

    def _end(self, answer: Answer) -> Answer:
        self._over = Answer(end=ChildEnd.NOT_REACHED)
        return answer


def played(memoized: SubmissionProbes | None, plain: SubmissionProbes, walk: Callable[[Game], T]) -> T:
    """Return what `walk` makes of a game in `memoized` sessions, or, where there are none or it failed, a plain one."""
    game = Game(memoized or plain)
    try:
        result = walk(game)
    finally:
        game.close()
    return played(None, plain, walk) if memoized is not None and game.over else result
