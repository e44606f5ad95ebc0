"""
Repeats calls of one submission and records the search, or the lines that ran.

Separate probes without a memo make these calls. The submission's limits are not charged; each kind of recording has its
own limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import Annotated

from msgspec import Meta, Struct

from grader.model.answer import Answer, Call, Value
from grader.model.progress import Work
from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.model.search_trace import SearchTrace
from grader.model.source import LinesRun
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.running.endless_loop import find_loop
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import Begun, ImportFailed, SubmissionProbes
from grader.sandbox.tracing.decoder import ROW_BYTES, explain_end, read_trace
from grader.sandbox.wire.frames import Frame, MalformedFrame, checked, packed_recording
from grader.sandbox.wire.messages import AnswerDecoder

TRACE_SECONDS = 10.0
"""CPU seconds for one recording; the inside stops earlier, to have time to send the record."""
TRACING_SECONDS = 20.0
"""CPU seconds for all recordings of a submission."""
MAX_CALLS = 60_000
"""
Calls of all recordings of a submission that are read and judged, at 50 microseconds each for the marker.

Alpha-beta pruning makes 30,000 from all boards that are asked; with more calls the empty board decides nothing.
"""


class Tracer:
    """Records searches of one submission, each in a fresh probe; small boards come first."""

    def __init__(self, probes: SubmissionProbes) -> None:
        """Record in probes like `probes`, whose module must be imported before the first recording."""
        self._main = probes
        self._calls_left = MAX_CALLS
        self._begun: dict[Call, Begun] = {}

    @cached_property
    def _own(self) -> SubmissionProbes:
        return self._main.for_tracing(TRACING_SECONDS)

    def begin(self, calls: Sequence[Call]) -> None:
        """Let probes begin with recordings of `calls` that will be asked for."""
        for call in calls:
            self._begun[call] = self._own.begin(packed_recording("trace", call))

    def close(self) -> None:
        """End the recordings that were begun and not asked for."""
        while self._begun:
            self._begun.popitem()[1].open.close()

    def trace(self, board: str, extra: tuple[Value, ...] = ()) -> SearchTrace:
        """Call the search on `board` after a fresh import, and return the recording."""
        self._main.progress.begin(Work.SEARCH)
        call = Call(function=self._main.job.module_spec.search, board=board, extra=extra)
        if self._main.failure is not None:
            return _nothing(call, reason("unwatched_no_import"))
        usage = self._own.usage
        if usage.exhausted:
            return _nothing(call, reason("unwatched_no_time"))
        before = usage.cpu_seconds
        try:
            with self._own.opened(self._begun.pop(call, None)) as probe:
                return self._record(probe, call)
        except ImportFailed:
            return _nothing(call, reason("unwatched_no_import"))
        except ProbeEnded as ended:
            return _nothing(call, explain_end(ended.end))
        except MalformedFrame:
            return _nothing(call, reason("unwatched_garbled"))
        finally:
            self._main.usage.add_uncharged(usage.cpu_seconds - before)

    def _record(self, probe: Probe, call: Call) -> SearchTrace:
        probe.send(packed_recording("trace", call))
        limit = self._own.usage.time_allowed(TRACE_SECONDS, probe)
        find = partial(find_loop, self._own, [call], 0, limit)
        frame = probe.frame(limit, "recorded", find_loop=find).frame
        count = len(frame.numbers) // ROW_BYTES
        if count > self._calls_left:
            return _nothing(call, reason("unwatched_too_many_looked_at"))
        self._calls_left -= count
        return read_trace(frame, call.board, self._own.source, call.function)


def _nothing(call: Call, why: Reason) -> SearchTrace:
    return SearchTrace(start=call.board, calls=(), complete=False, why=why)


CALL_SECONDS = 2.0
"""CPU seconds for one call; the inside cuts the call off long before, unless a single line never ends."""
RECORDING_SECONDS = 5.0
"""CPU seconds for all calls of a submission, and for each import."""
MAX_LINES = 20
LINES = Annotated[list[tuple[str, int]], Meta(max_length=MAX_LINES)]


class CallRecord(Struct, frozen=True, kw_only=True):
    """How a call ended, and the lines that it ran last: a claim of the inside."""

    answer: Answer
    """`CPU_LIMIT` if the call ran too many lines to be recorded to its end."""
    lines: tuple[LinesRun, ...]


def lines_run(probes: SubmissionProbes, calls: Sequence[Call]) -> Iterator[CallRecord | None]:
    """
    Make `calls` after a fresh import in probes like `probes`, whose module was imported before; yield their records.

    None for a call without a record: one that ends its probe has none, and the next one gets a new probe.
    """
    own = probes.for_tracing(RECORDING_SECONDS, RECORDING_SECONDS)
    remaining = [*calls]
    while remaining:
        if probes.failure is not None or own.usage.exhausted:
            remaining.pop(0)
            yield None
            continue
        before = own.usage.cpu_seconds
        records = _records_of_one_probe(own, remaining)
        probes.usage.add_uncharged(own.usage.cpu_seconds - before)
        del remaining[: len(records)]
        yield from records


def _records_of_one_probe(own: SubmissionProbes, calls: Sequence[Call]) -> list[CallRecord | None]:
    """Return the records of `calls` up to the first that ended the probe, at least of one."""
    found: list[CallRecord | None] = []
    try:
        with own.opened() as probe:
            for call in calls:
                record = _record(own, probe, call)
                found.append(record)
                if record.answer.end is ChildEnd.CPU_LIMIT:
                    break
    except (ImportFailed, ProbeEnded, MalformedFrame):
        found.append(None)
    return found


def _record(own: SubmissionProbes, probe: Probe, call: Call) -> CallRecord:
    probe.send(packed_recording("lines", call))
    limit = own.usage.time_allowed(CALL_SECONDS, probe)
    frame = probe.frame(limit, "ran", find_loop=partial(find_loop, own, [call], 0, limit)).frame
    answer = Answer(end=ChildEnd.CPU_LIMIT)
    if frame.message.get("outcome") is not None:
        answer = AnswerDecoder(own.module.constants, own.usage.quota).answer(frame.message["outcome"])
    return CallRecord(answer=answer, lines=read_lines(frame, own.job.submission))


def read_lines(frame: Frame, submission: Submission) -> tuple[LinesRun, ...]:
    """Return the lines that `frame` names (MalformedFrame for a line that is not the submission's)."""
    lines = {file.path: len(file.lines) for file in submission.files}
    places = checked(frame.message.get("ran"), LINES)
    if not all(1 <= line <= lines.get(file, 0) for file, line in places):
        raise MalformedFrame("not lines of the submission")
    return tuple(
        LinesRun(file=sanitize(file), lines=tuple(line for _file, line in group))
        for file, group in groupby(places, itemgetter(0))
    )
