"""What a submission has used so far, and what is worth telling a person about it."""

from __future__ import annotations

import dataclasses

from grader.model.answer import Answer
from grader.model.result import Output
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe
from grader.sandbox.wire.messages import Printed
from grader.sandbox.wire.quota import Quota

NEAR = 0.5
"""From this share of its limit on a call is worth a look: no CPU limit is the same on every machine."""


class Usage:
    """Adds up CPU time, output and near misses over all probes of a submission."""

    def __init__(self, limits: Limits) -> None:
        """Count against `limits`."""
        self._limits = limits
        self._near: dict[str, None] = {}
        self._output: dict[str, Output] = {}
        self.cpu_seconds = 0.0
        self.saved = 0.0
        """CPU seconds that a plain run would have taken besides: what the search that was memoized did not."""
        self.waited = 0.0
        """Seconds in which it was asked something and neither computed nor waited for a processor."""
        self.first_seconds: dict[str, float] = {}
        """CPU time of the first single call of each function."""
        self.slept = False
        self.quota = Quota()

    @property
    def exhausted(self) -> bool:
        """Whether the submission's whole budget is used up."""
        return self.left() <= 0 or self.idle or self.quota.used_up

    @property
    def idle(self) -> bool:
        """Whether it spent as much time as the whole budget waiting: no CPU limit ever ends that."""
        return self.waited >= self._limits.submission_seconds

    def left(self) -> float:
        """Return the CPU seconds that are left: as many as in a plain run, so that no mark depends on the memo."""
        return self._limits.submission_seconds - self.plainly()

    def plainly(self) -> float:
        """Return the CPU seconds that a plain run would have used so far."""
        return self.cpu_seconds + self.saved

    def patience(self) -> float:
        """Return the seconds of waiting that are left."""
        return max(0.0, self._limits.submission_seconds - self.waited)

    @property
    def near_limit(self) -> tuple[str, ...]:
        """Calls that took 0.5 to 2 times their limit, in the order they were seen."""
        return tuple(self._near)

    @property
    def output(self) -> tuple[Output, ...]:
        """What was printed, once per function."""
        return tuple(self._output.values())

    def allowed(self, limit: float, probe: Probe) -> float:
        """Return the CPU seconds a call may take: its limit, or what is left of the budget."""
        return max(0.0, min(limit, self.left() - probe.used()))

    def spent(self, probe: Probe) -> None:
        """Count a probe that is over."""
        self.cpu_seconds += probe.cpu_seconds
        self.waited += probe.waited

    def adopt(self, other: Usage) -> None:
        """Count what `other` counted."""
        self.cpu_seconds += other.cpu_seconds
        self.waited += other.waited
        self.slept = self.slept or other.slept

    def hear(self, other: Usage) -> None:
        """Take over what `other` heard first."""
        for heard in other.output:
            self._output.setdefault(heard.where, heard)

    def judged(self, function: str, answer: Answer, seconds: float, limit: float) -> Answer:
        """Return the answer of a single call with its time; an answer that came too late is none."""
        self.timed(function, seconds, limit)
        self.first_seconds.setdefault(function, seconds)
        if seconds > limit:
            return Answer(end=ChildEnd.CPU_LIMIT, seconds=seconds)
        # A copy only where the time matters: equal answers stay one object.
        return dataclasses.replace(answer, seconds=seconds) if seconds > NEAR * limit else answer

    def timed(self, what: str, seconds: float, limit: float) -> None:
        """Note a call that came near its limit."""
        if seconds > NEAR * limit:
            self._near[f"{what}: {seconds:.1f} s of {limit:g} s"] = None

    def printed(self, where: str | None, text: Printed) -> None:
        """Keep the end of the first output of each function; None is one whose task it is to print."""
        self.slept = self.slept or text.slept
        if text.characters and where is not None and where not in self._output:
            self._output[where] = Output(where=where, tail=text.tail, characters=text.characters)
