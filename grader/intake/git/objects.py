"""The objects of a repository, each checked against its hash: students' files may lie."""

from __future__ import annotations

import contextlib
import hashlib
import struct
import zlib
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from dulwich.errors import ChecksumMismatch, FileFormatException, NotTreeError, ObjectFormatException
from dulwich.object_format import get_object_format
from dulwich.object_store import DiskObjectStore
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tag, Tree
from dulwich.pack import UnresolvedDeltas

from grader.intake.git.checkout import CommitTime, NotReadable
from grader.intake.git.git_files import CLONE, MIB

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
