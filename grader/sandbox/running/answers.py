"""Makes calls in a probe, in a list or one by one, and reads the answers, each under its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from msgspec import Struct, structs

from grader.model.answer import Answer, Call, Pairing, one_function
from grader.model.verdict import CAME_BACK, ChildEnd
from grader.sandbox.running.endless_loop import find_loop
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import is_near_limit
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed_calls
from grader.sandbox.wire.messages import AnswerDecoder, read_printed

HASTY_SECONDS, NEARLY_FULL = 0.5, 2
"""
CPU seconds of some calls after a hanging function was found, and a number of free cells.

The calls are those of the hanging function, and calls with boards of at most so many free cells, for which any other
function needs microseconds. So a file with one loop takes half a minute instead of ten, and its mark stays the same.
"""
OVERRUN = 2
"""A call may overrun its limit by this factor: a late answer does not count, but proves that the call ends."""


class Pace(Struct, frozen=True, kw_only=True):
    """How to make a list of calls, and how long a call may take."""

    one_by_one: bool = False
    """Whether each answer has its own frame, so that each call is timed."""
    allow_overrun: bool = False
    """Whether a call may take `OVERRUN` times its limit before it is ended."""
    within_budget: bool = True
    """Whether a call also ends when the submission's budget is used up."""
    until: float | None = None
    """The submission's charged seconds after which no further call is made."""
    until_out_of_memory: bool = False
    """Whether no further call is made after one that used up the memory: the next may take as long."""
    limit: float | None = None
    """CPU seconds for each call instead of the limit of its function."""
    known_to_end: bool = False
    """Whether no call is watched for an endless loop: all calls came back before, with kept answers."""
    pairing: Pairing = Pairing.NONE

    def limit_of(self, call: Call, probes: SubmissionProbes) -> float:
        limit = probes.limits.seconds_for(call.function) if self.limit is None else self.limit
        hanging = probes.hanging_functions
        if hanging and (call.function in hanging or call.board.count(".") <= NEARLY_FULL):
            return min(limit, HASTY_SECONDS)
        return limit


ALL_TOGETHER, ONE_BY_ONE = Pace(), Pace(one_by_one=True)
KNOWN_TO_END = Pace(known_to_end=True)


class AnswerStream:
    """Asks one list of calls and yields the answers block by block, until the probe closes the list."""

    def __init__(self, probes: SubmissionProbes, probe: Probe, calls: Sequence[Call], pace: Pace) -> None:
        """Ask `calls` in `probe`; a frame may take the limit of the first call that it can answer."""
        self._probes, self._probe, self._calls, self._pace = probes, probe, calls, pace
        self.seconds = 0.0
        self.closing: Frame | None = None
        """The frame that closed the list. It may come too early: the caller must count the answers."""
        self.cut = False
        """Whether the iteration stopped because of `Pace.until` or `Pace.until_out_of_memory`."""

    def __iter__(self) -> Iterator[tuple[list[Answer], float]]:
        """Send the calls; yield each frame's answers and CPU seconds (raises ProbeEnded and MalformedFrame)."""
        decoder = AnswerDecoder(self._probes.module.constants, self._probes.usage.quota)
        pace = self._pace
        self._probe.send(packed_calls(self._calls, one_by_one=pace.one_by_one, pairing=pace.pairing))
        done = 0
        while self.closing is None:
            expected = ("answers", "done") if done < len(self._calls) else ("done",)
            limit = self._time_allowed(done)
            find = None if pace.known_to_end else partial(find_loop, self._probes, self._calls, done, limit)
            known = bool(self._probes.loops or self._probes.stays)
            frame, seconds = self._probe.frame(limit, *expected, find_loop=find, loops_are_known=known)
            self.seconds += seconds
            if frame.message["type"] == "done":
                self.closing = frame
                return
            answers = decoder.answers(frame, 1 if pace.one_by_one else len(self._calls) - done)
            ends = (at for at, one in enumerate(answers, 1) if one.end is ChildEnd.MEMORY_LIMIT)
            last = next(ends, None) if pace.until_out_of_memory and decoder.out_of_memory else None
            yield answers[:last], seconds
            done += len(answers[:last])
            if (last is not None or self._is_over()) and done < len(self._calls):
                self.cut = True
                return

    def _is_over(self) -> bool:
        usage, until = self._probes.usage, self._pace.until
        return until is not None and usage.charged_seconds + self._probe.cpu_used >= until

    def _time_allowed(self, done: int) -> float:
        limits, pace = self._probes.limits, self._pace
        if done == len(self._calls):
            return limits.call_seconds
        limit = pace.limit_of(self._calls[done], self._probes) * (OVERRUN if pace.allow_overrun else 1)
        return self._probes.usage.time_allowed(limit, self._probe) if pace.within_budget else limit


class CollectedAnswers(NamedTuple):
    """The answers to a list of calls in one probe, not timed one by one."""

    answers: list[Answer]
    """Fewer than the calls if the probe closed the list too early."""
    closing: Frame
    seconds: float
    """CPU seconds of all calls."""


