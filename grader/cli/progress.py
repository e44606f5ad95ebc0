"""Shows the progress of a class: a bar on a terminal, else a line per submission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from grader.model.sanitize import sanitize
from grader.reports.text.number_text import decimal_text

if TYPE_CHECKING:
    from grader.batch.pool import Watcher
    from grader.model.result import Result
    from grader.model.submission import Submission

MAX_NAMES = 4
"""Submissions that the bar names at a time."""


@contextmanager
def watching(total: int) -> Iterator[Watcher]:
    """Show the progress of `total` submissions on standard error."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Lines(console)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, transient=True) as progress:
        yield Bar(progress, total)


class Lines:
    """One line for each finished submission, for logs."""

    def __init__(self, console: Console) -> None:
        """Write on `console`."""
        self._console = console

    def started(self, submission: Submission) -> None:
        """Show nothing yet."""

    def finished(self, result: Result) -> None:
        """Write the id and the points."""
        score = result.score
        mark = (
            "internal error"
            if score is None
            else f"{decimal_text(score.automatic_earned)} of {decimal_text(score.automatic_possible)}"
        )
        self._console.print(f"{result.submission.id}: {mark}", markup=False, highlight=False, soft_wrap=True)


class Bar:
    """A progress bar with the names of the running submissions."""

    def __init__(self, progress: Progress, total: int) -> None:
        """Draw on `progress`."""
        self._progress = progress
        self._task = progress.add_task("", total=total)
        self._running: dict[str, None] = {}

    def started(self, submission: Submission) -> None:
        """Add it to the running ones."""
        self._running[submission.id] = None
        self._show()

    def finished(self, result: Result) -> None:
        """Remove it from the running ones and count it."""
        self._running.pop(result.submission.id, None)
        self._progress.advance(self._task)
        self._show()

    def _show(self) -> None:
        more = len(self._running) - MAX_NAMES
        text = ", ".join([*self._running][:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")
        self._progress.update(self._task, description=sanitize(text, 60))
