"""Grades with the grader's pool and watches its processes: which were started, which died, which are left."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader.batch.pool import Pool, Task, executor_of
from grader.model.result import Result
from grader.sandbox.launching.process import AGENT
from tests.batch.process_tree import HAS_PROC, PROC, ProcessId, alive, descendants
from tests.batch.sources import wait_until
from tests.null_watcher import NullWatcher

BECOME_SUBREAPER = 36
LEAVING = 10
"""Seconds that workers and zygotes have to end after the last result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What grading left behind."""

    executors: int
    """How many sets of workers were started: one, unless a worker died."""
    zygotes: int
    """How many different zygotes there were: as many as workers, unless one died."""
    jobs: int
    left: Sequence[str]
    """The command lines of the processes that are still there."""


class Graded(NamedTuple):
    """What a grading gave."""

    results: dict[str, Result]
    """By submission id."""
    traces: Traces


def grade(work: Sequence[Task], jobs: int) -> Graded:
    """Grade `work` with `jobs` workers, and look for what was left behind."""
    made: list[Executor] = []

    def make(jobs: int) -> Executor:
        made.append(executor_of(jobs))
        return made[-1]

    zygotes: set[ProcessId] = set()
    results: dict[str, Result] = {}
    with adopting_orphans():
        before = descendants(os.getpid()) if HAS_PROC else set()
        for submission, result in Pool(jobs, make).grade_all(work, NullWatcher()):
            results[submission.id] = result
            zygotes |= _zygotes(before)
        wait_until(lambda: not still_there(before), LEAVING)
        left = [command_of(process.pid) for process in still_there(before)]
    return Graded(results, Traces(executors=len(made), zygotes=len(zygotes), jobs=jobs, left=left))


@contextlib.contextmanager
def adopting_orphans() -> Iterator[None]:
    """Make this process the parent of every descendant whose parent ends, also of daemons (Linux only)."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None) if HAS_PROC else None
    if prctl is not None:
        prctl(BECOME_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        if prctl is not None:
            prctl(BECOME_SUBREAPER, 0, 0, 0, 0)


def _new(before: set[ProcessId]) -> set[ProcessId]:
    return descendants(os.getpid()) - before if HAS_PROC else set()


def still_there(before: set[ProcessId]) -> set[ProcessId]:
    """Return the living descendants that are not in `before` and do not belong to the interpreter itself."""
    return {process for process in alive(_new(before)) if "resource_tracker" not in command_of(process.pid)}


def _zygotes(before: set[ProcessId]) -> set[ProcessId]:
    """Return the new processes that run the agent and whose parent does not: probes have a zygote as parent."""
    agents = {process: _parent(process.pid) for process in _new(before) if _is_agent(process.pid)}
    # A probe that has ended meanwhile has no parent any more.
    return {process for process, parent in agents.items() if parent and not _is_agent(parent)}


def _is_agent(pid: int) -> bool:
    return str(AGENT) in command_of(pid)


def command_of(pid: int) -> str:
    """Return a process's command line; empty when it has none any more."""
    try:
        return (PROC / str(pid) / "cmdline").read_text(encoding="utf-8", errors="replace").replace("\0", " ").strip()
    except OSError:
        return ""


def _parent(pid: int) -> int:
    try:
        stat = Path(PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])
