"""A whole class: one submission per sub-folder or file. What is not certain is reported, never guessed."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import UserError
from grader.intake.file_names import as_choice, is_candidate, is_code, sheet_names, student_names
from grader.intake.folder_scan import (
    MAX_PATH_SHOWN,
    Entry,
    is_dead_link,
    is_ignored,
    leads_to_folder,
    list_folder,
)
from grader.intake.layouts import student_of
from grader.intake.student_folder import Sources, read_file, read_folder
from grader.intake.student_ids import display_name, submission_id
from grader.model.class_row import NotGraded
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntake:
    """What a folder of submissions holds, each part sorted by id."""

    submissions: tuple[Submission, ...]
    problems: tuple[NotGraded, ...]
    """One for each submission that could not be read, or whose id is not unique."""
    passed_over: tuple[str, ...] = ()
    """Names of visible files in the folder that are not graded, sanitized: perhaps archives that must be unpacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _StudentEntry:
    """An entry directly below the class's folder that is one student's work."""

    student: str
    """The name as it is written there."""
    entry: Entry

    @property
    def shown(self) -> str:
        return sanitize(self.entry.name) + ("/" if self.entry.is_folder else "")


class _ClassEntries(NamedTuple):
    """What lies directly below the class's folder."""

    entries: list[_StudentEntry]
    passed_over: tuple[str, ...]
    """As in `ClassIntake`."""


def read_class(root: Path, module_spec: ModuleSpec, source_kib: int, *, skip: Path | None = None) -> ClassIntake:
    """
    Return the submissions below `root`, and the problems of those that cannot be graded.

    `skip` is a folder below `root` that is not a submission: the one that reports are written to. UserError only when
    `root` itself is not a class: it is missing, not a folder, a single submission, or without submissions.
    """
    entries, passed_over = _class_entries(root, module_spec, skip)
    by_id: dict[str, list[_StudentEntry]] = defaultdict(list)
    for found in entries:
        by_id[submission_id(found.student).casefold()].append(found)
    submissions: list[Submission] = []
    problems: list[NotGraded] = []
    for same_id in by_id.values():
        for found in same_id:
            outcome = _read_student(found, same_id, root, module_spec, source_kib)
            if isinstance(outcome, NotGraded):
                problems.append(outcome)
            else:
                submissions.append(outcome)
    return ClassIntake(
        submissions=tuple(sorted(submissions, key=lambda submission: submission.id)),
        problems=tuple(sorted(problems, key=lambda problem: (problem.id, problem.reason))),
        passed_over=passed_over,
    )


def _class_entries(root: Path, module_spec: ModuleSpec, skip: Path | None) -> _ClassEntries:
    shown = sanitize(str(root), MAX_PATH_SHOWN)
    if not leads_to_folder(root):
        what = "not a folder" if os.path.lexists(root) else "no such folder"
        raise UserError(f"{shown}: {what}; name the folder that holds the submissions")
    # The entries themselves are not resolved: a link among them may lead to itself.
    real_root, real_skip = Path(os.path.realpath(root)), skip and Path(os.path.realpath(skip))
    names = sheet_names(module_spec)
    entries: list[_StudentEntry] = []
    passed_over: list[str] = []
    for entry in list_folder(root, shown):
        if is_ignored(entry.name) or real_root / entry.name == real_skip:
            continue
        if entry.name in names:
            raise UserError(f"{shown}: holds {entry.name} itself, so it is one submission: use `grader check {shown}`")
        candidate = entry._replace(is_folder=_counts_as_folder(root, entry, module_spec))
        student = student_of(candidate, module_spec)
        if student is not None:
            entries.append(_StudentEntry(student=student, entry=candidate))
        else:
            passed_over.append(sanitize(entry.name))
    if not entries:
        files = as_choice(student_names(module_spec))
        raise UserError(f"{shown}: no submissions; each is a folder with {as_choice(names)} in it, or a file {files}")
    return _ClassEntries(entries, tuple(passed_over))


def _counts_as_folder(root: Path, entry: Entry, module_spec: ModuleSpec) -> bool:
    """Return whether `entry` is a folder, or a link where a folder should be: that is reported, not followed."""
    path = root / entry.name
    return entry.is_folder or leads_to_folder(path) or (not is_code(entry.name, module_spec) and is_dead_link(path))


def _refuse_shared_id(same_id: Sequence[_StudentEntry]) -> None:
    """Raise UserError for ids that are equal in lower case: on some systems their reports would be the same file."""
    if len(same_id) > 1:
        names = " and ".join(sorted(found.shown for found in same_id))
        raise UserError(f"{names}: all claim the same id; keep one, or rename the others")


def _read_student(
    found: _StudentEntry, same_id: Sequence[_StudentEntry], root: Path, module_spec: ModuleSpec, source_kib: int
) -> Submission | NotGraded:
    identity, student = submission_id(found.student), display_name(found.student)
    try:
        _refuse_shared_id(same_id)
        sources = _sources(root, found, module_spec, source_kib)
    except UserError as error:
        return NotGraded(id=identity, student=student, reason=str(error))
    return Submission(
        id=identity, student=student, main=sources.files[0].path, files=sources.files, notes=sources.notes
    )


def _sources(root: Path, found: _StudentEntry, module_spec: ModuleSpec, source_kib: int) -> Sources:
    path = root / found.entry.name
    shown = sanitize(found.entry.name)
    if found.entry.is_folder:
        if path.is_symlink():
            raise UserError(f"{shown}: a symbolic link, which is never followed; put the folder itself there")
        return read_folder(path, shown, module_spec, source_kib)
    if is_candidate(found.entry.name, module_spec):
        raise UserError(f"{shown}: names no student; name it {as_choice(student_names(module_spec))}")
    return read_file(path, shown, module_spec, source_kib, alone=True)
