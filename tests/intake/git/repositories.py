"""Makes repositories: good ones by git itself, hostile ones object by object."""

from __future__ import annotations

import hashlib
import os
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from dulwich.pack import write_pack_index_v2

from grader.intake.git.checkout import Checkout, CheckoutJob
from grader.intake.git.reader import answer
from grader.model.instant import parse_instant

CLEAN = {"PATH": os.environ.get("PATH", ""), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


def run_git(*arguments: str, stdin: bytes = b"") -> bytes:
    """Run git without anybody's configuration and return what it writes."""
    return subprocess.run(["git", *arguments], input=stdin, env=CLEAN, check=True, capture_output=True).stdout  # noqa: S607


def seconds(when: str) -> int:
    """Return the seconds since 1970 at `when`."""
    return int(parse_instant(when).timestamp())


class History:
    """The commits of a new repository, put together as a stream for `git fast-import`."""

    def __init__(self) -> None:
        """Begin without commits."""
        self._lines: list[bytes] = []
        self._marks = 0

    def commit(
        self,
        when: str,
        files: Mapping[str, str],
        *,
        parents: Sequence[int] | None = None,
        branch: str = "main",
        modes: Mapping[str, str] | None = None,
    ) -> int:
        """
        Add a commit and return its number.

        Its parent is the one before, if no `parents` are given. A file's mode is that of an ordinary file, if `modes`
        do not say another; a submodule's text is the hash of its commit.
        """
        number = self._marks + 1
        parents = ([self._marks] if self._marks else []) if parents is None else parents
        offset = parse_instant(when).strftime("%z")
        self._line(f"commit refs/heads/{branch}\nmark :{number}")
        self._line(f"committer A <a@b.c> {seconds(when)} {offset}\ndata 1\nx")
        for place, parent in enumerate(parents):
            self._line(f"{'merge' if place else 'from'} :{parent}")
        for path, text in files.items():
            mode = (modes or {}).get(path, "100644")
            if mode == "160000":
                self._line(f"M {mode} {text} {path}")
            else:
                self._line(f"M {mode} inline {path}\ndata {len(text.encode())}\n{text}")
        self._marks = number
        return number

    def tag(self, name: str, number: int, *, annotated: bool = False) -> None:
        """Name a commit."""
        if annotated:
            self._line(f"tag {name}\nfrom :{number}\ntagger A <a@b.c> 0 +0000\ndata 1\nx")
        else:
            self._line(f"reset refs/tags/{name}\nfrom :{number}\n")

    def branch(self, name: str, number: int) -> None:
        """Let a branch, given by its whole name, end at a commit."""
        self._line(f"reset {name}\nfrom :{number}\n")

    def write(self, folder: Path, *options: str, packed: bool = True) -> Path:
        """Make the repository in `folder`, bare, and return its folder ``.git``."""
        git_folder = folder / ".git"
        run_git("init", "-q", "--bare", "-b", "main", *options, str(git_folder))
        limit = f"fastimport.unpackLimit={0 if packed else 1000}"
        run_git("-c", limit, "-C", str(git_folder), "fast-import", "--quiet", stdin=b"".join(self._lines))
        return git_folder

    def _line(self, text: str) -> None:
        self._lines.append(text.encode() + b"\n")


class HandMade:
    """A repository written file by file, whatever git would say of it."""

    def __init__(self, folder: Path) -> None:
        """Begin with an empty one."""
        self.git_folder = folder / ".git"
        (self.git_folder / "objects" / "pack").mkdir(parents=True)
        (self.git_folder / "refs" / "heads").mkdir(parents=True)
        (self.git_folder / "HEAD").write_text("ref: refs/heads/main\n", encoding="ascii")

    def add(self, kind: str, data: bytes, *, called: str = "") -> str:
        """Write an object and return its hash; it is `called` something else if that is given."""
        whole = f"{kind} {len(data)}\0".encode() + data
        name = called or hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        path = self.git_folder / "objects" / name[:2] / name[2:]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(zlib.compress(whole))
        return name

    def tree(self, *entries: tuple[str, str | bytes, str]) -> str:
        """Write a folder of entries, each with mode, name and hash."""
        rows = []
        for mode, name, target in entries:
            raw = name if isinstance(name, bytes) else name.encode()
            rows.append(mode.encode() + b" " + raw + b"\0" + bytes.fromhex(target))
        return self.add("tree", b"".join(rows))

    def commit(self, tree: str, *parents: str, when: str = "2026-09-01 10:00 +0000", head: bool = True) -> str:
        """Write a commit, to which the branch leads if it is the `head`; git's own form of `when` begins with ``@``."""
        time = when[1:] if when.startswith("@") else f"{seconds(when)} +0000"
        lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        lines += [f"author A <a@b.c> {time}", f"committer A <a@b.c> {time}", "", "x"]
        name = self.add("commit", "\n".join(lines).encode())
        if head:
            self.ref("refs/heads/main", name)
        return name

    def ref(self, name: str, content: str) -> None:
        """Write the file of a name."""
        path = self.git_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{content}\n", encoding="ascii")

    def pack(self, *entries: tuple[str, bytes]) -> None:
        """Write a pack of entries as they are, each with the hash that its index gives for it."""
        data = b"PACK" + struct.pack(">LL", 2, len(entries))
        index = []
        for name, raw in entries:
            index.append((bytes.fromhex(name), len(data), zlib.crc32(raw)))
            data += raw
        checksum = hashlib.sha1(data, usedforsecurity=False).digest()
        folder = self.git_folder / "objects" / "pack"
        (folder / f"pack-{checksum.hex()}.pack").write_bytes(data + checksum)
        with (folder / f"pack-{checksum.hex()}.idx").open("wb") as file:
            write_pack_index_v2(file, sorted(index), checksum)


def zeros(gibibytes: int) -> bytes:
    """Return so many zeros, compressed: a thousandth of them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    mebibyte = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = (gibibytes << 30) % 65521 << 16 | 1
    return b"\x78\x9c" + mebibyte * gibibytes * 1024 + b"\x03\x00" + checksum.to_bytes(4, "big")


def packed(kind: int, data: bytes, *, claimed: int | None = None, base: bytes = b"") -> bytes:
    """Return an entry of a pack; it may claim another size than it has."""
    return pack_head(kind, len(data) if claimed is None else claimed) + base + zlib.compress(data, 9)


def pack_head(kind: int, size: int) -> bytes:
    """Return how an entry of a pack begins: what it is, and the size that it claims."""
    first, size = (kind << 4) | (size & 15), size >> 4
    head = bytearray()
    while size:
        head.append(first | 0x80)
        first, size = size & 0x7F, size >> 7
    head.append(first)
    return bytes(head)


class Read(NamedTuple):
    """What became of reading a repository."""

    answer: Checkout | str
    folder: Path
    """The files of the commit."""

    @property
    def found(self) -> Checkout:
        """The commit that was read."""
        assert not isinstance(self.answer, str), self.answer
        return self.answer

    @property
    def problem(self) -> str:
        """Why nothing was read; empty if a commit was."""
        return self.answer if isinstance(self.answer, str) else ""

    @property
    def files(self) -> dict[str, str]:
        """The text of each file by its path; that of a link is where it leads."""
        return {
            path.relative_to(self.folder).as_posix(): str(path.readlink())
            if path.is_symlink()
            else path.read_text("utf-8")
            for path in sorted(self.folder.rglob("*"))
            if (path.is_symlink() or path.is_file()) and path.relative_to(self.folder).parts[0] != ".git"
        }


def read(git_folder: Path, *, name: str = "", deadline: str = "") -> Read:
    """Read a commit in this process, into a folder beside the repository."""
    place = Path(tempfile.mkdtemp(dir=git_folder.parent))
    job = CheckoutJob(
        git_folder=str(git_folder),
        copy=str(place / "objects"),
        into=str(place / "files"),
        name=name,
        deadline=seconds(deadline) if deadline else None,
    )
    return Read(answer(job), place / "files")
