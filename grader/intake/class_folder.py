"""A whole class: one submission per sub-folder or file. What is not certain is reported, never guessed."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import UserError
from grader.intake.file_names import as_choice, is_candidate, is_code, sheet_names, shortened_list, student_names
from grader.intake.folder_scan import (
    Entry,
    is_dead_link,
    is_ignored,
    leads_to_folder,
    list_folder,
    nearest_entry,
)
from grader.intake.layouts import student_of
from grader.intake.remedy import is_archive, with_remedy
from grader.intake.student_folder import Sources, Wanted, read_file, read_folder
from grader.intake.student_ids import ClaimedName, display_name, distinct_ids, folded, submission_id
from grader.model.class_info import NOTHING_KNOWN, ClassInfo
from grader.model.class_row import NotGraded
from grader.model.file_rules import FileRules
from grader.model.sanitize import sanitize, shown_path
from grader.model.spec import ModuleSpec
from grader.model.spelling import quoted
from grader.model.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CLAIMS = 4
"""Entries that a note names, of those that claim one id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntake:
    """What a folder of submissions holds, each part sorted by id."""

    submissions: tuple[Submission, ...]
    problems: tuple[NotGraded, ...]
    """One for each submission that could not be read; no id is that of another problem or submission."""
    passed_over: tuple[str, ...] = ()
    """
    Visible files in the folder that are not graded: each its name, safe to show, and in brackets what to do if it is
    perhaps a student's work, such as ``bob.zip (unpack it)``.
    """
    info: ClassInfo = NOTHING_KNOWN
    """
    Its notes tell of entries that claim one id, for a person who knows which is whose; the submissions have them too.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class _StudentEntry:
    """An entry directly below the class's folder that is one student's work."""

    student: str
    """The name as it is written there."""
    entry: Entry

    @property
    def written(self) -> str:
        """The name of the entry, with a slash behind that of a folder."""
        return self.entry.name + ("/" if self.entry.is_folder else "")


class _ClassEntries(NamedTuple):
    """What lies directly below the class's folder."""

    entries: list[_StudentEntry]
    passed_over: tuple[str, ...]
    """As in `ClassIntake`."""


def read_class(root: Path, module_spec: ModuleSpec, source_kib: int, files: FileRules | None = None) -> ClassIntake:
    """
    Return the submissions below `root`, and the problems of those that cannot be graded.

    The other files in a student's folder are read as far as `files` demand something of them. UserError only when
    `root` itself is not a class: it is missing, not a folder, a single submission, or without submissions.
    """
    wanted = Wanted(module_spec, source_kib, files)
    entries, passed_over = _class_entries(root, module_spec)
    claims = _claims(entries)
    ids = distinct_ids([ClaimedName(found.student, found.written) for found in entries])
    submissions: list[Submission] = []
    problems: list[NotGraded] = []
    for identity, found in zip(ids, entries, strict=True):
        note = _shared_note(claims[_claim(found)])
        try:
            sources = _sources(root, found, wanted)
        except UserError as error:
            problems.append(NotGraded(id=identity, student=display_name(found.student), reason=str(error)))
            continue
        submissions.append(
            Submission(
                id=identity,
                student=display_name(found.student),
                main=sources.files[0].path,
                files=sources.files,
                notes=(*note, *sources.notes),
                handed_in=sources.handed_in,
            )
        )
    return ClassIntake(
        submissions=tuple(sorted(submissions, key=lambda submission: submission.id)),
        problems=tuple(sorted(problems, key=lambda problem: problem.id)),
        passed_over=passed_over,
        info=ClassInfo(notes=tuple(note for claim in sorted(claims) for note in _shared_note(claims[claim]))),
    )


