"""What all launchers share: a probe's process, its command line and environment, what it has used, how it ends."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from grader.model.isolation import Isolation
from grader.sandbox.launching import windows
from grader.sandbox.launching.interpreter import Interpreter

MAX_TEXT = 1 << 16
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05
"""Seconds between two looks at a process that should end: looking takes our time, and most end at once."""
LOOK_SECONDS = 0.2
"""Wall seconds in which a process that computes uses a processor (Windows tells no more), also on a busy machine."""


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

    macOS has no such clock: there it is the wall clock, so that a limit is reached sooner on a busy machine, never
    later.
    """
    if sys.platform == "win32":
        return windows.cpu_seconds(pid)
    try:
        return time.clock_gettime(((~pid) << 3) | 2)
    except (AttributeError, OSError, OverflowError):
        return 0.0 if Path("/proc/self/stat").exists() else time.monotonic()


def is_runnable(pid: int) -> bool:
    """Tell whether a process runs or waits for a processor (the machine may be busy); False if it sleeps."""
    if sys.platform == "win32":
        before = windows.cpu_seconds(pid)
        time.sleep(LOOK_SECONDS)
        return windows.cpu_seconds(pid) > before
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


AGENT = Path(__file__).parents[1] / "inside" / "agent.py"
NOTHING_OFF: Mapping[str, str] = MappingProxyType({})
"""No layer of the wall is left off."""
SETTINGS_LENGTH = 2_000
"""Characters to which the settings are filled up: their length must not move what the interpreter stores after them."""
NO_RANDOM_ADDRESSES = 0x0040000
"""ADDR_NO_RANDOMIZE of man 2 personality."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A running probe: its process id and our ends of its pipes."""

    pid: int
    parent: int
    """The process that forked or started it."""
    requests: int
    answers: int
    output: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """How a probe ended, as the kernel reports it."""

    code: int | None
    signal: int | None
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelLimits:
    """The limits that the kernel enforces on a probe."""

    memory_bytes: int
    cpu_seconds: int


class Launcher(Protocol):
    """Starts and reaps probes."""

    python: Interpreter
    """What runs in them."""

    @property
    def isolation(self) -> Isolation:
        """How isolated its probes are, tested with one that runs no submission (HarnessFault if none starts)."""

    def start(self, limits: KernelLimits) -> Process:
        """
        Start a probe that has confined itself and waits for its job.

        Raises HarnessFault if none starts, or if it is less isolated than the first one.
        """

    def reap(self, process: Process) -> Exit:
        """Kill what is left of a probe, wait for it, and close our ends of its pipes."""

    def close(self) -> None:
        """End every process that this launcher started."""


def command(python: Interpreter, settings: Mapping[str, Any], *arguments: str) -> list[str]:
    """Return the agent's command line: no site packages, and nothing is imported from the script's folder."""
    # Not -I: it would ignore PYTHONHASHSEED, which fixes the order of sets.
    safe_path = ["-P"] if python.version >= (3, 11) else []
    text = json.dumps(settings).ljust(SETTINGS_LENGTH)
    return [python.path, "-s", "-S", "-B", *safe_path, "-X", "utf8", str(AGENT), text, *arguments]


def environment() -> dict[str, str]:
    """Return all environment variables that a student's code sees."""
    # Not C.UTF-8: its files cannot be read inside, so `setlocale` would fail. -X utf8 gives the encoding.
    fixed = {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC0"}
    # Where a student is at home, whoever grades; nothing is there.
    fixed |= {"HOME": "/nonexistent", "USER": "student", "LOGNAME": "student"}
    # Windows needs the first to seed its hash function. Some interpreters find their library by the second; the agent
    # removes it when it runs.
    return {**fixed, **{name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}}


@contextlib.contextmanager
def fixed_addresses() -> Iterator[None]:
    """
    Let the programs that this thread starts have the same addresses in every run, where the kernel allows it (Linux).

    Sets of objects are ordered by address, and so is None before Python 3.12. What a probe got is in its layers.
    """
    try:
        personality = ctypes.CDLL(None).personality
    except (AttributeError, OSError, TypeError):
        yield
        return
    before = personality(ctypes.c_ulong(0xFFFFFFFF))  # asks, and changes nothing
    personality(ctypes.c_ulong(before | NO_RANDOM_ADDRESSES))
    try:
        yield
    finally:
        personality(ctypes.c_ulong(before))


def hide_memory() -> None:
    """Keep other processes of the same user, a probe among them, from reading or changing this one's memory (Linux)."""
    set_dumpable = 4
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).prctl(set_dumpable, 0, 0, 0, 0)


def exit_of(status: int, cpu_seconds: float) -> Exit:
    """Return how a process ended, from its wait status."""
    if os.WIFSIGNALED(status):
        return Exit(code=None, signal=os.WTERMSIG(status), cpu_seconds=cpu_seconds)
    return Exit(code=os.waitstatus_to_exitcode(status), signal=None, cpu_seconds=cpu_seconds)


def kill(pid: int) -> None:
    """End a probe that has not been reaped, and everything in its process group."""
    for end in (getattr(os, "killpg", None), os.kill):
        if end is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


@contextlib.contextmanager
def paused(pid: int) -> Iterator[None]:
    """Let a probe that has not been reaped rest, where the system can do that."""
    _signal(pid, "SIGSTOP")
    try:
        yield
    finally:
        _signal(pid, "SIGCONT")


def _signal(pid: int, name: str) -> None:
    if hasattr(signal, name):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, getattr(signal, name))


def close_pipes(process: Process) -> None:
    """Close our ends of a probe's pipes."""
    for descriptor in (process.requests, process.answers, process.output):
        with contextlib.suppress(OSError):
            os.close(descriptor)
