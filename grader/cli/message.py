"""Messages on standard error, and the exit status. Messages may hold names that students chose."""

from __future__ import annotations

import enum
import os
import sys

import click

from grader.model.sanitize import sanitize
from grader.text.line_breaks import marked_lines, visible_blanks


class ExitCode(enum.IntEnum):
    """The five exit codes that a script can rely on."""

    OK = 0
    """No points lost, or everything graded."""
    POINTS_LOST = 1
    """`check` only: points lost, or fewer than `--fail-under` asks for."""
    BAD_INPUT = 2
    """A wrong file, rubric or option; for `batch`, also a submission that could not be read or told apart."""
    HARNESS_FAULT = 3
    """No mark was given (a fault of the grader, or too old a Python), or the result could not be written."""
    ISOLATION_REFUSED = 4
    """The machine offers less isolation than required."""


MAX_TEXT = 100_000
"""The characters of a message: enough for hundreds of problems, a line each."""


def say(text: str, *, limit: int = MAX_TEXT) -> None:
    """
    Write `text`, of at most `limit` characters, to standard error.

    A terminal wraps long lines anywhere, so a name could make a line that looks like ours. So on a terminal the lines
    are wrapped here, with a mark; in a file each stays one line.
    """
    lines = [visible_blanks(line) for line in sanitize(text, limit, keep="\n").split("\n")]
    width = _width()
    click.echo("\n".join(lines if width is None else (marked_lines(line, width) for line in lines)), err=True)


def can_redraw() -> bool:
    """Tell whether standard error is a terminal that can redraw lines, whatever FORCE_COLOR says."""
    # It is None if it was closed.
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def _width() -> int | None:
    """Return the columns of the terminal, None if standard error is no terminal."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or None
    except (AttributeError, OSError, ValueError):  # closed, or replaced by an object that is no file
        return None
