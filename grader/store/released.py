"""
A release: a copy of a folder of reports beside it, with the hash of every file, for appeals.

One file has the hashes, as ``sha256sum -c released.sha256`` reads them. A copy is made whole or not at all, and no
command writes into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from grader.errors import UserError
from grader.model.sanitize import shown_path
from grader.store.choices_file import FILE_NAME as CHOICES
from grader.store.class_record import FILE_NAME as CLASS_RECORD
from grader.store.marks_journal import FILE_NAME as JOURNAL
from grader.store.marks_journal import MAX_FILE_BYTES
from grader.store.report_files import CHANGES, CLASS_FILES, RECORD, STUDENT_FILES, part_pages
from grader.store.safe_files import RELEASED, read_file, write_file

ABOUT = "release.md"  # description of the release for people
OF_CLASS = (CLASS_RECORD, JOURNAL, CHOICES, CHANGES, *CLASS_FILES)
LARGEST_SUMS = 64 << 20


class Compared(NamedTuple):
    """The difference between a copy and its hashes, as paths in the copy."""

    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]
    sha256: str
    """The hash of the list of hashes. A person who noted it can prove that the list is the original."""

    @property
    def is_untouched(self) -> bool:
        return not (self.changed or self.missing or self.added)


def release_copy(reports: Path, students: Iterable[str], about: bytes) -> Path:
    """
    Return a new copy of `reports` beside it, with the folders of `students` and a file `about` the release.

    Nothing else may write there meanwhile. UserError if a file cannot be read or written.
    """
    real = reports.resolve()
    new = real.parent / f".{real.name}-released.new"
    if new.is_dir() and not new.is_symlink():  # left by a killed run
        shutil.rmtree(new)
    sums = {}
    for path, data in (*_files(real, students), (ABOUT, about)):
        write_file(new / path, data)
        sums[path] = hashlib.sha256(data).hexdigest()
    write_file(new / RELEASED, "".join(f"{sums[path]}  {path}\n" for path in sorted(sums)).encode())
    number = 1
    while os.path.lexists(place := real.parent / f"{real.name}-released-{number}"):
        number += 1
    try:
        new.rename(place)
    except OSError as error:
        raise UserError(f"{shown_path(place)}: cannot be made ({error.strerror})") from error
    return reports.parent / place.name if reports.parent.resolve() == place.parent else place


def _files(reports: Path, students: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    of_students = [f"{student}/{name}" for student in students for name in STUDENT_FILES]
    for path in (*OF_CLASS, *(page.name for page in part_pages(reports)), *of_students):
        # `--pages none` writes no pages. Without a result the copy would lack a mark.
        if not (path.endswith(f"/{RECORD}") or os.path.lexists(reports / path)):
            continue
        try:
            data = read_file(reports / path, MAX_FILE_BYTES)
        except OSError as error:
            raise UserError(f"{shown_path(reports / path)}: {error.strerror}; make the reports again") from error
        yield path, data


def compare_release(copy: Path) -> Compared:
    """Return the differences between a `copy` and its release (UserError if it is no release)."""
    try:
        sums = read_file(copy / RELEASED, LARGEST_SUMS)
    except OSError as error:
        raise UserError(
            f"{shown_path(copy)}: no {RELEASED} in it ({error.strerror}); name a folder that `grader release` made"
        ) from error
    lines = (line.partition("  ") for line in sums.decode("utf-8", "replace").splitlines())
    expected = {path: digest for digest, _, path in lines}
    found = dict(_digests(copy))
    return Compared(
        changed=tuple(sorted(path for path in found.keys() & expected.keys() if found[path] != expected[path])),
        missing=tuple(sorted(expected.keys() - found.keys())),
        added=tuple(sorted(found.keys() - expected.keys())),
        sha256=hashlib.sha256(sums).hexdigest(),
    )


def _digests(copy: Path) -> Iterator[tuple[str, str]]:
    """Yield every file of the copy but the list of hashes, with its hash, which is empty for no plain file."""
    for folder, folders, names in os.walk(copy):
        for name in (*names, *(one for one in folders if Path(folder, one).is_symlink())):
            path = Path(folder, name)
            shown = path.relative_to(copy).as_posix()
            if shown != RELEASED:
                is_plain = path.is_file() and not path.is_symlink()
                yield shown, hashlib.sha256(path.read_bytes()).hexdigest() if is_plain else ""
