"""
Reads one file of a student: only a regular file, never through a link, never more than the limit.

Every problem with the file is a `UserError` of one line that names the place and the remedy.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from grader.errors import UserError
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from pathlib import Path

KIB = 1024
SURROGATES = "surrogateescape"
"""Keeps bytes that are not UTF-8 in a text, as characters that no text has."""

# Not every system has all of these flags. Without O_NONBLOCK, opening a named pipe would wait for a writer for ever;
# without O_BINARY, Windows would change line ends.
OPEN_FLAGS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    OPEN_FLAGS |= getattr(os, _flag, 0)

# UTF-32 first: its little-endian mark begins with the mark of UTF-16.
OTHER_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def decode_text(data: bytes, shown: str) -> str:
    """Return `data` as text, without a UTF-8 byte order mark; UserError calls the file `shown`."""
    try:
        return decoded_text(data, shown)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{shown}: line {line} is not UTF-8; save the file as UTF-8") from None


def decoded_text(data: bytes, shown: str, errors: str = "strict") -> str:
    """Return `data` decoded from UTF-8 without its mark; UserError if it is certainly in another encoding."""
    for mark, encoding in OTHER_BYTE_ORDER_MARKS:
        if data.startswith(mark):
            raise UserError(f"{shown}: saved as {encoding}; save it as UTF-8")
    if b"\0" in data:
        raise UserError(f"{shown}: holds NUL bytes, so it is no Python text; save it as UTF-8")
    return data.removeprefix(codecs.BOM_UTF8).decode(errors=errors)


def read_regular(path: Path, shown: str, limit_kib: int, *, too_large: str | None = None) -> bytes:
    """Return the bytes of a regular file of at most `limit_kib`; UserError for a link or anything else."""
    with open_regular(path, shown) as file:
        try:
            data = file.read(limit_kib * KIB + 1)
        except OSError as error:
            raise _unreadable(shown, error) from None
    if len(data) > limit_kib * KIB:
        what = too_large or f"larger than {limit_kib} KiB; hand in the source alone, or raise the rubric's limit"
        raise UserError(f"{shown}: {what}")
    return data


@contextmanager
def open_regular(path: Path, shown: str) -> Iterator[BinaryIO]:
    """Open the regular file at `path` to read it; UserError, which calls it `shown`, for a link or anything else."""
    with ExitStack() as opened:
        try:
            if path.is_symlink():  # for a clear message, and for systems without O_NOFOLLOW
                raise UserError(f"{shown}: a symbolic link, which is never followed; put the file itself there")
            file = opened.enter_context(_open_examined(path, partial(_refuse_other_kinds, shown)))
        except FileNotFoundError:
            raise UserError(f"{shown}: no such file; check the path") from None
        except (OSError, ValueError) as error:
            raise _unreadable(shown, error) from None
        yield file


def read_examined(path: Path, size: int, examine: Callable[[os.stat_result], None]) -> bytes:
    """Return up to `size` bytes of `path`, never through a link; `examine` raises for a file that must not be read."""
    with _open_examined(path, examine) as file:
        return file.read(size)


@contextmanager
def _open_examined(path: Path, examine: Callable[[os.stat_result], None]) -> Iterator[BinaryIO]:
    descriptor = os.open(path, OPEN_FLAGS)
    try:
        # The open file is examined, since another file may be at the path by now.
        examine(os.fstat(descriptor))
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:  # not left to the file object: if that cannot be made, the descriptor would stay open
        os.close(descriptor)


def _unreadable(shown: str, error: Exception) -> UserError:
    reason = sanitize(getattr(error, "strerror", None) or str(error))
    return UserError(f"{shown}: cannot be read ({reason}); check the path and its permissions")


def _refuse_other_kinds(shown: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UserError(f"{shown}: not a regular file; put the Python file itself there")
