"""Counts what a submission has used so far, and keeps what a person should know about it."""

from __future__ import annotations

import dataclasses

from grader.model.answer import Answer
from grader.model.result import Output
from grader.model.rubric import Limits
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe
from grader.sandbox.wire.messages import Printed
from grader.sandbox.wire.quota import Quota

NEAR_LIMIT_SHARE = 0.5
"""
From this share of a limit on, a time counts as near it.

A decision of the project: the same call takes longer on one machine than on another, but two machines that grade are
expected to differ by less than a factor of two. A person looks at such a call, and no prediction is trusted there.
"""


def is_near_limit(seconds: float, limit: float) -> bool:
    """Tell whether `seconds` are near `limit`, or beyond it."""
    return seconds >= NEAR_LIMIT_SHARE * limit


class Usage:
    """
    CPU time, output and calls near their limit, added up over probes of one submission.

    Two numbers of CPU seconds are kept apart. `cpu_seconds` is what the probes really took; a person reads it in the
    result. `charged_seconds` is what counts against the limit of the submission: calls that came back. A call that
    ended its probe is not charged, since the number of such calls is limited. A search that was memoized is not either.
    """

    def __init__(self, limits: Limits) -> None:
        """Count against `limits`."""
        self._limits = limits
        self._near: dict[str, None] = {}
        self._output: dict[str, Output] = {}
        self.cpu_seconds = 0.0
        """CPU seconds of all probes that have ended."""
        self.charged_seconds = 0.0
        """CPU seconds that count against the limit of the submission."""
        self._charged_elsewhere = 0.0
        """CPU seconds of these probes that are charged to another usage."""
        self.waited = 0.0
        """Seconds in which a probe had a request and neither computed nor waited for a processor."""
        self.first_seconds: dict[str, float] = {}
        """CPU time of the first single call of each function."""
        self.slept = self.looked = self.alarmed = False
        """Whether it called `time.sleep`, read a clock, set an alarm."""
        self.quota = Quota()

    @property
    def exhausted(self) -> bool:
        """Whether the submission's whole budget is used up."""
        return self.left() <= 0 or self.spent

    @property
    def spent(self) -> bool:
        """Whether it has waited for too long or sent too much: then no further call can be made."""
        return self.idle or self.quota.used_up

    @property
    def idle(self) -> bool:
        """Whether it waited for as many seconds as it may compute: waiting reaches no CPU limit."""
        return self.waited >= self._limits.submission_seconds

    def left(self) -> float:
        """Return the CPU seconds that are left of the submission's limit."""
        return self._limits.submission_seconds - self.charged_seconds + self._charged_elsewhere

    def idle_left(self) -> float:
        """Return for how many more seconds it may wait."""
        return max(0.0, self._limits.submission_seconds - self.waited)

    @property
    def near_limit(self) -> tuple[str, ...]:
        """Calls that came near their limit, in the order they were made: ``minimax: 31.2 s of 60 s``."""
        return tuple(self._near)

    @property
    def output(self) -> tuple[Output, ...]:
        """The end of the first output of each function."""
        return tuple(self._output.values())

    def time_allowed(self, limit: float, probe: Probe) -> float:
        """Return the CPU seconds that a call in `probe` may take: its limit, or what is left of the budget."""
        return max(0.0, min(limit, self.left() - probe.cpu_used()))

    def add_probe(self, probe: Probe) -> None:
        """Count a probe that has ended, as part of a plain run."""
        self.cpu_seconds += probe.cpu_seconds
        self.charged_seconds += probe.cpu_seconds
        self.waited += probe.waited

    def charge(self, seconds: float) -> None:
        """Count CPU seconds against the limit that no probe of this usage took."""
        self.charged_seconds += seconds

    def uncharge(self, seconds: float) -> None:
        """Take back CPU seconds that probes of this usage took: they do not count against the limit."""
        self.charged_seconds -= seconds

    def charge_elsewhere(self, seconds: float, other: Usage) -> None:
        """Charge CPU seconds of a probe of this usage to the budget of `other` instead; `cpu_seconds` stay here."""
        self._charged_elsewhere += seconds
        other.charge(seconds)

    def merge(self, other: Usage) -> None:
        """Add what the probes of `other` took; what counts against the limit for them was charged before."""
        self.cpu_seconds += other.cpu_seconds
        self.waited += other.waited
        self._note_clocks(other)

    def copy_output(self, other: Usage) -> None:
        """Copy output of `other` for functions that have none here."""
        for output in other.output:
            self._output.setdefault(output.where, output)

    def apply_limit(self, function: str, answer: Answer, seconds: float, limit: float) -> Answer:
        """Return the answer of a single call of `function`; one that came after `limit` CPU seconds is replaced."""
        self.note_near_limit(function, seconds, limit)
        self.first_seconds.setdefault(function, seconds)
        if seconds > limit:
            return Answer(end=ChildEnd.CPU_LIMIT, seconds=seconds)
        # A copy only if the time matters: otherwise equal answers stay one object.
        return dataclasses.replace(answer, seconds=seconds) if is_near_limit(seconds, limit) else answer

    def note_near_limit(self, what: str, seconds: float, limit: float) -> None:
        """Note a call (or the import) that came near its limit."""
        if is_near_limit(seconds, limit):
            self._near[f"{what}: {seconds:.1f} s of {limit:g} s"] = None

    def add_output(self, where: str | None, text: Printed) -> None:
        """Keep the first output of each function; `where` is None if the output itself is the answer."""
        self._note_clocks(text)
        if text.characters and where is not None and where not in self._output:
            self._output[where] = Output(where=where, tail=text.tail, characters=text.characters)

    def _note_clocks(self, other: Usage | Printed) -> None:
        self.slept = self.slept or other.slept
        self.looked = self.looked or other.looked
        self.alarmed = self.alarmed or other.alarmed
