"""The files and folders that must stay readable so that the whole standard library can be imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

NOT_LIBRARY = {"site-packages", "dist-packages", "test", "idlelib", "ensurepip"}
"""Entries of the standard library's folder that stay hidden; the grader itself may be installed in the first two."""
FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")
"""For the dynamic linker (man 8 ld.so) and for the module `zoneinfo`."""
LIBRARY_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")


def readable_paths(extra: Iterable[str]) -> list[str]:
    """Return all that exist, each once, with the `extra` files of third-party modules."""
    wanted = [*_standard_library(), *_system_libraries(), *FILES, *extra]
    return [path for path in dict.fromkeys(wanted) if os.path.exists(path)]


def _standard_library() -> Iterator[str]:
    # Entry by entry: neither Landlock nor a bind mount can allow a folder without the site-packages inside it.
    for place in sys.path:
        if not os.path.isdir(place):
            yield place
            continue
        for name in sorted(os.listdir(place)):
            if name not in NOT_LIBRARY:
                yield os.path.join(place, name)


def _system_libraries() -> Iterator[str]:
    """Yield the shared libraries that extension modules need, also those that are imported later."""
    triplet = getattr(sys.implementation, "_multiarch", "")
    folders = [f"{folder}/{triplet}" for folder in LIBRARY_FOLDERS[2:]] if triplet else []
    yield from folders
    # Outside of Debian's multiarch folders, libraries lie among other things, on some systems even site-packages.
    others = [*LIBRARY_FOLDERS, os.path.join(sys.base_prefix, "lib"), *_folders_in_use()]
    for folder in dict.fromkeys(others):
        if folder not in folders and os.path.isdir(folder):
            yield from (os.path.join(folder, name) for name in sorted(os.listdir(folder)) if _is_library(name))


def _folders_in_use() -> list[str]:
    """Return the folders that this process has loaded shared libraries from (man 5 proc)."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            paths = {line.split(None, 5)[5].strip() for line in maps if line.count("/")}
    except (OSError, IndexError):
        return []
    return sorted({os.path.dirname(path) for path in paths if _is_library(os.path.basename(path))})


def _is_library(name: str) -> bool:
    return name.endswith(".so") or ".so." in name
