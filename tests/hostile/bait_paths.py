"""
Files and sockets that an attack could reach if the sandbox failed, and how to see afterwards whether it did.

Every user of the machine may read and write them: otherwise a file permission could hide a hole in the sandbox.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from grader.pytest_plugin import TRUSTED_FOLDER
from tests.fixture_folders import ROOT

NOBODY = 65534
"""The user of a probe when root grades. The files belong to it, so that ownership alone stops no attack."""
ELSEWHERE = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "~", ".")  # noqa: S108 - where an attack would write

State = tuple[object, ...]


class Bait:
    """A folder for one attack: an empty folder to write to, the marks of others, a right solution."""

    def __init__(self, base: Path, name: str) -> None:
        """Create it below `base`."""
        self.place = base / name
        self.handed_in = self.place / name
        self.secret, self.scratch = self.place / "marks-of-others.txt", self.place / "scratch"
        self.answers = self.place / "answers" / "tictactoe.py"
        for folder in (self.place, self.handed_in, self.scratch, self.answers.parent):
            folder.mkdir()
            _open_to_all(folder)
        self.token = f"canary-{secrets.token_hex(12)}"
        """A text that is in the secret file and nowhere else."""
        self.mark = f"hostile-{secrets.token_hex(8)}"
        """Part of the name of every file that the attack tries to leave outside this folder."""
        self.secret.write_text(f"ada 100\nbob 95\ntoken {self.token}\n", encoding="utf-8")
        shutil.copyfile(ROOT / "reference" / "tictactoe.py", self.answers)
        for file in (self.secret, self.answers):
            _open_to_all(file)
        self._before: dict[str, State] = {}

    def names(self) -> Mapping[str, str]:
        """Return the values of the placeholders in an attack."""
        return {
            "@SCRATCH@": str(self.scratch),
            "@CANARY@": str(self.secret),
            "@ORACLE@": str(self.answers),
            "@GRADER@": str(TRUSTED_FOLDER.parent),
            "@MARK@": self.mark,
        }

    def watch(self) -> None:
        """Remember the present state of all files."""
        self._before = self._state()

    def touched(self) -> list[str]:
        """Return the files that were made, changed or removed since `watch`; rights and link counts count too."""
        after = self._state()
        return sorted(name for name in {*self._before, *after} if self._before.get(name) != after.get(name))

    def left_elsewhere(self) -> list[Path]:
        """Return the files with this attack's mark in the folders that programs usually write to."""
        folders = {Path(folder).expanduser().resolve() for folder in (*ELSEWHERE, tempfile.gettempdir())}
        return [path for folder in folders if folder.is_dir() for path in folder.glob(f"*{self.mark}*")]

    def clear_away(self) -> None:
        """Remove what was left elsewhere."""
        for path in self.left_elsewhere():
            with contextlib.suppress(OSError):
                path.unlink()

    def _state(self) -> dict[str, State]:
        found: dict[str, State] = {}
        for path in (self.place, *self.place.rglob("*")):
            known = path.lstat()
            # The time of the last read is left out: the grader itself reads what was handed in.
            facts = (known.st_mode, known.st_uid, known.st_ino, known.st_nlink, known.st_size, known.st_mtime_ns)
            content = (_digest(path), *_attributes(path)) if stat.S_ISREG(known.st_mode) else ()
            found[str(path.relative_to(self.place))] = (*facts, *content)
        return found


class Listeners:
    """Sockets of every kind that an attack may try to reach, open while the context manager is entered."""

    def __init__(self, folder: Path) -> None:
        """Start to listen; the Unix socket is a file in `folder`."""
        self._sockets: dict[str, socket.socket] = {}
        self.names: dict[str, str] = {}
        """The values of the placeholders in an attack."""
        port = self._listen("TCP", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)).getsockname()[1]
        self._listen("UDP", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", port))
        self.names["@PORT@"] = str(port)
        if hasattr(socket, "AF_UNIX"):
            path, name = folder / "socket", f"hostile-{secrets.token_hex(8)}"
            self._listen("Unix", socket.AF_UNIX, socket.SOCK_STREAM, str(path))
            path.chmod(0o777)
            if sys.platform.startswith("linux"):
                self._listen("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}")
            self.names |= {"@SOCKET@": str(path), "@ABSTRACT@": name}

    def __enter__(self) -> Listeners:  # noqa: PYI034 - typing.Self is Python 3.11's
        """Enter."""
        return self

    def __exit__(self, *_exc: object) -> None:
        """Close all sockets."""
        for listener in self._sockets.values():
            listener.close()

    def visitors(self) -> list[str]:
        """Return the sockets that somebody connected to, if only for a moment, or sent something to."""
        return [name for name, listener in self._sockets.items() if _visited(listener)]

    def _listen(self, name: str, family: int, kind: int, address: str | tuple[str, int]) -> socket.socket:
        listener = self._sockets[name] = socket.socket(family, kind)
        listener.settimeout(0)
        listener.bind(address)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        return listener


def _open_to_all(path: Path) -> None:
    path.chmod(0o777 if path.is_dir() else 0o666)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _attributes(path: Path) -> list[str]:
    return os.listxattr(path) if hasattr(os, "listxattr") else []


def _visited(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_DGRAM:
            listener.recv(1)
        else:
            listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True
