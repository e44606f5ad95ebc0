"""One student's result on disk: written with all reports, read back as a file that anybody may have changed."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import Journal, holds_now, unrecorded, with_held, with_history
from grader.capabilities.by_hand.marks import items_by_id, marks_given, marks_to_confirm
from grader.capabilities.registry import completed
from grader.errors import UserError
from grader.model.identity import Identity
from grader.model.reason import Reason, reason
from grader.model.result import CheckResult, FileVersion, ManualMark, Result, with_identity
from grader.model.rubric import Rubric
from grader.model.sanitize import shown_path
from grader.model.submission import Submission
from grader.store.choices_file import FILE_NAME as CHOICES
from grader.store.marks_journal import FILE_NAME as MARKS
from grader.store.marks_journal import add_to_journal, journal_folder, read_journal
from grader.store.report_files import (
    CHANGES,
    CLASS_FILES,
    PART_PAGES,
    RECORD,
    STUDENT_FILES,
    student_report,
    write_student_reports,
)
from grader.store.result_json import MAX_FILE_BYTES, from_json
from grader.store.safe_files import read_file, student_folder, write_file
from grader.story.changes import version_of
from grader.text.number_text import decimal_text

BEFORE = f".before-{RECORD}"
"""The result of the last finished run, while another run goes on."""
ATTEMPTS = f".attempt-*-{RECORD}"
NO_PLACE = "marks_of_other_rubric"


def folder_of(out: Path, identity: str) -> Path:
    """Return the folder in `out` for one submission of a class (UserError if something else has its place)."""
    return student_folder(out, identity, RECORD)


def foreign_file(out: Path) -> Path | None:
    """Return a file in `out`, or in a student's folder there, that is no report on the class."""
    of_class = {*CLASS_FILES, CHANGES, MARKS, CHOICES}
    top = ((path, of_class) for path in out.glob("*") if not (path.is_dir() or path.match(PART_PAGES)))
    every = chain(top, ((path, STUDENT_FILES) for path in out.glob("*/*")))
    return next((path for path, ours in every if path.name not in ours and not path.name.startswith(".")), None)


def load_result(folder: Path, name: str = RECORD) -> Result:
    """Return the result stored in `folder`; OSError without one, UserError if it is not ours."""
    path = folder / name
    return from_json(read_file(path, MAX_FILE_BYTES), shown_path(path))


def read_result(folder: Path, name: str = RECORD) -> Result | None:
    """Return the result stored in `folder`; None without a readable one."""
    try:
        return load_result(folder, name)
    except (OSError, UserError):
        return None


def keep_attempts(folder: Path, attempts: Iterable[Result]) -> None:
    """Keep the results of a student's attempts, so that they can get other points (UserError on failure)."""
    old = set(folder.glob(ATTEMPTS))
    for number, one in enumerate(attempts, 1):
        path = folder / ATTEMPTS.replace("*", str(number))
        write_file(path, student_report(RECORD, one))
        old.discard(path)
    for path in old:
        path.unlink()


def kept_attempts(folder: Path) -> dict[Path, Result]:
    """Return what `keep_attempts` kept, by its files."""
    found = {path: read_result(folder, path.name) for path in sorted(folder.glob(ATTEMPTS))}
    return {path: one for path, one in found.items() if one is not None}


def keep_before(folder: Path) -> None:
    """Keep the result of the last finished run before its replacement, so that a killed run does not lose it."""
    with contextlib.suppress(OSError):  # none exists, or it is kept already, or the disk knows no links
        os.link(folder / RECORD, folder / BEFORE)


def read_before(folder: Path) -> Result | None:
    """Return the result of the last finished run if a killed run has replaced it; else None."""
    return read_result(folder, BEFORE)


def forget_before(folder: Path) -> None:
    """Remove the result that `keep_before` kept, because the run has ended."""
    with contextlib.suppress(OSError):
        (folder / BEFORE).unlink()


def save(  # noqa: PLR0913 - where, and whether it is trusted and followed
    result: Result,
    folder: Path,
    *,
    trusted: bool = True,
    refresh: int = 0,
    in_class: bool = False,
    journal: Journal | None = None,
    pages: bool = True,
) -> Result:
    """
    Store a fresh result and its reports in `folder`, and return the stored result.

    Marks by hand are kept as the `journal` says, by default that of the folder. A `folder` that is not `trusted` may
    hold marks that the student made up. A result without a mark never replaces an earlier mark. `refresh`, `in_class`
    and `pages` as in `write_student_reports`. UserError if a file cannot be written.
    """
    earlier = read_result(folder)
    if result.no_mark and earlier is not None and earlier.status == "graded":
        return result
    result = dataclasses.replace(result, before=_version_before(result, earlier))
    if not trusted:
        lost = {} if earlier is None else {**marks_to_confirm(earlier), **marks_given(earlier)}
        stored = _with_lost(result, "marks_in_own_folder", lost)
    else:
        place = journal_folder(folder)
        known = read_journal(place).journal if journal is None else journal
        found = add_to_journal(place, not_in_journal(result.submission.id, earlier, known))
        stored = with_earlier_marks(result, earlier, (*known.of(result.submission.id), *found))
    write_student_reports(stored, folder, refresh=refresh, in_class=in_class, pages=pages)
    return stored


