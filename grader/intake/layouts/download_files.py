"""Reads what a platform put beside the students' files; it may be long, and a student's file may stand in its place."""

from __future__ import annotations

import csv
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from grader.errors import UserError
from grader.intake.safe_read import OPEN_FLAGS, decode_text, read_regular
from grader.model.instant import parse_instant
from grader.model.sanitize import sanitize

MAX_TABLE_KIB = 64 * 1024
AGAIN = "download the submissions again"


@contextmanager
def open_stream(path: Path, shown: str) -> Iterator[IO[bytes]]:
    """Open a regular file, never through a link; UserError calls it `shown`."""
    if path.is_symlink():  # for systems without O_NOFOLLOW
        raise UserError(f"{shown}: a symbolic link, which is never followed; put the file itself there")
    try:
        descriptor = os.open(path, OPEN_FLAGS)
    except OSError as error:
        reason = sanitize(error.strerror or type(error).__name__)
        raise UserError(f"{shown}: cannot be read ({reason}); check its permissions") from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UserError(f"{shown}: not a regular file; {AGAIN}")
        yield file


def read_text(path: Path, shown: str, limit_kib: int) -> str:
    """Return the text of a file of at most `limit_kib`; UserError calls it `shown`."""
    return decode_text(read_regular(path, shown, limit_kib, too_large=f"larger than {limit_kib} KiB; {AGAIN}"), shown)


def read_table(path: Path, shown: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, each by its header in small letters without blanks; UserError calls it `shown`."""
    text = read_text(path, shown, MAX_TABLE_KIB)
    try:
        header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    except ValueError:
        return []
    except csv.Error as error:
        raise UserError(f"{shown}: not a CSV file ({sanitize(str(error))}); {AGAIN}") from None
    names = [name.strip().casefold().replace(" ", "_") for name in header]
    return [dict(zip(names, map(str.strip, row), strict=False)) for row in rows if any(row)]


def instant(text: str) -> str:
    """Return a platform's time as ISO 8601 with its offset; empty if it is none."""
    try:
        return parse_instant(text.replace("UTC", "Z")).isoformat()
    except ValueError:
        return ""
