"""
Reads the files and folders of a student: regular files, never through a link, within limits.

A search skips folders that tools made. Every problem is a `UserError` of one line with the place and the remedy.
"""

from __future__ import annotations

import codecs
import os
import stat
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from grader.errors import UserError
from grader.model.sanitize import closest, sanitize
from grader.model.submission import OTHER_BYTE_ORDER_MARKS

KIB = 1024
SURROGATES = "surrogateescape"
"""Keeps bytes that are not UTF-8 in a text, as characters that no text has."""

# Some systems lack some of these flags. Without O_NONBLOCK, opening a named pipe would wait for a writer for ever;
# without O_BINARY, Windows would change line ends.
OPEN_FLAGS = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
    OPEN_FLAGS |= getattr(os, _flag, 0)


def decoded_text(data: bytes, shown: str, errors: str = "strict") -> str:
    """Return `data` decoded from UTF-8 without its mark; UserError if it is certainly in another encoding."""
    for mark, encoding in OTHER_BYTE_ORDER_MARKS:
        if data.startswith(mark):
            raise UserError(f"{shown}: saved as {encoding[:6].upper()}; save it as UTF-8")
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
    """Open the regular file at `path` for reading; UserError, which calls it `shown`, for a link or anything else."""
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
    """Return up to `size` bytes of `path`, never through a link; `examine` raises for a forbidden file."""
    with _open_examined(path, examine) as file:
        return file.read(size)


@contextmanager
def _open_examined(path: Path, examine: Callable[[os.stat_result], None]) -> Iterator[BinaryIO]:
    descriptor = os.open(path, OPEN_FLAGS)
    try:
        # The open file is examined, because another file may be at the path by now.
        examine(os.fstat(descriptor))
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:  # the descriptor would stay open if the file object could not be made
        os.close(descriptor)


def reason_of(error: Exception) -> str:
    """Return the system's words for `error`."""
    return sanitize(getattr(error, "strerror", None) or str(error) or type(error).__name__)


def _unreadable(shown: str, error: Exception) -> UserError:
    return UserError(f"{shown}: cannot be read ({reason_of(error)}); check the path and its permissions")


def _refuse_other_kinds(shown: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UserError(f"{shown}: not a regular file; put the Python file itself there")


MAX_DEPTH = 5  # levels of sub-folders that are searched
MAX_ENTRIES = 20_000  # entries of one student's folders in total

MAX_COMPARED = 1000  # names that a misspelt one is compared with

IGNORED = frozenset(
    {"Thumbs.db", "__MACOSX", "__pycache__", "desktop.ini", "env", "node_modules", "site-packages", "venv"}
)
VENV_MARKER = "pyvenv.cfg"


class Entry(NamedTuple):
    name: str
    is_folder: bool
    """Whether the entry is a folder itself and not a link to one."""


VENV_ENTRY = Entry(VENV_MARKER, is_folder=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """An entry with a wanted name. It may still be a link or a pipe, which reading shows."""

    path: Path
    parts: tuple[str, ...]
    """The folders from the start of the search to the file, then the file's name."""

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def shown(self) -> str:
        """The path for messages, relative to the start of the search, sanitized, with forward slashes."""
        return path_shown(".", *self.parts)


def is_ignored(name: str) -> bool:
    """Return whether a file or folder of this name is skipped: hidden, or made by a tool."""
    return name.startswith(".") or name in IGNORED


def leads_to_folder(path: Path) -> bool:
    """Return whether `path` is a folder or a link to one; False if that is unknown."""
    # pathlib raises for a link into a folder without permission, and for names that are too long.
    return os.path.isdir(path)  # noqa: PTH112


def is_dead_link(path: Path) -> bool:
    """Return whether nothing can be reached at `path`: a link to nothing, to a forbidden folder, or to itself."""
    return not os.path.exists(path)  # noqa: PTH110 - as above


def is_bare(folder: Path) -> bool:
    """Return whether `folder` is a repository without files of a commit: ``name.git``."""
    return (
        stat.S_ISREG(mode_of(folder / "HEAD"))
        and stat.S_ISDIR(mode_of(folder / "objects"))
        and stat.S_ISDIR(mode_of(folder / "refs"))
    )


def mode_of(path: Path) -> int:
    try:
        return os.lstat(path).st_mode
    except (OSError, ValueError):
        return 0


def path_shown(shown: str, *parts: str) -> str:
    """Return `parts` joined to the path `shown`, for messages, without the working directory."""
    start = [] if shown == "." else [shown.removesuffix("/")]
    return "/".join([*start, *map(sanitize, parts)])


def list_folder(folder: Path, shown: str, limit: int | None = None) -> list[Entry]:
    """Return at most `limit` entries of `folder`, sorted by name; UserError calls the folder `shown`."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Entry(entry.name, _is_real_folder(entry)) for entry in islice(entries, limit))
    except OSError as error:
        raise UserError(f"{shown}: cannot be listed ({reason_of(error)}); check its permissions") from None


def nearest_entry(path: Path) -> str | None:
    """
    Return the visible name that is most similar to `path`, None without a similar one.

    A file of that name in a folder beside it counts, too: ``week3/tictactoe.py``.
    """
    try:
        with os.scandir(path.parent) as entries:
            names = sorted(entry.name for entry in islice(entries, MAX_COMPARED) if not is_ignored(entry.name))
    except (OSError, ValueError):
        return None
    below = [f"{name}/{path.name}" for name in names if os.path.isfile(path.parent / name / path.name)]  # noqa: PTH113
    if len(below) == 1:
        return below[0]
    # Compared without suffixes: equal ones would make any two short names similar.
    by_stem: dict[str, list[str]] = defaultdict(list)
    for name in names:
        by_stem[Path(name).stem].append(name)
    stem = closest(path.stem, by_stem)
    return None if stem is None else closest(path.name, by_stem[stem])


def find_files(folder: Path, shown: str, is_meant: Callable[[str], bool]) -> list[FoundFile]:
    """
    Return the files in and below `folder` whose names `is_meant` accepts, sorted by path.

    UserError, which calls the folder `shown`, if it holds too many files or cannot be listed.
    """
    found = [
        FoundFile(path=folder.joinpath(*parts, entry.name), parts=(*parts, entry.name))
        for parts, entries in listings(folder, shown)
        if not (parts and VENV_ENTRY in entries)
        for entry in entries
        if not entry.is_folder and not is_ignored(entry.name) and is_meant(entry.name)
    ]
    return sorted(found, key=lambda file: file.parts)


def listings(folder: Path, shown: str) -> Iterator[tuple[tuple[str, ...], list[Entry]]]:
    """
    Yield the entries of `folder`, and of each folder below that a person may have made.

    Before the entries stands the path of their folder from the start, empty for the start itself. UserError, which
    calls the folder `shown`, if it holds too many files or cannot be listed.
    """
    budget = MAX_ENTRIES
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        entries = list_folder(folder.joinpath(*parts), path_shown(shown, *parts), budget + 1)
        budget -= len(entries)
        if budget < 0:
            raise UserError(f"{shown}: holds more than {MAX_ENTRIES:,} files; hand in the Python files alone")
        yield parts, entries
        if len(parts) < MAX_DEPTH and not (parts and VENV_ENTRY in entries):
            waiting += [(*parts, entry.name) for entry in entries if entry.is_folder and not is_ignored(entry.name)]


def _is_real_folder(entry: os.DirEntry[str]) -> bool:
    if sys.version_info >= (3, 12) and entry.is_junction():
        return False
    return entry.is_dir(follow_symlinks=False)
