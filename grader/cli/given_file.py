"""A file that an option names, such as the table of `--manual` or the list of `--roster`."""

from __future__ import annotations

from pathlib import Path

from grader.model.sanitize import shown_path


def read_given(path: Path, most: int, remedy: str) -> bytes:
    """Return the at most `most` bytes of the file at `path`; UserError if it has more, or cannot be read (`remedy`)."""
    from grader.errors import UserError
    from grader.store.safe_read import read_file

    try:
        return read_file(path, most, of_anybody=True)
    except OSError as error:
        raise UserError(f"{shown_path(path)}: {error.strerror}; {remedy}") from error
