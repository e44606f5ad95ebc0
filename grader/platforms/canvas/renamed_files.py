"""
The names that students gave to files which a platform or a browser renamed: ``tictactoe-1.py``, ``tictactoe (1).py``.

Canvas renames each file that a student hands in again. Its own name decides whether it is graded and whether another
file can import it, so the name is given back. Of several copies of a file of code the newest counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from grader.intake.file_names import is_notebook, is_python
from grader.intake.remedy import is_archive
from grader.model.sanitize import sanitize

COPY = re.compile(r"(?P<stem>[^.]*?[^. -])(?:-[1-9][0-9]?| ?\([1-9][0-9]?\)){1,3}(?P<ending>(?:\.[^.]+)+)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewerFile:
    """A file that may be a copy of another one of the same student."""

    written: str
    """Its name in the download."""
    path: str
    """Its name without what the platform put before it."""
    order: int
    """Higher for what was handed in later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewestFiles:
    """The files that count."""

    kept: dict[str, str] = field(default_factory=dict)
    """From the name in the download to the student's own name."""
    older: dict[str, str] = field(default_factory=dict)
    """From the name in the download of each older copy to the reason why it does not count."""
    notes: tuple[str, ...] = ()


def own_name(name: str) -> str:
    """Return the name that a student gave to the file that is now called `name`."""
    found = COPY.fullmatch(name)
    return name if found is None else found["stem"] + found["ending"]


def newest_files(files: Iterable[NewerFile]) -> NewestFiles:
    """Return the newest of each student's files that have one name."""
    by_name: dict[str, list[NewerFile]] = defaultdict(list)
    for file in sorted(files, key=lambda one: one.order):
        by_name[own_name(file.path)].append(file)
    kept: dict[str, str] = {}
    older: dict[str, str] = {}
    notes: list[str] = []
    for name, copies in by_name.items():
        if len(copies) > 1 and not _is_code(name):  # `board-1.txt` and `board-2.txt` are two files
            kept |= {one.written: one.path for one in copies}
            continue
        *before, newest = copies
        kept[newest.written] = name
        older |= {one.written: f"older than {newest.written}" for one in before}
        if before:
            notes.append(f"{sanitize(name)} was handed in {len(copies)} times; the newest one is graded.")
    return NewestFiles(kept=kept, older=older, notes=tuple(notes))


def _is_code(name: str) -> bool:
    return is_python(name) or is_notebook(name) or is_archive(name)
