"""Watches the memory of this process and its descendants while it works."""

from __future__ import annotations

import os
import statistics
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from grader.model.result import Result
from tests.batch.process_tree import PROC, ProcessId, alive, descendants
from tests.batch.sources import wait_until
from tests.null_watcher import NullWatcher

EVERY = 0.25
"""Seconds between two looks at the processes."""
LEAVING = 15
"""Seconds that workers and zygotes have to end after the last result."""
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class MemoryByThirds(NamedTuple):
    """The median memory in each third of the results, in MiB."""

    first: float
    second: float
    last: float


class Watch(NullWatcher):
    """Samples processes inside its `with` block, and memory at each result: what is loaded once comes before these."""

    def __init__(self) -> None:
        """Remember the descendants that exist already."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._before = descendants(os.getpid())
        self._seen: set[ProcessId] = set()
        self.memory: list[int] = []
        """Resident bytes of this process, one for each result."""
        self.most = 0
        """The largest number of descendants at the same time."""

    def __enter__(self) -> Watch:  # noqa: PYI034 - typing.Self is Python 3.11's
        """Start sampling."""
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        """Stop sampling."""
        self._over.set()
        self._thread.join()

    @property
    def thirds(self) -> MemoryByThirds:
        """The median memory of each third of the results."""
        size = max(1, len(self.memory) // 3)
        parts: Sequence[list[int]] = (self.memory[:size], self.memory[size : 2 * size], self.memory[-size:])
        first, second, last = (statistics.median(part or [0]) / (1 << 20) for part in parts)
        return MemoryByThirds(first, second, last)

    def left(self) -> list[str]:
        """Return the command lines of the sampled processes that are still running after `LEAVING` seconds."""
        wait_until(lambda: not self._left(), LEAVING)
        return [_command(process.pid) or str(process.pid) for process in self._left()]

    def _left(self) -> set[ProcessId]:
        # The resource tracker belongs to the interpreter and ends with it.
        return {one for one in alive(self._seen) if "resource_tracker" not in _command(one[0])}

    def finished(self, result: Result) -> None:
        """Note the memory."""
        del result
        self.memory.append(int((PROC / "self" / "statm").read_text(encoding="ascii").split()[1]) * PAGE)

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            now = descendants(os.getpid()) - self._before
            self.most = max(self.most, len(now))
            self._seen |= now


def _command(pid: int) -> str:
    try:
        text = Path(PROC / str(pid) / "cmdline").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text.replace("\0", " ").strip()
