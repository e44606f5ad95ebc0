"""The descendants of a process, read from /proc."""

from __future__ import annotations

from pathlib import Path

PROC = Path("/proc")
HERE = (PROC / "self" / "stat").exists()
"""Whether this system has /proc."""

Born = tuple[int, int]
"""A process by its number and its start time, since numbers are used again."""


def descendants(root: int) -> set[Born]:
    """Return all descendants of `root`, those in other sessions too."""
    children: dict[int, list[Born]] = {}
    for pid, parent, began, _state in _everybody():
        children.setdefault(parent, []).append((pid, began))
    found: set[Born] = set()
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting.extend(pid for pid, _began in below)
    return found


def alive(processes: set[Born]) -> set[Born]:
    """Return those of `processes` that still run; a zombie does not."""
    return {(pid, began) for pid, _parent, began, state in _everybody() if state != "Z"} & processes


def _everybody() -> list[tuple[int, int, int, str]]:
    found = []
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:  # it ended while we looked
            continue
        state, parent, *rest = text.rpartition(")")[2].split()
        found.append((int(entry.name), int(parent), int(rest[17]), state))
    return found
