"""What every launcher does first with a probe it started: it checks how isolated the probe is."""

from __future__ import annotations

from abc import ABC, abstractmethod

from grader.errors import HarnessFault
from grader.model.isolation import Isolation
from grader.sandbox.launching.interpreter import Interpreter
from grader.sandbox.launching.isolation_check import await_confinement
from grader.sandbox.launching.process import Exit, KernelLimits, Process

CHECK_LIMITS = KernelLimits(memory_bytes=512 << 20, cpu_seconds=10)
"""For a probe that runs no submission and only reports how isolated it is: far more than it needs."""


class VerifiedLauncher(ABC):
    """A launcher whose probes are all at least as isolated as its first."""

    def __init__(self, python: Interpreter) -> None:
        """Start probes that `python` runs."""
        self.python = python
        self._isolation: Isolation | None = None

    @property
    def isolation(self) -> Isolation:
        """How isolated its probes are."""
        if self._isolation is None:
            self.reap(self.start(CHECK_LIMITS))
        assert self._isolation is not None  # noqa: S101 - `start` has set it
        return self._isolation

    def start(self, limits: KernelLimits) -> Process:
        """Start a probe that has confined itself and waits for its job."""
        process = self._start_unverified(limits)
        try:
            self._isolation = require_same_level(self._isolation, await_confinement(process.pid, process.answers))
        except BaseException:
            self.reap(process)
            raise
        return process

    @abstractmethod
    def reap(self, process: Process) -> Exit:
        """Kill what is left of a probe and wait for it."""

    @abstractmethod
    def _start_unverified(self, limits: KernelLimits) -> Process:
        """Start a probe that confines itself (HarnessFault if none starts)."""


def require_same_level(before: Isolation | None, now: Isolation) -> Isolation:
    """Return the isolation of a launcher's first probe (HarnessFault if the one started `now` is less isolated)."""
    if before is not None and not now.level.reaches(before.level):
        raise HarnessFault(f"a probe came up at isolation {now.level.value}, the ones before had {before.level.value}")
    return before or now
