"""What must stay readable so that every module of the standard library still imports, entry by entry."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

NOT_LIBRARY = {"site-packages", "dist-packages", "test", "idlelib", "ensurepip"}
"""Entries beside the standard library that are no part of it; the grader itself is installed in one of them."""
FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")
LIBRARY_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")


def readable(extra: Iterable[str]) -> list[str]:
    """Return the files and folders, `extra` ones of third parties among them, each once and each there."""
    wanted = [*_standard_library(), *_system_libraries(), *FILES, *extra]
    return [path for path in dict.fromkeys(wanted) if os.path.exists(path)]


def _standard_library() -> Iterator[str]:
    # One by one: neither Landlock nor a mount can except the site-packages that lie within.
    for place in sys.path:
        if not os.path.isdir(place):
            yield place
            continue
        for name in sorted(os.listdir(place)):
            if name not in NOT_LIBRARY:
                yield os.path.join(place, name)


def _system_libraries() -> Iterator[str]:
    """Yield the libraries that extension modules are linked with, imported by now or later."""
    triplet = getattr(sys.implementation, "_multiarch", "")
    folders = [f"{folder}/{triplet}" for folder in LIBRARY_FOLDERS[2:]] if triplet else []
    yield from folders
    # Elsewhere the folder of libraries holds much else, on some systems even site-packages.
    others = [*LIBRARY_FOLDERS, os.path.join(sys.base_prefix, "lib"), *_folders_in_use()]
    for folder in dict.fromkeys(others):
        if folder not in folders and os.path.isdir(folder):
            yield from (os.path.join(folder, name) for name in sorted(os.listdir(folder)) if _is_library(name))


def _folders_in_use() -> list[str]:
    """Return the folders that this process has loaded libraries from."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            paths = {line.split(None, 5)[5].strip() for line in maps if line.count("/")}
    except (OSError, IndexError):
        return []
    return sorted({os.path.dirname(path) for path in paths if _is_library(os.path.basename(path))})


def _is_library(name: str) -> bool:
    return name.endswith(".so") or ".so." in name
