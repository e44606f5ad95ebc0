"""Puts the files of one upload together in a private folder, so that they are read like a student's own folder."""

from __future__ import annotations

import stat
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.code_file import NOTEBOOK_KIB
from grader.intake.safe_read import KIB, read_examined
from grader.intake.upload import UploadedFile
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

MAX_FILES = 1000
MAX_FILE_BYTES = NOTEBOOK_KIB * KIB + 1
"""Of a longer file only so much is copied: more than any file may have, so reading it reports it."""
MAX_TOTAL_BYTES = 64 * KIB * KIB


def copy_files(files: Sequence[UploadedFile], into: Path, shown: str) -> None:
    """
    Copy `files` into the empty folder `into`, each to its own path.

    UserError, which calls the upload `shown`, if they are too many or too large, or if one is a link or has no path
    of its own.
    """
    if len(files) > MAX_FILES:
        raise UserError(f"{shown}: holds more than {MAX_FILES:,} files; hand in the Python files alone")
    room = MAX_TOTAL_BYTES
    for file in files:
        name = f"{shown}/{sanitize(file.path)}"
        data = _read(file.source, name)
        room -= len(data)
        if room < 0:
            raise UserError(f"{shown}: larger than {MAX_TOTAL_BYTES // KIB // KIB} MiB; hand in the Python files alone")
        _write(data, into, file.path, name)


def _read(source: Path, name: str) -> bytes:
    def examine(status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            raise UserError(f"{name}: not a regular file; put the file itself there")

    if source.is_symlink():
        raise UserError(f"{name}: a symbolic link, which is never followed; put the file itself there")
    try:
        return read_examined(source, MAX_FILE_BYTES, examine)
    except (OSError, ValueError) as error:
        reason = sanitize(getattr(error, "strerror", None) or str(error))
        raise UserError(f"{name}: cannot be read ({reason}); check its permissions") from None


def _write(data: bytes, into: Path, path: str, name: str) -> None:
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts:
        raise UserError(f"{name}: leads out of the student's files; rename it")
    target = into.joinpath(*parts)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise UserError(f"{name}: two files have this name; keep one") from None
    except (OSError, ValueError) as error:
        reason = sanitize(getattr(error, "strerror", None) or str(error))
        raise UserError(f"{name}: cannot be copied ({reason}); rename it") from None
