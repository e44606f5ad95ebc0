"""A bounded look through a foreign folder: links are not followed, folders that hold no work of the student skipped."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import is_code
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.spelling import closest

MAX_DEPTH = 5
"""Folders below the first one that are entered."""
MAX_ENTRIES = 20_000
"""Entries of one student's folders that are looked at."""

MAX_COMPARED = 1000
"""Names that a misspelt one is compared with."""
MAX_PATH_SHOWN = 1000
"""Characters of a path that the user named; longer than any path that is typed."""

IGNORED = frozenset({"__MACOSX", "__pycache__", "env", "node_modules", "site-packages", "venv"})
ENVIRONMENT = "pyvenv.cfg"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """Something with the name of a Python file or notebook: perhaps a link or a pipe, which reading it will tell."""

    path: Path
    parts: tuple[str, ...]
    """The way to it from where the search began; the last part is its name."""

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.parts[-1]

    @property
    def shown(self) -> str:
        """The way to it for messages, cleaned, with forward slashes."""
        return beneath(".", *self.parts)


def is_ignored(name: str) -> bool:
    """Return whether a file or folder of this name is passed over: hidden, or made by a tool."""
    return name.startswith(".") or name in IGNORED


def leads_to_folder(path: Path) -> bool:
    """Return whether `path` is a folder or leads to one; whatever cannot be told is none."""
    # pathlib raises for a link into a folder that may not be searched, and for names too long to exist.
    return os.path.isdir(path)  # noqa: PTH112


def leads_nowhere(path: Path) -> bool:
    """Return whether `path` is a link whose end is missing, closed to us, or itself."""
    return not os.path.exists(path)  # noqa: PTH110 - as above


def beneath(shown: str, *parts: str) -> str:
    """Return how to call what is reached by `parts` from `shown`; the working directory is left unsaid."""
    start = [] if shown == "." else [shown.removesuffix("/")]
    return "/".join([*start, *map(sanitize, parts)])


def list_folder(folder: Path, shown: str, limit: int | None = None) -> list[tuple[str, bool]]:
    """Return (name, whether it is a folder and no link) of at most `limit` entries, sorted."""
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name, _is_real_folder(entry)) for entry in islice(entries, limit))
    except OSError as error:
        reason = sanitize(error.strerror or type(error).__name__)
        raise UserError(f"{shown}: cannot be listed ({reason}); check its permissions") from None


def nearest_entry(path: Path) -> str | None:
    """Return the visible name beside `path` that was probably meant by it, None if none is similar."""
    try:
        with os.scandir(path.parent) as entries:
            names = sorted(entry.name for entry in islice(entries, MAX_COMPARED) if not is_ignored(entry.name))
    except (OSError, ValueError):
        return None
    # Compared without suffixes: equal ones would make any two short names similar.
    by_stem: dict[str, list[str]] = defaultdict(list)
    for name in names:
        by_stem[Path(name).stem].append(name)
    stem = closest(path.stem, by_stem)
    return None if stem is None else closest(path.name, by_stem[stem])


def code_files(folder: Path, shown: str, module_spec: ModuleSpec) -> list[FoundFile]:
    """Return the files in and below `folder` that could be graded, by their names; messages call it `shown`."""
    found = []
    budget = MAX_ENTRIES
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        entries = list_folder(folder.joinpath(*parts), beneath(shown, *parts), budget + 1)
        budget -= len(entries)
        if budget < 0:
            raise UserError(f"{shown}: holds more than {MAX_ENTRIES:,} files; hand in the Python files alone")
        if parts and (ENVIRONMENT, False) in entries:
            continue
        for name, enterable in entries:
            here = (*parts, name)
            if is_ignored(name):
                continue
            if enterable:
                waiting += [here] if len(here) <= MAX_DEPTH else []
            elif is_code(name, module_spec):
                found.append(FoundFile(path=folder.joinpath(*here), parts=here))
    return sorted(found, key=lambda file: file.parts)


def _is_real_folder(entry: os.DirEntry[str]) -> bool:
    if sys.version_info >= (3, 12) and entry.is_junction():
        return False
    return entry.is_dir(follow_symlinks=False)
