"""Records which lines calls ran last: some calls in one probe, which is asked for nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from grader.model.answer import Answer, Call
from grader.model.sanitize import sanitize
from grader.model.source import LinesRun
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.wire.answer_decoder import AnswerDecoder
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed_lines

CALL_SECONDS = 2.0
"""CPU seconds for one call; the inside cuts it off long before, unless a single line never ends."""
RECORDING_SECONDS = 5.0
"""CPU seconds for all calls of a submission, and for each import."""
MAX_LINES = 20
"""Lines of one call, as the inside reports them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """How a call ended, and the lines that it ran last: a claim of the inside."""

    answer: Answer
    """If it ran too many lines to be recorded to its end: `CPU_LIMIT`."""
    lines: tuple[LinesRun, ...]


class LineTracer:
    """
    Records calls of one submission in probes that are asked for nothing else, nothing memoized.

    They are charged to no limit of the submission, but share one of their own. A call that ends its probe has no
    record; the next one gets a new probe.
    """

    def __init__(self, probes: SubmissionProbes) -> None:
        """Record in probes like `probes`, whose module must be imported before the first recording."""
        self._main = probes

    def records(self, calls: Sequence[Call]) -> Iterator[CallRecord | None]:
        """Make `calls`, beginning with a fresh import, and yield the record of each; None for a call without one."""
        remaining = [*calls]
        while remaining:
            if self._main.failure is not None or self._own.usage.exhausted:
                remaining.pop(0)
                yield None
                continue
            before = self._own.usage.cpu_seconds
            records = self._of_one_probe(remaining)
            self._main.usage.add_uncharged(self._own.usage.cpu_seconds - before)
            del remaining[: len(records)]
            yield from records

    @cached_property
    def _own(self) -> SubmissionProbes:
        return self._main.for_tracing(RECORDING_SECONDS, RECORDING_SECONDS)

    def _of_one_probe(self, calls: Sequence[Call]) -> list[CallRecord | None]:
        """Return the records of `calls` up to the first that ended the probe, at least of one."""
        found: list[CallRecord | None] = []
        try:
            with self._own.opened() as probe:
                for call in calls:
                    record = self._record(probe, call)
                    found.append(record)
                    if record.answer.end is ChildEnd.CPU_LIMIT:
                        break
        except (ImportFailed, ProbeEnded, MalformedFrame):
            found.append(None)
        return found

    def _record(self, probe: Probe, call: Call) -> CallRecord:
        probe.send(packed_lines(call))
        limit = self._own.usage.time_allowed(CALL_SECONDS, probe)
        frame = probe.frame(limit, "ran").frame
        answer = Answer(end=ChildEnd.CPU_LIMIT)
        if frame.message.get("outcome") is not None:
            answer = AnswerDecoder(self._main.module.constants, self._own.usage.quota).answer(frame.message["outcome"])
        return CallRecord(answer=answer, lines=read_lines(frame, self._own.job.submission))


def read_lines(frame: Frame, submission: Submission) -> tuple[LinesRun, ...]:
    """Return the lines that `frame` names (MalformedFrame if it names others than those of the submission)."""
    lines = {file.path: len(file.lines) for file in submission.files}
    entries = frame.message.get("ran")
    if type(entries) is not list or len(entries) > MAX_LINES:
        raise MalformedFrame("not a list of lines")
    places = [_place(entry, lines) for entry in entries]
    return tuple(
        LinesRun(file=sanitize(file), lines=tuple(line for _file, line in group))
        for file, group in groupby(places, itemgetter(0))
    )


def _place(entry: object, lines: Mapping[str, int]) -> tuple[str, int]:
    if type(entry) is not list or len(entry) != 2:  # noqa: PLR2004 - path and line
        raise MalformedFrame("not a line")
    file, line = entry
    if type(file) is not str or type(line) is not int or not 1 <= line <= lines.get(file, 0):
        raise MalformedFrame("not a line of the submission")
    return file, line