def collect_answers(
    probes: SubmissionProbes,
    probe: Probe,
    calls: Sequence[Call],
    look: Callable[[Sequence[Answer]], None] | None = None,
    pace: Pace = ALL_TOGETHER,
) -> CollectedAnswers:
    """
    Make `calls` without timing each; `look` sees each frame's answers, and an exception of `look` ends the list.

    Raises ProbeEnded, MalformedFrame.
    """
    stream = AnswerStream(probes, probe, calls, pace)
    answers: list[Answer] = []
    for new, _seconds in stream:
        answers += new
        probes.progress.answered(len(answers))
        if look is not None:
            look(new)
    if stream.closing is None:
        raise MalformedFrame("a list that was not closed")
    return CollectedAnswers(answers, stream.closing, stream.seconds)


def all_returned(answers: Iterable[Answer]) -> bool:
    """Tell whether every call returned or raised by itself."""
    # Equal answers of a sweep are one object.
    return {answer.end for answer in set(answers)} <= {*CAME_BACK}


def timed_answers(probes: SubmissionProbes, probe: Probe, calls: Sequence[Call], pace: Pace) -> Iterator[Answer]:
    """
    Yield the answers to `calls`, each under the limit of its function, and keep the printed text.

    Raises ProbeEnded without all answers, or if a block of several answers came near the limit: only frames with one
    answer show which call was slow.
    """
    stream = AnswerStream(probes, probe, calls, pace)
    done = 0
    try:
        for answers, seconds in stream:
            limit = pace.limit_of(calls[done], probes)
            if len(answers) == 1:
                yield probes.usage.apply_limit(calls[done].function, answers[0], seconds, limit)
            elif is_near_limit(seconds, limit):
                raise probe.ended(ChildEnd.CPU_LIMIT)
            else:
                yield from answers
            done += len(answers)
        if not stream.cut:
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

    @property
    def outcomes(self) -> list[Answer]:
        """The answers, and the outcome of the call that ended the probe."""
        return self.answers if self.end is None else [*self.answers, self.end]


def run_calls(
    probes: SubmissionProbes, calls: Sequence[Call], pace: Pace, enough: Callable[[int, Answer], bool] | None = None
) -> CallRun:
    """Make `calls` in one fresh probe until a call ends it, or until `enough` accepts a position and its answer."""
    answers: list[Answer] = []
    try:
        with probes.opened() as probe:
            for answer in timed_answers(probes, probe, calls, pace):
                answers.append(answer)
                if enough is not None and enough(len(answers) - 1, answer):
                    break
    except ImportFailed as failed:
        # An earlier import succeeded, so this failure depends on something that we do not control.
        return CallRun(answers, failed.answer)
    except ProbeEnded as ended:
        end = probes.end_of(ended, within_budget=pace.within_budget)
        # An end of the probe after the last answer concerns no call.
        return CallRun(answers, end if len(answers) < len(calls) else None)
    return CallRun(answers, None)


NOT_REACHED = Answer(end=ChildEnd.NOT_REACHED)


class Game:
    """A context manager that makes calls one by one in one probe; calls after the probe's end are "not reached"."""

    def __init__(self, probes: SubmissionProbes, pace: Pace = ONE_BY_ONE) -> None:
        """Play in one of `probes`, which starts with the first call; the module was imported before."""
        self._probes, self._pace = probes, pace
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._over: Answer | None = probes.failure

    def __enter__(self) -> Game:  # noqa: PYI034 - typing.Self is Python 3.11's
        return self

    def __exit__(self, *_exc: object) -> None:
        self._open.close()

    @property
    def over(self) -> bool:
        """Whether a call ended the probe."""
        return self._over is not None

    def ask(self, call: Call) -> Answer:
        return self.ask_all([call])[0]

    def ask_all(self, calls: Sequence[Call]) -> list[Answer]:
        """Return the answers to `calls`, made at once; if one of several ends the probe, it is not known which."""
        answers: list[Answer] = []
        usage, pace = self._probes.usage, structs.replace(self._pace, one_by_one=len(calls) == 1)
        if self._over is None and (usage.exhausted if pace.within_budget else usage.spent):
            self._over = NOT_REACHED
        if self._over is None:
            try:
                if self._probe is None:
                    self._probe = self._open.enter_context(self._probes.opened())
                answers.extend(timed_answers(self._probes, self._probe, calls, pace))  # keeps what came before an end
            except ImportFailed as failed:
                answers = [self._end(failed.answer)]
            except ProbeEnded as ended:
                self._open.close()
                answers[len(calls) - 1 :] = [self._end(self._probes.end_of(ended, within_budget=pace.within_budget))]
        return answers + [self._over or NOT_REACHED] * (len(calls) - len(answers))

    def _end(self, answer: Answer) -> Answer:
        self._over = NOT_REACHED
        return answer
