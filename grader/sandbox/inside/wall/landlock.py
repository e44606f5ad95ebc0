"""
Landlock: takes away all rights to files except reading a few, and TCP, UDP and signals (man 7 landlock).

The figures come from ``linux/landlock.h``. Each version (in the kernel: ABI) adds rights to those of earlier versions.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterable, Iterator

from . import kernel

ASK_VERSION, PATH_BENEATH = 1, 1
"""LANDLOCK_CREATE_RULESET_VERSION and LANDLOCK_RULE_PATH_BENEATH."""
READ_FILE, READ_DIR = 4, 8
FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1, 9: (1 << 17) - 1}
"""All rights to files, by their first version. The ruleset takes all; the two rights above are given back."""
NETWORK_RIGHTS = {4: 3, 10: 15}
"""All rights to the network: TCP since version 4, UDP since version 10."""
SCOPES = {6: 3}
"""Since version 6: no abstract Unix socket and no signal reaches a process outside."""
NEWEST = 10
LOGGING, LOG_OFF = 7, 1
"""Since version 7 the kernel logs every refusal, unless LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF is set."""
ATTRIBUTE_WORDS = {6: 3, 4: 2, 1: 1}
"""The number of 64-bit numbers in ``struct landlock_ruleset_attr``, by version: files, network, scopes."""


class Ruleset:
    """The readable paths; made once, and every process can restrict itself to them."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Allow reading `paths` and nothing else (Unavailable if this kernel has no Landlock)."""
        self._kernel_version = kernel.syscall("landlock_create_ruleset", None, 0, ASK_VERSION)
        self._descriptor, self._version = _create_ruleset(self._kernel_version)
        self._allowed = sum(self._allow(path) for path in paths)

    def restrict_process(self) -> str:
        """Restrict this process for good (Unavailable if the kernel refuses); return a description."""
        flags = LOG_OFF if self._kernel_version >= LOGGING else 0
        kernel.syscall("landlock_restrict_self", self._descriptor, flags)
        os.close(self._descriptor)
        return f"ABI {self._version} of {self._kernel_version}, {self._allowed} paths"

    def _allow(self, path: str) -> bool:
        """Allow reading `path`; False if this process may not open the path."""
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            folder = stat.S_ISDIR(os.fstat(opened).st_mode)
            rule = struct.pack("=Qi", READ_FILE | (READ_DIR if folder else 0), opened)
            kernel.syscall("landlock_add_rule", self._descriptor, PATH_BENEATH, ctypes.create_string_buffer(rule), 0)
        finally:
            os.close(opened)
        return True


def _create_ruleset(version: int) -> tuple[int, int]:
    """Create a ruleset of the newest version that the kernel accepts: some kernels announce a version and refuse it."""
    for tried in range(min(version, NEWEST), 0, -1):
        rights = [_since(FILE_RIGHTS, tried), _since(NETWORK_RIGHTS, tried), _since(SCOPES, tried)]
        words = rights[: _since(ATTRIBUTE_WORDS, tried)]
        attributes = ctypes.create_string_buffer(struct.pack(f"={len(words)}Q", *words))
        try:
            descriptor = kernel.syscall("landlock_create_ruleset", attributes, 8 * len(words), 0)
        except kernel.Unavailable as error:
            if error.number not in {errno.EINVAL, errno.E2BIG}:
                raise
        else:
            return descriptor, tried
    raise kernel.Unavailable("landlock_create_ruleset: EINVAL for every version")


def _since(table: dict[int, int], version: int) -> int:
    """Return the entry of the newest version up to `version`, 0 if all are newer."""
    return table[max(known)] if (known := [since for since in table if since <= version]) else 0


NOT_LIBRARY = {"site-packages", "dist-packages", "test", "idlelib", "ensurepip"}
"""Entries of the standard library's folder that stay hidden; the grader itself may lie in the first two."""
FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")
"""Files for the dynamic linker (man 8 ld.so) and for the module `zoneinfo`."""
LIBRARY_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")


def readable_paths(extra: Iterable[str]) -> list[str]:
    """Return all readable paths that exist, with the `extra` files of third-party modules."""
    wanted = [*_standard_library(), *_system_libraries(), *FILES, *extra]
    return [path for path in dict.fromkeys(wanted) if os.path.exists(path)]


def _standard_library() -> Iterator[str]:
    # Entry by entry: Landlock and bind mounts can allow a folder only with the site-packages inside it.
    for place in sys.path:
        if not os.path.isdir(place):
            yield place
            continue
        for name in sorted(os.listdir(place)):
            if name not in NOT_LIBRARY:
                yield os.path.join(place, name)


def _system_libraries() -> Iterator[str]:
    """Yield the shared libraries that extension modules need, even modules imported later."""
    triplet = getattr(sys.implementation, "_multiarch", "")
    folders = [f"{folder}/{triplet}" for folder in LIBRARY_FOLDERS[2:]] if triplet else []
    yield from folders
    # Outside of Debian's multiarch folders, libraries lie among other things, on some systems even site-packages.
    others = [*LIBRARY_FOLDERS, os.path.join(sys.base_prefix, "lib"), *_folders_in_use()]
    for folder in dict.fromkeys(others):
        if folder not in folders and os.path.isdir(folder):
            yield from (os.path.join(folder, name) for name in sorted(os.listdir(folder)) if _is_library(name))


def _folders_in_use() -> list[str]:
    """Return the folders of the shared libraries that this process has loaded (man 5 proc)."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            paths = {line.split(None, 5)[5].strip() for line in maps if line.count("/")}
    except (OSError, IndexError):
        return []
    return sorted({os.path.dirname(path) for path in paths if _is_library(os.path.basename(path))})


def _is_library(name: str) -> bool:
    return name.endswith(".so") or ".so." in name
