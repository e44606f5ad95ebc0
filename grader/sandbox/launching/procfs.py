"""What the kernel says about another process: what it has used, whether it runs, waits for a processor, or is gone."""

from __future__ import annotations

import os
import time
from pathlib import Path

MAX_TEXT = 1 << 16
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05
"""Seconds between two looks at a process that should end: looking takes our time, and most end at once."""


def proc_text(pid: int, name: str) -> str:
    """Return the text of a file in ``/proc/<pid>``; an empty one if it cannot be read."""
    try:
        # Not by `open`: its layers take twice as long, and a class starts many thousand processes.
        descriptor = os.open(f"/proc/{pid}/{name}", os.O_RDONLY)
        try:
            return os.read(descriptor, MAX_TEXT).decode("ascii", "replace")
        finally:
            os.close(descriptor)
    except OSError:
        return ""


def cpu_clock(pid: int) -> float:
    """
    Return the CPU seconds that another process has used, read from outside it.

    Systems other than Linux have no such clock: there it is the wall clock, so that a limit is reached sooner on a busy
    machine, never later.
    """
    try:
        return time.clock_gettime(((~pid) << 3) | 2)
    except (AttributeError, OSError, OverflowError):
        return 0.0 if Path("/proc/self/stat").exists() else time.monotonic()


def is_runnable(pid: int) -> bool:
    """Tell whether a process runs or waits for a processor (the machine may be busy); False if it sleeps."""
    return _state(pid) == "R"


def seconds_queued(pid: int) -> float:
    """Return the seconds a process has waited for a processor; infinite if the kernel does not say."""
    try:
        return int(proc_text(pid, "schedstat").split()[1]) / 1e9
    except (ValueError, IndexError):
        return float("inf")


def ends_within(pid: int, seconds: float, asleep: float = float("inf")) -> bool:
    """Wait up to `seconds` for a process to end, and less if it sleeps for `asleep`; tell whether it ended."""
    began, pause = time.monotonic(), SHORTEST_PAUSE
    awake_at = began
    while (state := _state(pid)) not in "Z?":
        now = time.monotonic()
        awake_at = awake_at if state == "S" else now
        if now - began > seconds or now - awake_at > asleep:
            return False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    return True


def _state(pid: int) -> str:
    return next(iter(proc_text(pid, "stat").rpartition(")")[2].split()), "?")
