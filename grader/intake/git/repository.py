"""
Copies the objects of a repository and resolves its names, because students' files may lie.

Each object is checked against its hash. Names are never all listed: there may be a million tags.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
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
from dulwich.objects import Blob, Commit, ObjectID, ShaFile, Tag, Tree, TreeEntry
from dulwich.pack import UnresolvedDeltas
from dulwich.refs import Ref, check_ref_format

from grader.intake.git.checkout import CommitTime, NotReadable
from grader.intake.safe_read import KIB, read_examined

MIB = 1024 * KIB
MAX_PACKS = 256 * MIB
"""Bytes of all objects; the repository of such an assignment has less than one MiB."""
MAX_FILES = 20_000  # files with objects
CLONE = "hand in a fresh clone of the repository"


def read_small(path: Path, limit: int) -> bytes | None:
    """Return the bytes of the regular file `path`, None without one (NotReadable above `limit` bytes)."""
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
    Copy only the objects of a repository to the folder `into`.

    So their reader meets no link, no pipe, no other repository (``alternates``) and no prepared cache. NotReadable if
    they are too large.
    """
    room = MAX_PACKS
    for number, (folder, name) in enumerate(_object_files(git_folder / "objects"), 1):
        if number > MAX_FILES:
            raise NotReadable(f"its repository holds more than {MAX_FILES:,} files; run `git gc` in it, or {CLONE}")
        try:
            data = read_examined(folder / name, room + 1, partial(_refuse_other_kinds, name))
        except OSError:  # such as a link: a needed object is missing then
            continue
        room -= len(data)
        if room < 0:
            raise NotReadable(f"its repository holds more than {MAX_PACKS // MIB} MiB; hand in the files alone")
        target = into / folder.name
        target.mkdir(exist_ok=True)
        (target / name).write_bytes(data)


def _object_files(objects: Path) -> Iterator[tuple[Path, str]]:
    """Yield the folder and the name of each loose object, each pack and each index of a pack."""
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
# The errors of dulwich for wrong files.
DAMAGED = (
    *(AssertionError, AttributeError, IndexError, KeyError, OSError, OverflowError, RecursionError, TypeError),
    *(ValueError, ChecksumMismatch, FileFormatException, NotTreeError, ObjectFormatException, UnresolvedDeltas),
    *(struct.error, zlib.error),
)


class CommitFacts(NamedTuple):
    """The facts of a commit that decide about the one to grade."""

    time: CommitTime
    parents: tuple[bytes, ...]
    tree: bytes


class Objects:
    def __init__(self, folder: Path, algorithm: str) -> None:
        """Read the objects of `folder`; `algorithm` made their hashes: ``sha1`` or ``sha256``."""
        self._algorithm = algorithm
        self._format = get_object_format(algorithm)
        self._store = DiskObjectStore(folder, object_format=self._format, loose_object_size_limit=MAX_OBJECT)

    def close(self) -> None:
        with contextlib.suppress(BufferError):  # an error's traceback still holds a part of a pack
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

    def tree(self, target: bytes) -> list[TreeEntry]:
        data = self._read(target, Tree.type_num)
        try:
            return list(self._parsed(Tree(), data).iteritems())
        except DAMAGED:
            raise _damaged(target) from None

    def blob(self, target: bytes) -> bytes:
        return self._read(target, Blob.type_num)

    def peeled(self, target: bytes) -> bytes:
        """Return the hash of the commit `target`, or of the commit with this tag."""
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
        """Return the hashes of some commits that begin with these digits."""
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
            return self._verified(target)[0] == Commit.type_num
        except NotReadable:
            return False

    def _read(self, target: bytes, wanted: int) -> bytes:
        kind, data = self._verified(target)
        if kind != wanted:
            raise _damaged(target)
        return data

    def _verified(self, target: bytes) -> tuple[int, bytes]:
        found = self._found(target)
        if found is None:
            raise _damaged(target) if self._is_there(target) else Missing(target)
        digest = hashlib.new(self._algorithm, usedforsecurity=False)
        kind, data = found
        digest.update(KINDS[kind] + b" %d\0" % len(data))
        digest.update(data)
        if digest.hexdigest().encode() != target:
            raise _damaged(target)
        return found

    def _found(self, target: bytes) -> tuple[int, bytes] | None:
        # No error leaves this function: its traceback would keep the files open.
        try:
            kind, data = self._store.get_raw(ObjectID(target))
        except DAMAGED:
            return None
        return (kind, data) if kind in KINDS else None

    def _is_there(self, target: bytes) -> bool:
        try:
            return ObjectID(target) in self._store
        except DAMAGED:
            return True


class Missing(NotReadable):
    """The repository lacks an object that it refers to."""

    def __init__(self, target: bytes) -> None:
        super().__init__(f"object {target[:10].decode(errors='replace')} of its repository is missing; {CLONE}")


