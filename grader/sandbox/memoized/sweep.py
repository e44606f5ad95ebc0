"""One list of calls made in few frames, and what speaks against the answers of a memoized one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.answer import Answer, Call
from grader.model.verdict import ChildEnd
from grader.sandbox.memoized.claim import inconsistency_of
from grader.sandbox.running.answers import AnswerStream
from grader.sandbox.running.probe import Probe
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.wire.frames import Frame, MalformedFrame


class ShortcutRejected(Exception):
    """What was asked for has to be run plainly, for a reason that a person may read."""


class TooCloseToLimit(ShortcutRejected):
    """A plain run would come near a limit, and a prediction is not good enough there."""

    def __init__(self) -> None:
        """Give the reason."""
        super().__init__("in full it comes near a limit, so that it has to be run")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoizedSweep:
    """What a list of calls came to in one probe, none of it checked yet."""

    answers: list[Answer]
    """Fewer than there were calls where something contradicted the memo."""
    closing: Frame
    """The frame that closed the list."""
    seconds: float
    """CPU seconds of all calls together."""


def collect_answers(probes: SubmissionProbes, probe: Probe, calls: Sequence[Call]) -> MemoizedSweep:
    """Make `calls` in `probe`, none of them timed alone (ProbeEnded, MalformedFrame)."""
    stream = AnswerStream(probes, probe, calls)
    answers = [answer for block in stream for answer in block.answers]
    if stream.closing is None:
        raise MalformedFrame("a list that was not closed")
    return MemoizedSweep(answers=answers, closing=stream.closing, seconds=stream.seconds)


def require_consistent(sweep: MemoizedSweep, calls: Sequence[Call]) -> None:
    """See that nothing contradicted the memo and that every call came back (ShortcutRejected)."""
    reason = inconsistency_of(sweep.closing)
    if reason is not None:
        raise ShortcutRejected(reason)
    if len(sweep.answers) < len(calls) or not all_returned(sweep.answers):
        raise ShortcutRejected("a call did not come back")


def require_same_outcomes(memoized: Sequence[Answer], plain: Sequence[Answer]) -> None:
    """See that the same calls had the same outcomes both ways (ShortcutRejected)."""
    if len(memoized) != len(plain) or not all(map(same_outcome, memoized, plain)):
        raise ShortcutRejected("a sample that was run in full gives other answers")


def all_returned(answers: Sequence[Answer]) -> bool:
    """Tell whether every call returned or raised by itself."""
    return all(answer.end in {ChildEnd.RETURNED, ChildEnd.RAISED} for answer in answers)


def same_outcome(one: Answer, other: Answer) -> bool:
    """Tell whether two answers agree in end, value, types, exception and changed board; their times may differ."""
    return one.end is other.end and _shape(one) == _shape(other)


def _shape(answer: Answer) -> str:
    return repr((answer.value, answer.raised, answer.after, answer.shares_rows))
