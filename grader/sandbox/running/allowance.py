"""What a submission has left when one of its probes starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from grader.sandbox.wire.quota import Quota


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a submission has left when a probe starts."""

    idle_seconds: float
    """For how long the probe may wait without computing."""
    quota: Quota
    """What may still be read."""
    may_stay: bool
    """Whether another probe has stayed after it closed its pipe: then this one has little time to exit."""
    stopped: Event
    """Set, by any thread, when nobody waits for the answers any more."""
    waits: Callable[[float, float], None]
    """Told now and then the CPU seconds of the running call and those after which it is ended."""
