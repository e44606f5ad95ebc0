"""Only one run at a time writes into a folder of reports; the lock ends with its process, however that ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.errors import UserError
from grader.model.sanitize import shown_path

FILE_NAME = ".lock"
TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""What the systems say about a lock that somebody else has."""


class _TakenError(Exception):
    """Another process has the lock."""


@contextlib.contextmanager
def only_run_in(folder: Path) -> Iterator[None]:
    """Keep other runs out of `folder`, which is made if it is missing; UserError while another one has it."""
    path = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = _locked(path)
    except _TakenError:
        problem = "another run of grader is writing there; wait until it has ended"
        raise UserError(f"{shown_path(folder)}: {problem}") from None
    except OSError as error:
        raise UserError(
            f"{shown_path(path)}: cannot be written ({error.strerror}); choose a folder where files can be written"
        ) from error
    try:
        yield
    finally:
        if os.name != "nt":  # there an open file cannot be removed
            with contextlib.suppress(OSError):
                path.unlink()
        os.close(descriptor)


def _locked(path: Path) -> int:
    """Return the descriptor of the locked file."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    while True:
        descriptor = os.open(path, flags, 0o666)
        try:
            _lock(descriptor)
            # The run that had the lock has removed its file: then this one locks nothing.
            with contextlib.suppress(FileNotFoundError):
                if os.name == "nt" or os.path.samestat(os.fstat(descriptor), path.stat()):
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # On a file system without locks there is nothing to refuse by.
        if error.errno in TAKEN:
            raise _TakenError from None
