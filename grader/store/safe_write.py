"""Files written whole or not at all, in a folder where students may have planted others."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path

from grader.errors import UserError
from grader.model.sanitize import shown_path

DISK_FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT")}


def require_writable(folder: Path) -> None:
    """Make `folder` if it is missing; UserError when no file can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _new_file(folder, b"").unlink()
    except OSError as error:
        raise _refused(folder, error) from error


def write_file(path: Path, data: bytes) -> None:
    """
    Replace the file `path` by `data` in one step; UserError when that cannot be done.

    A reader, or the next run after a crash, finds the old content or the new one, never a part of it.
    """
    new = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = _new_file(path.parent, data)
        new.replace(path)
    except OSError as error:
        if new is not None:
            with contextlib.suppress(OSError):
                new.unlink()
        raise _refused(path, error) from error


def write_new_file(path: Path, data: bytes) -> None:
    """Write `data` to the file `path`, which must not be there; UserError when it is, or cannot be written."""
    refuse_existing(path)
    try:
        with path.open("xb") as file:
            try:
                file.write(data)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except OSError as error:
        raise _refused(path, error) from error


def refuse_existing(path: Path) -> None:
    """Raise UserError if something is at `path`: it may be somebody's work."""
    if os.path.lexists(path):
        raise UserError(f"{shown_path(path)}: is there already and is not overwritten; choose another name")


def _new_file(folder: Path, data: bytes) -> Path:
    """Write `data` to a new file whose name nobody can guess, so that no planted link is followed."""
    new = folder / f".{secrets.token_hex(8)}.new"
    # An ordinary `open` respects the user's umask: marks must not be readable for everybody.
    try:
        with new.open("xb") as file:
            file.write(data)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    return new


def _refused(path: Path, error: OSError) -> UserError:
    is_full = error.errno in DISK_FULL
    remedy = "make room on the disk" if is_full else "choose a folder where files can be written"
    return UserError(f"{shown_path(path)}: cannot be written ({error.strerror}); {remedy}")
