"""The files of a commit: listed with their hashes, and written unchanged to a folder of ours."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from dulwich.objects import TreeEntry

from grader.intake.archives.members import OF_A_STUDENT, UnsafeName, path_parts
from grader.intake.git.checkout import NotReadable
from grader.intake.git.repository import MIB, Objects
from grader.intake.safe_read import MAX_DEPTH, MAX_ENTRIES, is_ignored

Parts: TypeAlias = tuple[str, ...]
"""The folders around a file or folder of a commit, then its own name."""
MAX_FILE = OF_A_STUDENT.file_bytes
"""Only so much of a larger file is written: more than any file may have, so that reading it reports the size."""
MAX_TOTAL = OF_A_STUDENT.total_bytes
PERMISSIONS = 0o7777
SUBMODULE = 0o160000
GIT_NAMES = frozenset({".git", "git~1"})
IGNORED_ON_MAC = dict.fromkeys(map(ord, "\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"))
NO_SUCH_NAME = {errno.EEXIST, errno.ENOENT, errno.ENOTDIR, errno.EILSEQ, errno.EINVAL, errno.ENAMETOOLONG}
NOWHERE = ".git/not-followed"
"""The target of the links that replace a student's links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitFiles:
    """The content of a commit, without the folders that intake skips."""

    files: dict[Parts, bytes] = field(default_factory=dict)
    """The hash of each file's content, by its path."""
    folders: list[Parts] = field(default_factory=list)
    links: list[Parts] = field(default_factory=list)
    submodules: list[Parts] = field(default_factory=list)
    paths: set[Parts] = field(default_factory=set)  # paths of all entries
    left_out: list[Parts] = field(default_factory=list)
    """Entries whose names no folder of ours may have, or of a kind that git never makes."""


def list_files(objects: Objects, tree: bytes) -> CommitFiles:
    """Return the content of the commit with this `tree` (NotReadable for more than MAX_ENTRIES entries)."""
    found = CommitFiles()
    waiting: deque[tuple[Parts, bytes]] = deque([((), tree)])
    entries = 0
    while waiting:
        parent, target = waiting.popleft()
        items = objects.tree(target)
        entries += len(items)
        if entries > MAX_ENTRIES:
            raise NotReadable(f"its commit holds more than {MAX_ENTRIES:,} files; hand in the Python files alone")
        for item in items:
            folder = _sort(found, parent, item)
            if folder is not None:
                waiting.append((folder, item.sha))
    return found


def write_files(objects: Objects, found: CommitFiles, into: Path) -> None:
    """
    Write `found` to the empty folder `into`.

    No filter of the repository is applied. A link leads nowhere, so that reading it names the link; a submodule is an
    empty folder, as in a clone.
    """
    for folder in (*found.folders, *found.submodules):
        with _if_possible(found, folder):
            into.joinpath(*folder).mkdir()
    for link in found.links:
        with _if_possible(found, link):
            _write_link(into.joinpath(*link))
    left = MAX_TOTAL
    for path, target in found.files.items():
        data = objects.blob(target)[: MAX_FILE + 1]
        left -= len(data)
        if left < 0:
            raise NotReadable(f"its commit holds more than {MAX_TOTAL // MIB} MiB; hand in the Python files alone")
        with _if_possible(found, path), into.joinpath(*path).open("xb") as file:
            file.write(data)


@contextlib.contextmanager
def _if_possible(found: CommitFiles, path: Parts) -> Iterator[None]:
    """Leave out `path` if this system cannot have its name, or takes it for another name."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_SUCH_NAME:
            raise
        found.left_out.append(path)


def _sort(found: CommitFiles, parent: Parts, item: TreeEntry) -> Parts | None:
    """Add an entry to the list of its kind; return the path of a folder to look into."""
    path = (*parent, _safe_name(item.path))
    kind = item.mode & ~PERMISSIONS
    if not path[-1] or path in found.paths:
        found.left_out.append((*parent, os.fsdecode(item.path)))
        return None
    found.paths.add(path)
    if kind == stat.S_IFDIR:
        found.folders.append(path)
        return path if len(path) <= MAX_DEPTH and not is_ignored(path[-1]) else None
    if kind == stat.S_IFREG:
        found.files[path] = item.sha
    else:
        others = {stat.S_IFLNK: found.links, SUBMODULE: found.submodules}
        others.get(kind, found.left_out).append(path)
    return None


def _safe_name(name: bytes) -> str:
    """Return the name for an entry in a folder of ours; empty if the name is not safe."""
    try:
        parts = path_parts(os.fsdecode(name))
    except UnsafeName:
        return ""
    if len(parts) != 1 or parts[0].translate(IGNORED_ON_MAC).casefold().rstrip(". ") in GIT_NAMES:
        return ""
    return parts[0]


def _write_link(path: Path) -> None:
    try:
        path.symlink_to(NOWHERE)
    except PermissionError:  # few users of Windows may make links: a file that is no Python replaces it
        path.write_bytes(b"\0")
