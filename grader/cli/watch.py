"""Grading again whenever a file is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.errors import UserError
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from grader.model.result import Result

REPORTED = 200
"""Milliseconds that an editor may take to write a file in several steps."""
LOOK = 500
"""Milliseconds between two looks whether somebody pressed Ctrl-C."""
MAX_SAID = 1000
MAX_NAMES = 3


def follow(path: Path, grade: Callable[[], Result]) -> Result:
    """
    Call `grade` now and after every change of a Python file at `path`, until Ctrl-C; return the last result.

    What is wrong with the first file is raised as without watching; later it is said, and the next save waited for.
    """
    if not path.exists():
        return grade()  # which says so
    # An editor may replace the file by a new one, so that the folder is what has to be watched.
    saves = _saves(path if path.is_dir() else path.parent)
    next(saves)  # from here on no save is missed, though the first grading is yet to come
    result = grade()
    _say(f"\nwatching {path}: save it to grade it again, Ctrl-C to stop")
    try:
        for names in saves:
            if not names:
                continue
            _say(f"\n{time.strftime('%H:%M:%S')} {', '.join(names)}")
            try:
                result = grade()
            except UserError as problem:
                _say(f"grader: {problem}")
    except KeyboardInterrupt:
        _say("stopped watching")
    return result


def _saves(folder: Path) -> Iterator[list[str]]:
    """Yield the names of the Python files that changed in `folder`, and nothing every now and then."""
    from watchfiles import watch

    try:
        for changes in watch(
            folder,
            watch_filter=lambda _change, name: name.endswith((".py", ".ipynb")),
            debounce=REPORTED,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            recursive=False,
        ):
            yield _names(name for _change, name in changes)
    except (OSError, RuntimeError) as error:  # the system may have no watches left to give
        raise UserError(f"{folder}: cannot be watched ({error}); run the command without --watch") from error


def _names(paths: Iterable[str]) -> list[str]:
    names = sorted({Path(path).name for path in paths})
    return names[:MAX_NAMES] + ["..."] * (len(names) > MAX_NAMES)


def _say(text: str) -> None:
    click.echo(sanitize(text, MAX_SAID, keep="\n"), err=True)
