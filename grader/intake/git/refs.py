"""Resolves the names in a repository without listing them all: there may be a million tags."""

from __future__ import annotations

import os
import re
from pathlib import Path

from dulwich.refs import Ref, check_ref_format

from grader.intake.git.checkout import NotReadable
from grader.intake.git.objects import CLONE, MIB, read_small

HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
SYMBOLIC = b"ref:"
MAX_HOPS = 5
"""Names that lead to names, as in git."""
MAX_REF = 4096
MAX_PACKED = 64 * MIB
MAX_LISTED = 1000
HEADS = "refs/heads/"
REMOTES = "refs/remotes/"
ORIGIN = "origin/"
NAMESPACES = (("tag", "refs/tags/"), ("branch", HEADS), ("branch", REMOTES + ORIGIN), ("branch", REMOTES))
NO_SUCH_BRANCH = "refs/heads/.invalid"
"""What HEAD says where the names are kept in a binary format, the reftable."""


class Refs:
    """The names in one repository."""

    def __init__(self, git_folder: Path) -> None:
        """Read those that are packed (NotReadable if they are too many, or in a format that is not read)."""
        self._folder = git_folder
        self._packed = b"\n" + (read_small(git_folder / "packed-refs", MAX_PACKED) or b"")

    def head(self) -> tuple[bytes, str]:
        """Return the hash that HEAD leads to; if it leads to a branch without commits, the only branch and its name."""
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
        """Return the hash that the tag or branch `name` leads to, and which it is; None if there is no such name."""
        for kind, prefix in NAMESPACES:
            target = self.lookup(prefix + name)
            if target is not None:
                return target, kind
        return None

    def lookup(self, name: str) -> bytes | None:
        """Return the hash that the full name `name` leads to, None if there is no such name."""
        return self._resolve(SYMBOLIC + os.fsencode(name))

    def branch(self, name: str) -> bytes | None:
        """Return the hash of the last commit of a branch, as `branches` calls it."""
        return self.lookup(HEADS + name) or self.lookup(REMOTES + name)

    def branches(self) -> list[str]:
        """Return the names of some branches, then of some that were fetched: ``origin/main``."""
        fetched = (f"{ORIGIN}{name}" for name in self._listed(REMOTES + ORIGIN) if name != "HEAD")
        return [*self._listed(HEADS), *fetched]

    def tags(self) -> list[str]:
        """Return the names of some tags, sorted."""
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
        """Return the content of the file of a name, or the hash among those that are packed; empty if there is none."""
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
