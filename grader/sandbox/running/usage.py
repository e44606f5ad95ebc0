"""Counts what a submission has used, keeps facts for a person, and reports progress to an observer."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import structs

from grader.model.answer import Answer
from grader.model.progress import Doing, FunctionDone, Observer, Work
from grader.model.result import Output
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe, ProbeAllowance
from grader.sandbox.wire.frames import Quota
from grader.sandbox.wire.messages import Printed

NEAR_LIMIT_SHARE = 0.5
"""
From this share of a limit on, a time is near the limit.

A decision of the project: two machines that grade should differ by less than a factor of two. A person looks at a call
near its limit, and no prediction is trusted there.
"""

LONGEST_PAUSE = 1.0
"""
CPU seconds. A machine that is short of memory may charge a pause of its own to the call that it interrupts.

So a call or an import that took longer than a limit below this figure is made again before it counts as too slow.
"""


def is_near_limit(seconds: float, limit: float) -> bool:
    return seconds >= NEAR_LIMIT_SHARE * limit


EVIDENCE_SECONDS, EVIDENCE_SHARE = 30.0, 0.5
"""
CPU seconds of all work on which no points depend (the memoized search, samples, counts), and their largest share of the
submission's limit. A memoized sweep of a public solution takes 0.16 s (median).
"""
EVIDENCE_QUOTA = 0.25
"""Share of the points' quota that the evidence may send; public solutions need a fiftieth."""


def evidence_limits(limits: Limits) -> Limits:
    """Return the limits for work on which no points depend."""
    seconds = min(EVIDENCE_SECONDS, EVIDENCE_SHARE * limits.submission_seconds)
    return dataclasses.replace(limits, submission_seconds=seconds)


class Usage:
    """
    CPU time, waiting, bytes, output and calls near their limit, added up over probes of one submission.

    Each submission has two usages: one for the calls that points depend on, and `evidence`, with a small limit of its
    own, for all other work. `cpu_seconds` is the CPU time of all probes, with the evidence, for a person to read.
    `charged_seconds` counts against the limit: the time of calls that came back. The time of a call that ended its
    probe is taken back, up to the limit in all. So all probes of a submission take at most twice its limit and the
    limit of the evidence, and they wait for at most as many seconds as the limit.
    """

    def __init__(self, limits: Limits, evidence: Usage | None = None) -> None:
        """Count against `limits`; `evidence` is the other usage of the same submission."""
        self._limits = limits
        self._evidence = evidence
        self._near: dict[str, None] = {}
        self._output: dict[str, Output] = {}
        self._running: list[Probe] = []
        self._cpu_seconds = 0.0  # of ended probes
        self._taken_back = 0.0  # CPU seconds
        self.charged_seconds = 0.0
        """CPU seconds that count against the limit of the submission."""
        self._waited = 0.0
        """Seconds in which a probe had a request and neither computed nor waited for a processor."""
        self.first_seconds: dict[str, float] = {}
        """CPU time of the first single call of each function."""
        self._clocks: frozenset[str] = frozenset()
        self._stayed = False
        self.quota = Quota(EVIDENCE_QUOTA if evidence is None else 1)
        self.stopped = threading.Event()
        """Set, by any thread, when nobody waits for the answers any more; the probes then end within a moment."""

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of all probes that have ended, with the evidence."""
        return self._cpu_seconds + (self._evidence.cpu_seconds if self._evidence is not None else 0.0)

    @property
    def waited(self) -> float:
        """Seconds that probes have waited, with the evidence."""
        return self._waited + (self._evidence.waited if self._evidence is not None else 0.0)

    @property
    def clocks(self) -> frozenset[str]:
        """The submission's uses of clocks: ``slept``, ``looked`` (read one), ``alarmed`` (set an alarm)."""
        return self._clocks | (self._evidence.clocks if self._evidence is not None else frozenset())

    @property
    def exhausted(self) -> bool:
        """Whether the submission's whole budget is used up."""
        return self.left() <= 0 or self.spent

    @property
    def spent(self) -> bool:
        """Whether no further call can be made: the submission waited too long, sent too much or was stopped."""
        return self.idle or self.quota.used_up or self.stopped.is_set()

    @property
    def idle(self) -> bool:
        """Whether the submission waited for as many seconds as it may compute: waiting reaches no CPU limit."""
        return self.waited >= self._limits.submission_seconds

    def left(self) -> float:
        """Return the CPU seconds left of the submission's limit."""
        return self._limits.submission_seconds - self.charged_seconds

    @property
    def near_limit(self) -> tuple[str, ...]:
        """Calls that came near their limit, in their order: ``minimax: 31.2 s of 60 s``."""
        return tuple(self._near)

    @property
    def output(self) -> tuple[Output, ...]:
        """The end of what the submission printed, by the function that was running."""
        return tuple(self._output.values())

    def allowance(self, waits: Callable[[float, float], None]) -> ProbeAllowance:
        """Return what the next probe may use; the probe reports the time of its running call to `waits`."""
        idle = max(0.0, self._limits.submission_seconds - self.waited)
        return ProbeAllowance(
            idle_seconds=idle, quota=self.quota, may_stay=self._stayed, stopped=self.stopped, waits=waits
        )

    def time_allowed(self, limit: float, probe: Probe) -> float:
        """Return the CPU seconds that a call in `probe` may take: its limit, or what is left of the budget."""
        others = sum(one.cpu_used for one in self._running if one is not probe)
        return max(0.0, min(limit, self.left() - others - probe.cpu_used))

    def begin_probe(self, probe: Probe) -> None:
        self._running.append(probe)

    def end_probe(self, probe: Probe) -> None:
        self._running.remove(probe)
        self._cpu_seconds += probe.cpu_seconds
        self.charged_seconds += probe.cpu_seconds
        self._waited += probe.waited
        self._stayed = self._stayed or probe.stayed

    def add_uncharged(self, seconds: float) -> None:
        """Count CPU seconds without charging them, so that a person reads the real use."""
        self._cpu_seconds += seconds

    def take_back(self, seconds: float) -> None:
        """Take CPU seconds of a call from the charged seconds, at most the limit in all."""
        free = min(seconds, max(0.0, self._limits.submission_seconds - self._taken_back))
        self._taken_back += free
        self.charged_seconds -= free

    @contextmanager
    def uncharged(self) -> Iterator[None]:
        charged, taken_back = self.charged_seconds, self._taken_back
        yield
        self.charged_seconds, self._taken_back = charged, taken_back

    def charge_elsewhere(self, seconds: float, other: Usage) -> None:
        """Charge CPU seconds of these probes to the budget of `other`; `cpu_seconds` stay here."""
        self.charged_seconds -= seconds
        other.charged_seconds += seconds

    def copy_output(self, other: Usage) -> None:
        for output in other.output:
            self._output.setdefault(output.where, output)

    def apply_limit(self, function: str, answer: Answer, seconds: float, limit: float) -> Answer:
        """Return the answer of a single call of `function`, or a CPU-limit answer after more than `limit` seconds."""
        self.note_near_limit(function, seconds, limit)
        self.first_seconds.setdefault(function, seconds)
        if seconds > limit:
            return Answer(end=ChildEnd.CPU_LIMIT, seconds=seconds)
        # A copy only if the time matters, so that equal answers stay one object.
        return structs.replace(answer, seconds=seconds) if is_near_limit(seconds, limit) else answer

    def note_near_limit(self, what: str, seconds: float, limit: float) -> None:
        """Note a call (or the import) if it came near its limit."""
        if is_near_limit(seconds, limit):
            self._near[f"{what}: {seconds:.1f} s of {limit:g} s"] = None

    def add_output(self, where: str | None, text: Printed) -> None:
        """Keep the first output of each function; `where` is None if the output itself is the answer."""
        self._clocks |= text.clocks
        if text.characters and where is not None and where not in self._output:
            self._output[where] = Output(where=where, tail=text.tail, characters=text.characters)


