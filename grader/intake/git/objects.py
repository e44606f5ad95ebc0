"""The objects of a repository, copied by themselves and each checked against its hash: students' files may lie."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import struct
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from dulwich.errors import ChecksumMismatch, FileFormatException, NotTreeError, ObjectFormatException
from dulwich.object_format import get_object_format
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tag, Tree
from dulwich.pack import UnresolvedDeltas

from grader.intake.git.checkout import CommitTime, NotReadable
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


Made = TypeVar("Made", bound=ShaFile)
MAX_OBJECT = 256 * MIB
MAX_NESTED_TAGS = 10
MAX_MATCHES = 100
DAY = 86_400
KINDS = {kind.type_num: kind.type_name for kind in (Blob, Commit, Tag, Tree)}
# What dulwich raises for files that are not what they should be.
DAMAGED = (
    *(AssertionError, AttributeError, IndexError, KeyError, OSError, OverflowError, RecursionError, TypeError),
    *(ValueError, ChecksumMismatch, FileFormatException, NotTreeError, ObjectFormatException, UnresolvedDeltas),
    *(struct.error, zlib.error),
)


class TreeItem(NamedTuple):
    """One entry of a folder in a commit."""

    name: bytes
    mode: int
    target: bytes


class RawObject(NamedTuple):
    """An object as it is stored."""

    kind: int
    data: bytes


class CommitFacts(NamedTuple):
    """What of a commit decides which one is graded."""

    time: CommitTime
    parents: tuple[bytes, ...]
    tree: bytes


class Objects:
    """Reads objects from a folder of ours."""

    def __init__(self, folder: Path, algorithm: str) -> None:
        """Read the objects of `folder`; `algorithm` made their hashes: ``sha1`` or ``sha256``."""
        self._algorithm = algorithm
        self._format = get_object_format(algorithm)
        self._store = DiskObjectStore(folder, object_format=self._format, loose_object_size_limit=MAX_OBJECT)

    def close(self) -> None:
        with contextlib.suppress(BufferError):  # a part of a pack is still in the traceback of an error
            self._store.close()

    def commit(self, target: bytes) -> CommitFacts:
        data = self._read(target, Commit.type_num)
        try:
            commit = self._parsed(Commit(), data)
            offset = commit.commit_timezone if abs(commit.commit_timezone) < DAY else 0
            time = CommitTime(commit=target.decode(), seconds=int(commit.commit_time), offset=offset)
            return CommitFacts(time, tuple(commit.parents), bytes(commit.tree))
        except DAMAGED:
            raise _damaged(target) from None

    def tree(self, target: bytes) -> list[TreeItem]:
        """Return the entries of the folder with this hash."""
        data = self._read(target, Tree.type_num)
        try:
            tree = self._parsed(Tree(), data)
            return [TreeItem(item.path, item.mode, bytes(item.sha)) for item in tree.iteritems()]
        except DAMAGED:
            raise _damaged(target) from None

    def blob(self, target: bytes) -> bytes:
        """Return the content of the file with this hash."""
        return self._read(target, Blob.type_num)

    def peeled(self, target: bytes) -> bytes:
        """Return the hash of the commit that `target` is, or that it is a tag of."""
        for _ in range(MAX_NESTED_TAGS):
            kind, data = self._verified(target)
            if kind == Commit.type_num:
                return target
            if kind != Tag.type_num:
                break
            try:
                target = bytes(self._parsed(Tag(), data).object[1])
            except DAMAGED:
                raise _damaged(target) from None
        raise NotReadable("what it names in the repository is not a commit")

    def commits_beginning_with(self, prefix: bytes) -> list[bytes]:
        """Return the hashes of commits that begin with these digits; of no more than some."""
        try:
            found = [bytes(target) for target in islice(self._store.iter_prefix(prefix), MAX_MATCHES)]
        except DAMAGED:
            return []
        return [target for target in found if self._is_commit(target)]

    def _parsed(self, made: Made, data: bytes) -> Made:
        made.set_raw_chunks([data], object_format=self._format)
        return made

    def _is_commit(self, target: bytes) -> bool:
        try:
            return self._verified(target).kind == Commit.type_num
        except NotReadable:
            return False

    def _read(self, target: bytes, wanted: int) -> bytes:
        kind, data = self._verified(target)
        if kind != wanted:
            raise _damaged(target)
        return data

    def _verified(self, target: bytes) -> RawObject:
        found = self._found(target)
        if found is None:
            raise self._unreadable(target)
        digest = hashlib.new(self._algorithm, usedforsecurity=False)
        digest.update(KINDS[found.kind] + b" %d\0" % len(found.data))
        digest.update(found.data)
        if digest.hexdigest().encode() != target:
            raise _damaged(target)
        return found

    def _found(self, target: bytes) -> RawObject | None:
        # No error leaves this function: its traceback would keep the files open.
        try:
            kind, data = self._store.get_raw(ObjectID(target))
        except DAMAGED:
            return None
        return RawObject(kind, data) if kind in KINDS else None

    def _unreadable(self, target: bytes) -> NotReadable:
        try:
            is_there = ObjectID(target) in self._store
        except DAMAGED:
            is_there = True
        return _damaged(target) if is_there else Missing(target)


class Missing(NotReadable):
    """An object that the repository refers to is not in it."""

    def __init__(self, target: bytes) -> None:
        super().__init__(f"object {target[:10].decode(errors='replace')} of its repository is missing; {CLONE}")


def _damaged(target: bytes) -> NotReadable:
    return NotReadable(f"object {target[:10].decode(errors='replace')} of its repository is damaged; {CLONE}")
