"""Reads and copies single files of a repository: regular ones only, in real folders, never more than a limit."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from grader.intake.git.checkout import NotReadable
from grader.intake.safe_read import KIB, read_examined

MIB = 1024 * KIB
MAX_PACKS = 256 * MIB
"""Bytes of all objects; the repository of such an assignment has less than one MiB."""
MAX_FILES = 20_000
"""Files with objects."""
CLONE = "hand in a fresh clone of the repository"


def read_small(path: Path, limit: int) -> bytes | None:
    """Return the bytes of the regular file `path`, None if there is none (NotReadable if it is larger than `limit`)."""
    try:
        data = read_examined(path, limit + 1, partial(_refuse_other_kinds, path.name))
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.ENAMETOOLONG:
            return None
        reason = getattr(error, "strerror", None) or str(error)
        raise NotReadable(f"{path.name} of its repository cannot be read ({reason}); {CLONE}") from None
    if len(data) > limit:
        raise NotReadable(f"{path.name} of its repository is larger than {limit // KIB} KiB; {CLONE}")
    return data


def copy_objects(git_folder: Path, into: Path) -> None:
    """
    Copy the objects of a repository, and nothing else of it, to the folder `into`.

    So whatever reads them meets no link, no pipe, no other repository (``alternates``) and no prepared cache.
    NotReadable if they are too large.
    """
    left = _Allowance()
    for folder, name in _object_files(git_folder / "objects"):
        target = into / folder.name
        target.mkdir(exist_ok=True)
        data = _read_object_file(folder / name, left)
        if data is not None:
            (target / name).write_bytes(data)


class _Allowance:
    """How much may still be copied."""

    def __init__(self) -> None:
        self.size = MAX_PACKS
        self.files = MAX_FILES

    def take(self, size: int) -> None:
        """Count one file of `size` bytes (NotReadable when that is too much)."""
        self.size -= size
        self.files -= 1
        if self.size < 0:
            raise NotReadable(f"its repository holds more than {MAX_PACKS // MIB} MiB; hand in the files alone")
        if self.files < 0:
            raise NotReadable(f"its repository holds more than {MAX_FILES:,} files; run `git gc` in it, or {CLONE}")


def _read_object_file(path: Path, left: _Allowance) -> bytes | None:
    def examine(status: os.stat_result) -> None:
        _refuse_other_kinds(path.name, status)
        left.take(status.st_size)

    try:
        return read_examined(path, MAX_PACKS, examine)
    except OSError:  # a link, for example: if the object is needed, it is missing
        return None


def _object_files(objects: Path) -> Iterator[tuple[Path, str]]:
    """Yield the folder and the name of each loose object, of each pack and of the index of each pack."""
    if objects.is_symlink():
        return
    folders = _names(objects, folders=True)
    for name in folders:
        if len(name) == 2 and _is_hex(name):  # noqa: PLR2004 - the first byte of a hash
            yield from ((objects / name, rest) for rest in _names(objects / name) if _is_hex(rest))
    packs = _names(objects / "pack") if "pack" in folders else []
    yield from ((objects / "pack", name) for name in packs if name.endswith((".pack", ".idx")))


def _names(folder: Path, *, folders: bool = False) -> list[str]:
    """Return the names in `folder` of files, or of folders; links are neither."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                kind = entry.is_dir if folders else entry.is_file
                if kind(follow_symlinks=False):
                    found.append(entry.name)
                if len(found) > MAX_FILES:
                    break
    except OSError:
        return []
    return found


def _is_hex(text: str) -> bool:
    return all(char in "0123456789abcdef" for char in text)


def _refuse_other_kinds(name: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotReadable(f"{name} of its repository is not a regular file; {CLONE}")
