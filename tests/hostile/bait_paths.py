"""
What lies within reach of an attack, and how to see afterwards whether it was touched.

Everything here is open to every user of the machine, so that no file permission hides a hole in the wall.
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

from grader.marking.pytest_session import TRUSTED
from tests.conftest import ROOT

NOBODY = 65534
"""Who a probe is where root grades: the bait belongs to it, so that owning nothing is not what holds it back."""
ELSEWHERE = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "~", ".")  # noqa: S108 - where an attack would write

State = tuple[object, ...]


class Bait:
    """A folder of one attack's own: an empty folder to write to, marks of others, an answer book."""

    def __init__(self, base: Path, name: str) -> None:
        """Lay it out below `base`."""
        self.place = base / name
        self.handed_in = self.place / name
        self.secret, self.scratch = self.place / "marks-of-others.txt", self.place / "scratch"
        self.answers = self.place / "answers" / "tictactoe.py"
        for folder in (self.place, self.handed_in, self.scratch, self.answers.parent):
            folder.mkdir()
            _open_to_all(folder)
        self.token = f"canary-{secrets.token_hex(12)}"
        """Stands in the secret file and nowhere else."""
        self.mark = f"hostile-{secrets.token_hex(8)}"
        """Part of the name of whatever the attack leaves outside this folder."""
        self.secret.write_text(f"ada 100\nbob 95\ntoken {self.token}\n", encoding="utf-8")
        shutil.copyfile(ROOT / "reference" / "tictactoe.py", self.answers)
        for file in (self.secret, self.answers):
            _open_to_all(file)
        self._before: dict[str, State] = {}

    def names(self) -> Mapping[str, str]:
        """Return what an attack's placeholders stand for."""
        return {
            "@SCRATCH@": str(self.scratch),
            "@CANARY@": str(self.secret),
            "@ORACLE@": str(self.answers),
            "@GRADER@": str(TRUSTED.parent),
            "@MARK@": self.mark,
        }

    def watch(self) -> None:
        """Take note of how everything is."""
        self._before = self._state()

    def touched(self) -> list[str]:
        """Return which files here were made, changed or removed since, rights and link counts included."""
        after = self._state()
        return sorted(name for name in {*self._before, *after} if self._before.get(name) != after.get(name))

    def left_elsewhere(self) -> list[Path]:
        """Return what bears this attack's mark in the folders that programs usually write to."""
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
            # Not when it was read last: the grader itself reads what was handed in.
            facts = (known.st_mode, known.st_uid, known.st_ino, known.st_nlink, known.st_size, known.st_mtime_ns)
            content = (_digest(path), *_attributes(path)) if stat.S_ISREG(known.st_mode) else ()
            found[str(path.relative_to(self.place))] = (*facts, *content)
        return found


class Listeners:
    """Sockets of every kind that an attack may try to reach; a context manager."""

    def __init__(self, folder: Path) -> None:
        """Listen, on a file in `folder` among others."""
        self._sockets: dict[str, socket.socket] = {}
        self.names: dict[str, str] = {}
        """What an attack's placeholders stand for."""
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
        """Stop to listen."""
        for listener in self._sockets.values():
            listener.close()

    def visitors(self) -> list[str]:
        """Return the sockets that somebody connected or sent something to, even if only for a moment."""
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
