"""Shows the progress on standard error: rows or a bar that disappear on a terminal, lines elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from grader.cli.message import can_redraw, say
from grader.model.progress import Doing, FunctionDone, Observer, Work
from grader.model.sanitize import sanitize
from grader.text.number_text import shortened_list

if TYPE_CHECKING:
    from rich.progress import Progress

    from grader.batch.pool import Watcher
    from grader.model.result import Result
    from grader.model.submission import Submission

LINE_INTERVAL = 10
"""Wall seconds between two lines on the running call, outside a terminal."""
DRAW_INTERVAL = 0.2  # wall seconds between two pictures on a terminal
PATIENCE = 3  # wall seconds after which the total time is shown, too
MAX_NAME = 60  # characters of the file's name


UNFINISHED = "unfinished: stopped by Ctrl-C; no mark was given"


@contextlib.contextmanager
def showing_progress(file_name: str) -> Iterator[Observer]:
    """
    Yield an observer of the grading of `file_name`. Its rows on a terminal disappear afterwards.

    After Ctrl-C the known facts about each function stay, marked as unfinished.
    """
    name = sanitize(file_name, MAX_NAME)
    rows = None
    if can_redraw():
        with contextlib.suppress(OSError):  # a closed terminal: nobody reads the lines either
            rows = ProgressRows(name, Console(stderr=True, highlight=False))
    try:
        yield rows or ProgressLines(name)
    except KeyboardInterrupt:
        known = [] if rows is None else rows.close()
        say("\n".join([*known, UNFINISHED]))
        raise
    finally:
        if rows is not None:
            with contextlib.suppress(OSError):
                rows.close()


class ProgressLines:
    """A line for each finished function, and now and then one for a long call."""

    def __init__(self, file_name: str) -> None:
        self._file_name = file_name
        self._written_at = time.monotonic()

    def __call__(self, event: Doing | FunctionDone) -> None:
        now = time.monotonic()
        if isinstance(event, Doing) and now - self._written_at < LINE_INTERVAL:
            return
        self._written_at = now
        say(function_done_text(event) if isinstance(event, FunctionDone) else doing_text(event, self._file_name))


class ProgressRows:
    """
    The finished functions, and below them the running call.

    Drawn only if something is new, by the thread that grades, so that no other thread can fail.
    """

    def __init__(self, file_name: str, console: Console) -> None:
        self._file_name = file_name
        self._done: list[str] = []
        self._rows: list[str] = []
        self._started_at = time.monotonic()
        self._drawn_at = 0.0
        self._live = Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._live.start()
        console.show_cursor(show=True)  # a killed process could not show it again

    def __call__(self, event: Doing | FunctionDone) -> None:
        running = ""
        if isinstance(event, FunctionDone):
            self._done.append(function_done_text(event))
        else:
            running = doing_text(event, self._file_name)
        now = time.monotonic()
        if now - self._drawn_at < DRAW_INTERVAL:
            return
        self._drawn_at = now
        if running and now - self._started_at >= PATIENCE:
            running += f" ({now - self._started_at:.0f} s in all)"
        rows = [line for done in self._done for line in done.split("\n")] + ([running] if running else [])
        if rows == self._rows:
            return
        self._rows = rows
        self._live.update(Group(*(Text(f"  {row}", no_wrap=True, overflow="ellipsis") for row in rows)), refresh=True)

    def close(self) -> list[str]:
        """Remove the rows; return the lines of the finished functions."""
        self._live.stop()
        return self._done


LONG_CALL = 1  # CPU seconds after which the time of a running call is shown


def doing_text(doing: Doing, file_name: str) -> str:
    """Return the running step: ``minimax: 2,310 of 4,520 boards; this call 31 s of 60 s CPU``."""
    time = f"{doing.seconds:.0f} s of {doing.limit:.0f} s CPU" if doing.seconds >= LONG_CALL else ""
    if doing.work is Work.IMPORT:
        return f"importing {file_name}" + (f": {time}" if time else "")
    if doing.work is Work.ASK:
        what = f"{doing.function}: {doing.done:,} of {doing.of:,} {doing.noun}"
    else:
        what = doing.work.value + (f": {doing.done:,} of {doing.of:,} {doing.noun}" if doing.of else "")
    return what + (f"; this call {time}" if time else "")


def function_done_text(done: FunctionDone) -> str:
    """Return the facts on a finished function: ``winner: 5,478 boards, 212 wrong``, and the first wrong board."""
    if not done.of:
        return f"{done.function}: not there"
    wrong = "" if done.wrong is None else f", {f'{done.wrong:,}' if done.wrong else 'none'} wrong"
    count = f"{done.asked:,}" if done.asked == done.of else f"{done.asked:,} of {done.of:,}"
    return f"{done.function}: {count} {done.noun}{wrong}" + (f"\n  {done.first_wrong}" if done.first_wrong else "")


MAX_NAMES = 3
"""The named submissions: those that have been running longest."""
CLASS_LINE_INTERVAL = 60
"""Wall seconds between two lines, outside a terminal."""
MAX_STUDENT = 40
MAX_TEXT = 120  # characters of the running submissions


@contextlib.contextmanager
def watching(total: int) -> Iterator[Watcher]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not can_redraw():
        yield LineProgress(console, total)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, transient=True) as progress:
        yield BarProgress(progress, total)


class ClassProgress:
    """The running submissions, in the order of their starts."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def started(self, submission: Submission) -> None:
        self._since[submission.id] = time.monotonic()
        self.waiting()

    def finished(self, result: Result) -> None:
        self._since.pop(result.submission.id, None)
        self.waiting()

    def waiting(self) -> None:
        raise NotImplementedError

    def longest(self) -> str:
        """Name those that have been running longest: ``ada 2:05, bob 0:12 and 2 more``."""
        now = time.monotonic()
        running = ((sanitize(name, MAX_STUDENT), int(now - since)) for name, since in self._since.items())
        return shortened_list([f"{name} {time // 60}:{time % 60:02d}" for name, time in running], MAX_NAMES)


class LineProgress(ClassProgress):
    """For logs: a line per minute with the long runs, and one for each student without a mark."""

    def __init__(self, console: Console, total: int) -> None:
        super().__init__()
        self._console, self._total, self._graded = console, total, 0
        self._written_at = time.monotonic()

    def finished(self, result: Result) -> None:
        self._graded += 1
        if result.score is None:
            self._write(f"{result.submission.id}: {result.no_mark}, no mark")
        super().finished(result)

    def waiting(self) -> None:
        if time.monotonic() - self._written_at >= CLASS_LINE_INTERVAL:
            self._written_at = time.monotonic()
            longest = f"; running longest: {self.longest()}" if self._since else ""
            self._write(f"{self._graded} of {self._total} graded{longest}")

    def _write(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


class BarProgress(ClassProgress):
    """A progress bar with the names of the longest runs."""

    def __init__(self, progress: Progress, total: int) -> None:
        super().__init__()
        self._progress, self._task = progress, progress.add_task("", total=total)

    def finished(self, result: Result) -> None:
        self._progress.advance(self._task)
        super().finished(result)

    def waiting(self) -> None:
        self._progress.update(self._task, description=sanitize(self.longest(), MAX_TEXT))
