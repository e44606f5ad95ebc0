"""Records searches: each in a probe of its own, which is asked for nothing else."""

from __future__ import annotations

from grader.model.answer import Call, Value
from grader.model.progress import Work
from grader.model.search_trace import SearchTrace
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.tracing.decoder import GARBLED, NO_IMPORT, NO_TIME, ROW_BYTES, TOO_MANY, explain_end, read_trace
from grader.sandbox.wire.frames import MalformedFrame, packed_trace

TRACE_SECONDS = 10.0
"""CPU seconds for one recording, which the inside cuts off before: it must still have time to send what it has."""
TRACING_SECONDS = 20.0
"""CPU seconds for all recordings of a submission."""
MAX_CALLS = 60_000
"""
Calls of all recordings of a submission that are read and judged, which takes the marker 50 microseconds each.

Alpha-beta pruning makes 30,000 from all boards that are asked; where it makes more, the empty board decides nothing.
"""


class Tracer:
    """
    Records searches of one submission, each in a fresh probe that is asked for nothing else, nothing memoized.

    They are charged to no limit of the submission, but share one of their own: small boards come first.
    """

    def __init__(self, probes: SubmissionProbes) -> None:
        """Record in probes like `probes`, whose module must be imported before the first recording."""
        self._main = probes
        self._own: SubmissionProbes | None = None
        self._calls_left = MAX_CALLS

    def trace(self, board: str, extra: tuple[Value, ...] = ()) -> SearchTrace:
        """Call the search on `board`, beginning with a fresh import, and return what was recorded of it."""
        self._main.progress.begin(Work.SEARCH)
        call = Call(function=self._main.job.module_spec.search, board=board, extra=extra)
        if self._main.failure is not None:
            return _nothing(call, NO_IMPORT)
        own = self._own = self._own or self._main.for_tracing(TRACING_SECONDS)
        if own.usage.exhausted:
            return _nothing(call, NO_TIME)
        before = own.usage.cpu_seconds
        try:
            with own.opened() as probe:
                return self._record(own, probe, call)
        except ImportFailed:
            return _nothing(call, NO_IMPORT)
        except ProbeEnded as ended:
            return _nothing(call, explain_end(ended.end))
        except MalformedFrame:
            return _nothing(call, GARBLED)
        finally:
            self._main.usage.add_uncharged(own.usage.cpu_seconds - before)

    def _record(self, probes: SubmissionProbes, probe: Probe, call: Call) -> SearchTrace:
        probe.send(packed_trace(call))
        limit = probes.usage.time_allowed(TRACE_SECONDS, probe)
        frame = probe.frame(limit, "recorded").frame
        count = len(frame.numbers) // ROW_BYTES
        if count > self._calls_left:
            return _nothing(call, TOO_MANY)
        self._calls_left -= count
        return read_trace(frame, call.board, probes.source, call.function)


def _nothing(call: Call, why: str) -> SearchTrace:
    return SearchTrace(start=call.board, calls=(), complete=False, why=why)