INTERVAL = 0.1
"""Wall seconds between two reports on the same work."""


class Progress:
    """The work on one submission. An observer that raises an exception gets no more reports: no mark depends on it."""

    def __init__(self, observer: Observer | None = None) -> None:
        self._observer = observer
        self._doing: Doing | None = None
        self._told_at = 0.0

    def begin(self, work: Work, function: str = "", of: int = 0, noun: str = "boards") -> None:
        if self._observer is not None:
            self._doing = Doing(work=work, function=function, of=of, noun=noun)
            self._tell(self._doing)

    def begin_again(self) -> None:
        """Report that the calls of this work are made again, from the first one on."""
        if self._doing is not None:
            self._doing = dataclasses.replace(self._doing, done=0)

    def answered(self, done: int) -> None:
        """Report how many calls of this work are answered; repeated calls change nothing."""
        if self._is_due() and self._doing is not None:
            done = max(self._doing.done, min(done, self._doing.of))
            self._doing = dataclasses.replace(self._doing, done=done, seconds=0.0, limit=0.0)
            self._tell(self._doing)

    def waits(self, seconds: float, limit: float) -> None:
        """Report the CPU seconds of the running call and the `limit` at which it is ended; 0 after its end."""
        if self._is_due() and self._doing is not None:
            self._doing = dataclasses.replace(self._doing, seconds=seconds, limit=limit)
            self._tell(self._doing)

    def function_done(self, done: FunctionDone) -> None:
        self._tell(done)

    def _is_due(self) -> bool:
        return self._observer is not None and time.monotonic() - self._told_at >= INTERVAL

    def _tell(self, event: Doing | FunctionDone) -> None:
        if self._observer is None:
            return
        self._told_at = time.monotonic()
        try:
            self._observer(event)
        except Exception:  # noqa: BLE001 - a closed or full terminal must not cost a mark
            self._observer = None
