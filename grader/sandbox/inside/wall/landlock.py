"""The kernel's own wall around files, TCP and signals, for a process that asks for it (man 7 landlock)."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterable

from . import kernel

ASK_VERSION, BENEATH = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
EVERYTHING = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1, 9: (1 << 17) - 1}
"""Rights about files by the version that brought them: all of them are taken, two are given back for reading."""
NETWORK = {4: 3, 10: 15}
"""TCP, later UDP."""
SCOPES = {6: 3}
"""Abstract sockets and signals reach no process outside."""
NEWEST = 10
LOGGING, QUIET = 7, 1
"""From that version on every refusal is written to the machine's log, unless one asks not to."""
WORDS = {6: 3, 4: 2, 1: 1}
"""How many numbers the kernel's structure has from which version on."""


class Ruleset:
    """What may be read; made once, each process puts it on."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Allow reading `paths` and nothing else (Unavailable when this kernel has no Landlock)."""
        self._kernel = kernel.syscall("landlock_create_ruleset", None, 0, ASK_VERSION)
        self._descriptor, self._version = _created(self._kernel)
        self._paths = sum(self._allow(path) for path in paths)

    def put_on(self) -> str:
        """Confine this process (Unavailable when the kernel does not); return a description."""
        kernel.syscall("landlock_restrict_self", self._descriptor, QUIET if self._kernel >= LOGGING else 0)
        os.close(self._descriptor)
        return f"ABI {self._version} of {self._kernel}, {self._paths} paths"

    def _allow(self, path: str) -> bool:
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # not for us to read: then not for the student either
            return False
        try:
            folder = stat.S_ISDIR(os.fstat(opened).st_mode)
            rule = struct.pack("=Qi", READ_FILE | (READ_DIR if folder else 0), opened)
            kernel.syscall("landlock_add_rule", self._descriptor, BENEATH, ctypes.create_string_buffer(rule), 0)
        finally:
            os.close(opened)
        return True


def _created(version: int) -> tuple[int, int]:
    """Create a ruleset of the newest version the kernel really takes; some announce one they refuse."""
    for tried in range(min(version, NEWEST), 0, -1):
        words = [_of(EVERYTHING, tried), _of(NETWORK, tried), _of(SCOPES, tried)][: _of(WORDS, tried)]
        attributes = ctypes.create_string_buffer(struct.pack(f"={len(words)}Q", *words))
        try:
            return kernel.syscall("landlock_create_ruleset", attributes, 8 * len(words), 0), tried
        except kernel.Unavailable as error:
            if error.number not in {errno.EINVAL, errno.E2BIG}:
                raise
    raise kernel.Unavailable("landlock_create_ruleset: EINVAL for every version")


def _of(table: dict[int, int], version: int) -> int:
    """Return the entry of the newest version that is not newer than `version`, 0 before the first."""
    return table[max(known)] if (known := [since for since in table if since <= version]) else 0