def _class_entries(root: Path, module_spec: ModuleSpec) -> _ClassEntries:
    shown = shown_path(root)
    if not leads_to_folder(root):
        raise UserError(f"{shown}: {_why_no_folder(root)}")
    names = sheet_names(module_spec)
    entries: list[_StudentEntry] = []
    passed_over: list[str] = []
    for entry in list_folder(root, shown):
        if is_ignored(entry.name):
            continue
        candidate = entry._replace(is_folder=_counts_as_folder(root, entry, module_spec))
        student = student_of(candidate, module_spec)
        if student is None:
            passed_over.append(with_remedy(entry.name, module_spec))
        elif _names_nobody(candidate, module_spec):
            entries.append(_StudentEntry(student=entry.name, entry=candidate))  # so it claims no student's id
        else:
            entries.append(_StudentEntry(student=student, entry=candidate))
    if entries and all(found.written in names for found in entries):
        name = entries[0].written
        raise UserError(f"{shown}: holds {name} itself, so it is one submission: use `grader check {shown}`")
    if not entries:
        files = as_choice(student_names(module_spec))
        there = f"; here is {shortened_list(passed_over, MAX_CLAIMS)}" if passed_over else ""
        raise UserError(
            f"{shown}: no submissions; each is a folder with {as_choice(names)} in it, or a file {files}{there}"
        )
    return _ClassEntries(entries, tuple(passed_over))


def _why_no_folder(root: Path) -> str:
    """Return what is at `root` instead of a folder, and the remedy."""
    if is_archive(root.name) and os.path.lexists(root):
        return "an archive; unpack it and name the folder that holds the submissions"
    nearest = None if os.path.lexists(root) else nearest_entry(root)
    if nearest is not None:
        return f"no such folder; did you mean {quoted(nearest)}?"
    what = "not a folder" if os.path.lexists(root) else "no such folder"
    return f"{what}; name the folder that holds the submissions"


def _counts_as_folder(root: Path, entry: Entry, module_spec: ModuleSpec) -> bool:
    """Return whether `entry` is a folder, or a link where a folder should be: that is reported, not followed."""
    path = root / entry.name
    return entry.is_folder or leads_to_folder(path) or (not is_code(entry.name, module_spec) and is_dead_link(path))


def _names_nobody(entry: Entry, module_spec: ModuleSpec) -> bool:
    return not entry.is_folder and is_candidate(entry.name, module_spec)


def _claim(found: _StudentEntry) -> str:
    """Return what is equal for entries that claim one id: on some systems their reports would be the same file."""
    return folded(submission_id(found.student))


def _claims(entries: Sequence[_StudentEntry]) -> dict[str, list[_StudentEntry]]:
    claims: dict[str, list[_StudentEntry]] = defaultdict(list)
    for found in entries:
        claims[_claim(found)].append(found)
    return claims


def _shared_note(claimants: Sequence[_StudentEntry]) -> tuple[str, ...]:
    """Return a note if there are several entries with one id; it also says what becomes of the marks under that id."""
    if len(claimants) < 2:  # noqa: PLR2004 - several
        return ()
    names = sorted(sanitize(found.written) for found in claimants)
    identity = submission_id(claimants[0].student)
    note = (
        f"{shortened_list(names, MAX_CLAIMS)} name the same student, or nearly so: each is graded under an id of its"
        f" own, and marks given by hand under the id {identity} are not carried over."
    )
    return (note,)


def _sources(root: Path, found: _StudentEntry, wanted: Wanted) -> Sources:
    path = root / found.entry.name
    shown = sanitize(found.entry.name)
    if found.entry.is_folder:
        if path.is_symlink():
            raise UserError(f"{shown}: a symbolic link, which is never followed; put the folder itself there")
        return read_folder(path, shown, wanted)
    if _names_nobody(found.entry, wanted.module_spec):
        raise UserError(
            f"{shown}: names no student; name it {as_choice(student_names(wanted.module_spec))}, or use"
            " `grader check` if the whole folder is one submission"
        )
    return read_file(path, shown, wanted, alone=True)
