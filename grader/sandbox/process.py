"""What every way of starting a probe has in common: its process, its end, its command line, its environment."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.model.isolation import Isolation, Level, Seen

UNKNOWN = Isolation(level=Level.BASIC, layers=(), self_test=(), seen=Seen())

AGENT = Path(__file__).parent / "inside" / "agent.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A probe as the outside sees it: its number and our ends of its pipes."""

    pid: int
    requests: int
    answers: int
    output: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """How a probe ended, as the kernel tells it."""

    code: int | None
    signal: int | None
    cpu_seconds: float


class Launcher(Protocol):
    """Starts and reaps probes."""

    @property
    def isolation(self) -> Isolation:
        """How far apart its probes run, found out with one that runs nothing (HarnessFault when none starts)."""

    def start(self) -> Process:
        """Start a probe that waits for its job."""

    def reap(self, process: Process) -> Exit:
        """Kill what is left of a probe, wait for it, close our ends."""

    def close(self) -> None:
        """Give everything back."""


def command(*arguments: str) -> list[str]:
    """Return the agent's command line: no site packages, nothing of the environment, nothing beside the script."""
    # Not -I: it would ignore PYTHONHASHSEED, and with it the order of sets.
    safe_path = ["-P"] if sys.version_info >= (3, 11) else []
    return [sys.executable, "-s", "-S", "-B", *safe_path, "-X", "utf8", str(AGENT), *arguments]


def environment() -> dict[str, str]:
    """Return the whole environment a student's code sees."""
    fixed = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    # Without it Windows cannot even seed its hash function.
    return {**fixed, "SYSTEMROOT": os.environ["SYSTEMROOT"]} if "SYSTEMROOT" in os.environ else fixed


def kill(pid: int) -> None:
    """End a probe that has not been reaped, and everything in its process group."""
    for end in (getattr(os, "killpg", None), os.kill):
        if end is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def close_pipes(process: Process) -> None:
    """Close our ends."""
    for descriptor in (process.requests, process.answers, process.output):
        with contextlib.suppress(OSError):
            os.close(descriptor)
