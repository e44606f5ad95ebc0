"""The descendants of a process, read from /proc."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
HAS_PROC = (PROC / "self" / "stat").exists()
"""Whether this system has /proc."""


class ProcessId(NamedTuple):
    """A process by its number and its start time, since numbers are used again."""

    pid: int
    began: int
    """In ticks of the clock since the system started."""


def descendants(root: int) -> set[ProcessId]:
    """Return all descendants of `root`, those in other sessions too."""
    children: dict[int, list[ProcessId]] = {}
    for process in _all_processes():
        children.setdefault(process.parent, []).append(process.id)
    found: set[ProcessId] = set()
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting.extend(process.pid for process in below)
    return found


def alive(processes: set[ProcessId]) -> set[ProcessId]:
    """Return those of `processes` that still run; a zombie does not."""
    return {process.id for process in _all_processes() if process.state != "Z"} & processes


class _Status(NamedTuple):
    """What /proc says about a process."""

    parent: int
    id: ProcessId
    state: str


def _all_processes() -> list[_Status]:
    found = []
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:  # it ended while we looked
            continue
        state, parent, *rest = text.rpartition(")")[2].split()
        found.append(_Status(int(parent), ProcessId(int(entry.name), int(rest[17])), state))
    return found