def _version_before(result: Result, earlier: Result | None) -> FileVersion | None:
    """Return the version of the file before that of `result`; `earlier` is the replaced result."""
    if earlier is None:
        return result.before  # known from a result stored elsewhere
    if earlier.rubric.sha256 != result.rubric.sha256:
        return None
    is_same = (earlier.submission.sha256, earlier.submission.main) == (result.submission.sha256, result.submission.main)
    return earlier.before if is_same else version_of(earlier)


def relabel(folder: Path, who: Identity, rubric: Rubric, journal: Journal, *, pages: bool = True) -> None:
    """
    Store the result in `folder` again with the facts of `who`, `rubric` and `journal`, otherwise unchanged.

    OSError or UserError without a result, or if a file cannot be written.
    """
    current = as_recorded(completed(with_identity(load_result(folder), who), rubric), journal)
    write_student_reports(current, folder, in_class=True, pages=pages)


def not_in_journal(student: str, earlier: Result | None, journal: Journal) -> Iterator[MarkChange]:
    """Yield the marks that an older grader wrote only into the `earlier` result of a student."""
    if earlier is not None and earlier.submission.id == student:
        yield from unrecorded(earlier, journal.of(student))


def as_recorded(result: Result, journal: Journal) -> Result:
    """Return a stored result with the valid marks of the `journal`: a run may have been killed between both."""
    changes = journal.of(result.submission.id)
    known = (*changes, *unrecorded(result, changes))
    return with_history(_with_held(result, known), known)


def _with_held(result: Result, changes: tuple[MarkChange, ...]) -> Result:
    """Return `result` with the valid marks of `changes`, and with the names of those without a place."""
    restored = with_held(result, holds_now(changes))
    others = tuple(one for one in result.marks_to_check if one.code != NO_PLACE)
    return _with_lost(dataclasses.replace(restored.result, marks_to_check=others), NO_PLACE, restored.lost)


def with_earlier_marks(result: Result, earlier: Result | None, changes: tuple[MarkChange, ...] = ()) -> Result:
    """
    Return a fresh `result` with the valid marks of `changes`, which are all changes of its student.

    The result names the marks without a place in it, and the marks for changed points of the grader, as the `earlier`
    result shows.
    """
    changes = (*changes, *not_in_journal(result.submission.id, earlier, Journal(changes)))
    marked = _with_held(result, changes)
    outdated = () if earlier is None else _outdated(marked, earlier)
    to_check = tuple(dict.fromkeys((*marked.marks_to_check, *outdated)))
    return with_history(dataclasses.replace(marked, marks_to_check=to_check), changes)


def _outdated(result: Result, earlier: Result) -> Iterator[Reason]:
    """Yield each mark that replaced points which the grader has changed: the person's reason may be gone."""
    before = items_by_id(earlier.criteria)
    for name, item in items_by_id(result.criteria).items():
        was = before[name].was if name in before else None
        if item.manual is not None and item.was is not None and was is not None and was != item.was:
            code = "marked_check_changed" if isinstance(item, CheckResult) else "marked_item_changed"
            marked, before_it, now = map(decimal_text, (item.manual.points, was, item.was))
            yield reason(code, id=name, marked=marked, was=before_it, now=now)


def _with_lost(result: Result, code: str, lost: Mapping[str, ManualMark]) -> Result:
    if not lost:
        return result
    shown = ", ".join(f"{item} {decimal_text(mark.points)}" for item, mark in lost.items())
    return dataclasses.replace(result, marks_to_check=(*result.marks_to_check, reason(code, marks=shown)))


def is_current(stored: Result, submission: Submission, key: str) -> bool:
    """
    Return whether grading `submission` again would give the `stored` result.

    `key` is the hash of everything that a mark depends on: `GraderInfo.key` of a result made now.
    """
    is_same = stored.submission.id == submission.id and stored.notes[: len(submission.notes)] == submission.notes
    return is_same and stored.status == "graded" and stored.grader.key == key
