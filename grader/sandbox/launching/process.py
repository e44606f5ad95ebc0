"""Common parts of all launchers: a probe's process, its command line and environment, its CPU time and its end."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from grader.sandbox.launching import windows
from grader.sandbox.launching.interpreter import Interpreter

MAX_TEXT = 1 << 16
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05
"""Seconds between two looks at a process that should end: looks cost time, and most processes end at once."""
LOOK_SECONDS = 0.2
"""Wall seconds in which a computing process uses a processor, even on a busy machine (Windows tells no more)."""


def proc_text(pid: int, name: str) -> str:
    """Return the text of a file in ``/proc/<pid>``; an empty text if the file cannot be read."""
    try:
        # `open` takes twice as long, and a class starts many thousand processes.
        descriptor = os.open(f"/proc/{pid}/{name}", os.O_RDONLY)
        try:
            return os.read(descriptor, MAX_TEXT).decode("ascii", "replace")
        finally:
            os.close(descriptor)
    except OSError:
        return ""


def cpu_clock(pid: int) -> float:
    """Return another process's CPU seconds; on macOS, without such a clock, its wall seconds, which are more."""
    if sys.platform == "win32":
        return windows.cpu_seconds(pid)
    try:
        return time.clock_gettime(((~pid) << 3) | 2)
    except (AttributeError, OSError, OverflowError):
        return 0.0 if Path("/proc/self/stat").exists() else time.monotonic()


def is_runnable(pid: int) -> bool:
    """Tell whether a process runs or waits for a processor of a busy machine; False if it sleeps."""
    if sys.platform == "win32":
        before = windows.cpu_seconds(pid)
        time.sleep(LOOK_SECONDS)
        return windows.cpu_seconds(pid) > before
    return _state(pid) == "R"


def seconds_queued(pid: int) -> float:
    """Return the seconds a process has waited for a processor; infinity if the kernel does not tell."""
    try:
        return int(proc_text(pid, "schedstat").split()[1]) / 1e9
    except (ValueError, IndexError):
        return float("inf")


def ends_within(pid: int, seconds: float, asleep: float) -> bool:
    """Wait up to `seconds` for a process to end, less if it sleeps for `asleep`; tell whether it ended."""
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
SETTINGS_LENGTH = 2_000
"""The length of the settings in characters: a change of it would move everything that the interpreter stores later."""
NO_RANDOM_ADDRESSES = 0x0040000
"""ADDR_NO_RANDOMIZE of man 2 personality."""


class Process(Struct, frozen=True, kw_only=True):
    """A running probe: its process id and our ends of its pipes."""

    pid: int
    parent: int
    requests: int
    answers: int
    output: int


class Exit(Struct, frozen=True, kw_only=True):
    """How a probe ended, as the kernel reports it."""

    signal: int | None
    """The signal that ended it; None if it exited."""
    cpu_seconds: float


class KernelLimits(Struct, frozen=True, kw_only=True):
    """The limits that the kernel enforces on a probe."""

    memory_bytes: int
    cpu_seconds: int


def command(python: Interpreter, settings: Mapping[str, Any], *arguments: str) -> list[str]:
    """Return the agent's command line: no site packages, and no imports from the script's folder."""
    # -I would ignore PYTHONHASHSEED, which fixes the order of sets.
    safe_path = ["-P"] if python.version >= (3, 11) else []
    text = json.dumps(settings).ljust(SETTINGS_LENGTH)
    return [python.path, "-s", "-S", "-B", *safe_path, "-X", "utf8", str(AGENT), text, *arguments]


def environment() -> dict[str, str]:
    # C.UTF-8 has files that cannot be read inside, so `setlocale` would fail. -X utf8 gives the encoding.
    fixed = {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC0"}
    # A home for the student, whoever grades; the folder does not exist.
    fixed |= {"HOME": "/nonexistent", "USER": "student", "LOGNAME": "student"}
    # Windows seeds its hash function with the first. Some interpreters find their library by the second; the agent
    # removes it at once.
    return {**fixed, **{name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}}


@contextlib.contextmanager
def fixed_addresses() -> Iterator[None]:
    """
    Give the programs that this thread starts the same addresses in every run, if the kernel allows it (Linux).

    Sets of objects are ordered by address, before Python 3.12 even None is. A probe's layers tell whether it worked.
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
    """Keep other processes of the same user, such as a probe, from reading or changing our memory (Linux)."""
    set_dumpable = 4
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).prctl(set_dumpable, 0, 0, 0, 0)


def exit_of(status: int, cpu_seconds: float) -> Exit:
    """Return how a process with this wait status ended."""
    return Exit(signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else None, cpu_seconds=cpu_seconds)


def kill(pid: int) -> None:
    """End a probe that has not been reaped, and its whole process group."""
    for end in (getattr(os, "killpg", None), os.kill):
        if end is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


@contextlib.contextmanager
def paused(pid: int) -> Iterator[None]:
    """Pause a probe that has not been reaped, where the system can pause processes."""
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
    for descriptor in (process.requests, process.answers, process.output):
        with contextlib.suppress(OSError):
            os.close(descriptor)
