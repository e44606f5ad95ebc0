"""Grades again whenever a file is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from watchfiles import watch

from grader.cli.check import ShownResult
from grader.cli.message import say
from grader.errors import UserError
from grader.intake.file_names import is_unpackable
from grader.model.sanitize import sanitize, shown_path
from grader.story.changes import change_text, version_of
from grader.text.number_text import shortened_list

SAVE_MILLISECONDS = 200
"""The time that an editor may take to write a file in several steps."""
POLL_MILLISECONDS = 500  # time between two looks for Ctrl-C
MAX_LINE = 1000  # characters of a message
MAX_NAMES = 3


def follow(path: Path, grade: Callable[[], ShownResult]) -> ShownResult:
    """
    Call `grade` now and after every change of the graded files at `path`, until Ctrl-C; return its last result.

    UserError for a problem with the first file, as without watching. Later problems are written to standard error. On a
    terminal each grading begins on an empty screen, and ends with the changes.
    """
    if not path.exists():
        return grade()  # raises the UserError for a missing file
    # An editor may replace the file by a new one, so the folder is watched and not the file.
    saves = _saves(path if path.is_dir() else path.parent)
    next(saves)  # starts the watch: a save during the first grading is noticed
    last = grade()
    _say_problem(last.not_stored)
    say(f"\nwatching {shown_path(path)}: save it to grade it again, Ctrl-C to stop", limit=MAX_LINE)
    try:
        for names in saves:
            if not names:
                continue
            click.clear()  # does nothing if standard output is no terminal
            say(f"\n{time.strftime('%H:%M:%S')} {shortened_list(names, MAX_NAMES)}", limit=MAX_LINE)
            try:
                before, last = last, grade()
            except UserError as problem:
                _say_problem(str(problem))
            else:
                _say_problem(last.not_stored)
                if change := change_text(version_of(before.result), version_of(last.result)):
                    click.echo(f"\n{change}")
    except KeyboardInterrupt:
        say("stopped watching")
    return last


def _say_problem(problem: str) -> None:
    if problem:
        say(f"grader: {problem}", limit=MAX_LINE)


def is_watched(name: str) -> bool:
    return name.endswith((".py", ".ipynb")) or is_unpackable(name)


def _saves(folder: Path) -> Iterator[list[str]]:
    """Yield the names of the files that changed in `folder`; an empty list after a while without changes."""
    try:
        for changes in watch(
            folder,
            watch_filter=lambda _change, name: is_watched(name),
            debounce=SAVE_MILLISECONDS,
            rust_timeout=POLL_MILLISECONDS,
            yield_on_timeout=True,
            recursive=False,
        ):
            yield sorted({sanitize(Path(path).name) for _change, path in changes})
    except (OSError, RuntimeError) as error:  # the system limits the number of watches
        raise UserError(
            f"{shown_path(folder)}: cannot be watched ({error}); run the command without --watch"
        ) from error