def _damaged(target: bytes) -> NotReadable:
    return NotReadable(f"object {target[:10].decode(errors='replace')} of its repository is damaged; {CLONE}")


HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
SYMBOLIC = b"ref:"
MAX_HOPS = 5  # names that lead to names, as in git
MAX_REF = 4096
MAX_PACKED = 64 * MIB
MAX_LISTED = 1000
HEADS = "refs/heads/"
REMOTES = "refs/remotes/"
ORIGIN = "origin/"
NAMESPACES = (("tag", "refs/tags/"), ("branch", HEADS), ("branch", REMOTES + ORIGIN), ("branch", REMOTES))
NO_SUCH_BRANCH = "refs/heads/.invalid"
"""HEAD of a repository with its names in a binary format, the reftable."""


class Refs:
    def __init__(self, git_folder: Path) -> None:
        """Read the packed names (NotReadable for too many, or an unknown format)."""
        self._folder = git_folder
        self._packed = b"\n" + (read_small(git_folder / "packed-refs", MAX_PACKED) or b"")

    def head(self) -> tuple[bytes, str]:
        """Return the hash of HEAD; if HEAD is a branch without commits, that of the only branch, with its name."""
        text = read_small(self._folder / "HEAD", MAX_REF)
        if text is None:
            raise NotReadable(f"its repository has no HEAD; {CLONE}")
        if text.removeprefix(SYMBOLIC).strip() == NO_SUCH_BRANCH.encode():
            raise NotReadable(
                "its repository keeps branches in a reftable, which is not read;"
                " run `git refs migrate --ref-format=files` in it"
            )
        target = self._resolve(text)
        if target is not None:
            return target, ""
        branches = self._listed(HEADS) or self.branches()
        if not branches:
            raise NotReadable("its repository has no commits")
        only = self.branch(branches[0]) if len(branches) == 1 else None
        if only is None:
            raise NotReadable(f"HEAD of its repository names no branch; name one with --at, such as --at {branches[0]}")
        return only, branches[0]

    def named(self, name: str) -> tuple[bytes, str] | None:
        """Return the hash of the tag or branch `name`, and its kind; None for an unknown name."""
        for kind, prefix in NAMESPACES:
            target = self.lookup(prefix + name)
            if target is not None:
                return target, kind
        return None

    def lookup(self, name: str) -> bytes | None:
        """Return the hash of the full name `name`, None for an unknown name."""
        return self._resolve(SYMBOLIC + os.fsencode(name))

    def branch(self, name: str) -> bytes | None:
        """Return the hash of the last commit of a branch, named as in `branches`."""
        return self.lookup(HEADS + name) or self.lookup(REMOTES + name)

    def branches(self) -> list[str]:
        """Return the names of some branches, then of some fetched ones: ``origin/main``."""
        fetched = (f"{ORIGIN}{name}" for name in self._listed(REMOTES + ORIGIN) if name != "HEAD")
        return [*self._listed(HEADS), *fetched]

    def tags(self) -> list[str]:
        return self._listed("refs/tags/")

    def _resolve(self, text: bytes) -> bytes | None:
        """Return the hash that the content of a name's file leads to."""
        for _ in range(MAX_HOPS):
            text = text.strip()
            if not text.startswith(SYMBOLIC):
                return text if HASH.fullmatch(text) else None
            name = text[len(SYMBOLIC) :].strip()
            if not name.startswith(b"refs/") or not check_ref_format(Ref(name)):
                return None
            text = self._content(name)
        return None

    def _content(self, name: bytes) -> bytes:
        """Return the content of a name's file, or its packed hash; empty without one."""
        *folders, last = os.fsdecode(name).split("/")
        place = self._folder
        for part in folders:
            place /= part
            if place.is_symlink():
                return b""
        loose = read_small(place / last, MAX_REF)
        if loose is not None:
            return loose
        line = self._packed.find(b" " + name + b"\n")
        return self._packed[self._packed.rfind(b"\n", 0, line) + 1 : line] if line >= 0 else b""

    def _listed(self, prefix: str) -> list[str]:
        found: set[str] = set()
        start = os.fsencode(prefix)
        for line in self._packed.split(b"\n", MAX_LISTED * 10):
            _hash, _, name = line.partition(b" ")
            if name.startswith(start) and b"\n" not in name:
                found.add(os.fsdecode(name.removeprefix(start)))
        root = self._folder / prefix.rstrip("/")
        is_real = not root.is_symlink() and not root.parent.is_symlink()
        for folder, _folders, files in os.walk(root) if is_real else ():  # it follows no link below
            found.update(Path(folder, file).relative_to(root).as_posix() for file in files)
            if len(found) > MAX_LISTED:
                break
        return sorted(found)[:MAX_LISTED]
