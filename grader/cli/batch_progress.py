"""Shows the progress of a class: a bar on a terminal, else a line per minute."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from grader.cli.message import can_redraw
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from grader.batch.pool import Watcher
    from grader.model.result import Result
    from grader.model.submission import Submission

MAX_NAMES = 3
"""Submissions that are named at a time: those that have been running longest."""
LINE_INTERVAL = 60
"""Wall seconds between two lines, if standard error is no terminal."""
MAX_NAME = 40
MAX_TEXT = 120
"""Characters of what is running."""


@contextmanager
def watching(total: int) -> Iterator[Watcher]:
    """Show the progress of `total` submissions on standard error."""
    console = Console(stderr=True)
    if not can_redraw():
        yield LineProgress(console, total)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, transient=True) as progress:
        yield BarProgress(progress, total)


class Running:
    """The submissions that are being graded, in the order in which they were begun."""

    def __init__(self) -> None:
        """Begin with none."""
        self._since: dict[str, float] = {}

    def add(self, submission: Submission) -> None:
        """Add one that has just begun."""
        self._since[submission.id] = time.monotonic()

    def remove(self, result: Result) -> None:
        """Remove one that is graded."""
        self._since.pop(result.submission.id, None)

    def longest(self) -> str:
        """Name those that have been running longest: ``ada 2:05, bob 0:12 and 2 more``."""
        now = time.monotonic()
        named = [
            f"{sanitize(name, MAX_NAME)} {_minutes(now - since)}" for name, since in [*self._since.items()][:MAX_NAMES]
        ]
        more = len(self._since) - len(named)
        return ", ".join(named) + (f" and {more} more" if more > 0 else "")


class LineProgress:
    """For logs: a line per minute with what takes long, and one for each without a mark."""

    def __init__(self, console: Console, total: int) -> None:
        """Write on `console` about `total` submissions."""
        self._console = console
        self._total = total
        self._graded = 0
        self._running = Running()
        self._written_at = time.monotonic()

    def started(self, submission: Submission) -> None:
        """Add it to the running ones."""
        self._running.add(submission)

    def finished(self, result: Result) -> None:
        """Count it."""
        self._running.remove(result)
        self._graded += 1
        if result.score is None:
            self._write(f"{result.submission.id}: {result.no_mark}, no mark")
        self.waiting()

    def waiting(self) -> None:
        """Write a line if the last one is a minute old."""
        if time.monotonic() - self._written_at >= LINE_INTERVAL:
            self._written_at = time.monotonic()
            longest = self._running.longest()
            self._write(
                f"{self._graded} of {self._total} graded" + (f"; running longest: {longest}" if longest else "")
            )

    def _write(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


class BarProgress:
    """A progress bar with the names of the submissions that have been running longest."""

    def __init__(self, progress: Progress, total: int) -> None:
        """Draw on `progress`."""
        self._progress = progress
        self._task = progress.add_task("", total=total)
        self._running = Running()

    def started(self, submission: Submission) -> None:
        """Add it to the running ones."""
        self._running.add(submission)
        self.waiting()

    def finished(self, result: Result) -> None:
        """Remove it from the running ones and count it."""
        self._running.remove(result)
        self._progress.advance(self._task)
        self.waiting()

    def waiting(self) -> None:
        """Show for how long they have been running."""
        self._progress.update(self._task, description=sanitize(self._running.longest(), MAX_TEXT))


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
