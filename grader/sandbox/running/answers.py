"""Makes one list of calls in a probe and reads the answers as they come, each under its limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.model.answer import Answer, Call
from grader.model.call_batch import one_function
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.wire.answer_decoder import AnswerDecoder
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed_calls
from grader.sandbox.wire.messages import read_printed

OVERRUN = 2
"""
How many times its limit a call may take if it may overrun it.

A late answer does not count, but it tells "too slow on this machine" (a person looks at it) from "never ends".
"""


class AnswerBlock(NamedTuple):
    """The answers of one frame."""

    answers: list[Answer]
    seconds: float
    """CPU seconds since the frame before."""


class AnswerStream:
    """Asks one list of calls and yields the answers block by block, until the probe closes the list."""

    def __init__(
        self,
        probes: SubmissionProbes,
        probe: Probe,
        calls: Sequence[Call],
        *,
        one_by_one: bool = False,
        allow_overrun: bool = False,
    ) -> None:
        """
        Ask `calls` in `probe`; `one_by_one` means that each answer has its own frame.

        A frame may take the limit of the first call that it can answer, twice that with `allow_overrun`, but never more
        than is left of the submission's budget.
        """
        self._probes, self._probe, self._calls = probes, probe, calls
        self._one_by_one, self._factor = one_by_one, OVERRUN if allow_overrun else 1
        self.seconds = 0.0
        """CPU seconds so far."""
        self.closing: Frame | None = None
        """The frame that closed the list. It may come too early: the caller must count the answers."""

    def __iter__(self) -> Iterator[AnswerBlock]:
        """Send the calls and yield the answers of each frame (raises ProbeEnded and MalformedFrame)."""
        decoder = AnswerDecoder(self._probes.module.constants, self._probes.usage.quota)
        self._probe.send(packed_calls(self._calls, one_by_one=self._one_by_one))
        done = 0
        while self.closing is None:
            expected = ("answers", "done") if done < len(self._calls) else ("done",)
            frame, seconds = self._probes.frame(self._probe, self._time_allowed(done), *expected)
            self.seconds += seconds
            if frame.message["type"] == "done":
                self.closing = frame
                return
            answers = decoder.answers(frame, 1 if self._one_by_one else len(self._calls) - done)
            yield AnswerBlock(answers, seconds)
            done += len(answers)

    def _time_allowed(self, done: int) -> float:
        limits = self._probes.limits
        if done == len(self._calls):
            return limits.call_seconds
        limit = limits.seconds_for(self._calls[done].function)
        return self._probes.usage.time_allowed(self._factor * limit, self._probe)


def timed_answers(
    probes: SubmissionProbes, probe: Probe, calls: Sequence[Call], *, one_by_one: bool, allow_overrun: bool = False
) -> Iterator[Answer]:
    """
    Yield the answers to `calls` as they come, each under the limit of its function, and keep what was printed.

    Raises ProbeEnded if the probe does not give all answers, or if a block of several came near the limit: only frames
    with one answer show which call was slow, and how slow.
    """
    stream = AnswerStream(probes, probe, calls, one_by_one=one_by_one, allow_overrun=allow_overrun)
    done = 0
    try:
        for block in stream:
            function = calls[done].function
            limit = probes.limits.seconds_for(function)
            answers = block.answers
            if len(answers) == 1:
                answers = [probes.usage.apply_limit(function, answers[0], block.seconds, limit)]
            elif is_near_limit(block.seconds, limit):
                raise probe.ended(ChildEnd.CPU_LIMIT)
            yield from answers
            done += len(answers)
        _add_output(probes, calls, stream.closing if done == len(calls) else None)
    except MalformedFrame as error:
        raise probe.ended(ChildEnd.GARBLED) from error


def _add_output(probes: SubmissionProbes, calls: Sequence[Call], closing: Frame | None) -> None:
    if closing is None:
        raise MalformedFrame("a list that was closed before its last answer")
    function = one_function(calls)
    if function is not None:  # with several functions it is unknown which of them printed
        prints = probes.job.module_spec.function(function).prints
        probes.usage.add_output(None if prints else function, read_printed(closing))


class CallRun(NamedTuple):
    """The result of a list of calls in one probe."""

    answers: list[Answer]
    end: Answer | None
    """The outcome of the call after the last answer, if that call ended the probe."""


def run_calls(
    probes: SubmissionProbes, calls: Sequence[Call], *, one_by_one: bool, allow_overrun: bool = False
) -> CallRun:
    """Make `calls` in one fresh probe until all are answered or one ends it; make none if the budget is used up."""
    answers: list[Answer] = []
    if probes.usage.exhausted:
        return CallRun(answers, Answer(end=ChildEnd.NOT_REACHED))
    try:
        with probes.opened() as probe:
            for answer in timed_answers(probes, probe, calls, one_by_one=one_by_one, allow_overrun=allow_overrun):
                answers.append(answer)  # noqa: PERF402 - answers before the end of a probe count
    except ImportFailed as failed:
        # An earlier import succeeded, so what it does depends on something that we do not control.
        return CallRun(answers, failed.answer)
    except ProbeEnded as ended:
        # An end of the probe after the last answer concerns no call.
        return CallRun(answers, probes.end_of(ended) if len(answers) < len(calls) else None)
    return CallRun(answers, None)
