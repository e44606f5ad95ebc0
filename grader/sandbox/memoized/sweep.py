"""One list of calls made with the memo, and the tests that its answers must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.answer import Answer, Call
from grader.model.verdict import CAME_BACK
from grader.sandbox.memoized.claim import inconsistency_of
from grader.sandbox.running.answers import AnswerStream, Pace
from grader.sandbox.running.probe import Probe
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.wire.frames import Frame, MalformedFrame


class ShortcutRejected(Exception):
    """The shortcut cannot be used here; the text gives the reason to a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoizedSweep:
    """The answers to a list of calls in one probe, not checked yet."""

    answers: list[Answer]
    """Fewer than the calls if something contradicted the memo."""
    closing: Frame
    """The frame that closed the list."""
    seconds: float
    """CPU seconds of all calls together."""
    inconsistency: str | None = None
    """What contradicted the memo, if anything did."""


def collect_answers(
    probes: SubmissionProbes, probe: Probe, calls: Sequence[Call], *, most_endless: int | None = None
) -> MemoizedSweep:
    """
    Make `calls` in `probe` without timing each of them (raises ProbeEnded and MalformedFrame).

    ShortcutRejected as soon as `most_endless` of them recurse without end: a plain sweep leaves out such calls.
    """
    stream = AnswerStream(probes, probe, calls, Pace())
    answers: list[Answer] = []
    endless = 0
    for block in stream:
        answers += block.answers
        probes.progress.answered(len(answers))
        endless += _count_endless(block.answers)
        if most_endless is not None and endless >= most_endless:
            raise ShortcutRejected("a function calls itself without end")
    if stream.closing is None:
        raise MalformedFrame("a list that was not closed")
    inconsistency = inconsistency_of(stream.closing, probes.source)
    return MemoizedSweep(answers=answers, closing=stream.closing, seconds=stream.seconds, inconsistency=inconsistency)


def _count_endless(answers: Sequence[Answer]) -> int:
    # Equal answers of a sweep are one object.
    endless = {answer for answer in set(answers) if answer.is_endless}
    return sum(map(endless.__contains__, answers)) if endless else 0


def require_consistent(sweep: MemoizedSweep, calls: Sequence[Call]) -> None:
    """Raise ShortcutRejected if something contradicted the memo, or if a call did not come back."""
    if sweep.inconsistency is not None:
        raise ShortcutRejected(sweep.inconsistency)
    if len(sweep.answers) < len(calls) or not all_returned(sweep.answers):
        raise ShortcutRejected("a call did not come back")


def require_same_outcomes(memoized: Sequence[Answer], plain: Sequence[Answer]) -> None:
    """Raise ShortcutRejected if a call had one outcome with the memo and another without it."""
    if len(memoized) != len(plain) or not all(map(same_outcome, memoized, plain)):
        raise ShortcutRejected("a sample that was run in full gives other answers")


def all_returned(answers: Sequence[Answer]) -> bool:
    """Tell whether every call returned or raised by itself."""
    # Equal answers of a sweep are one object.
    return {answer.end for answer in set(answers)} <= {*CAME_BACK}


def same_outcome(one: Answer, other: Answer) -> bool:
    """Tell whether two answers agree in end, value, types, exception and changed board; their times may differ."""
    return one.end is other.end and _compared_parts(one) == _compared_parts(other)


def _compared_parts(answer: Answer) -> str:
    return repr((answer.value, answer.raised, answer.after, answer.shares_rows))
