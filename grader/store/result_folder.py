"""One student's result on disk: written with all reports, read back as a file that anybody may have changed."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.capabilities.by_hand.marks import (
    items_by_id,
    marks_given,
    marks_to_confirm,
    overlaps,
    refusal,
    with_manual,
    with_marks_to_confirm,
)
from grader.capabilities.work import completed
from grader.errors import UserError
from grader.intake.student_ids import former_id
from grader.model.identity import Identity
from grader.model.reason import Reason, reason
from grader.model.result import CheckResult, ManualMark, Result, with_identity
from grader.model.rubric import Rubric
from grader.model.sanitize import shown_path
from grader.model.submission import Submission
from grader.store.report_files import RECORD, write_student_reports
from grader.store.result_json import MAX_FILE_BYTES, from_json
from grader.store.safe_files import read_file, student_folder
from grader.text.number_text import decimal_text

RESULT = RECORD.file_name


def folder_of(out: Path, identity: str) -> Path:
    """Return the folder in `out` for one submission of a class; UserError when something else is in its place."""
    return student_folder(out, identity, RESULT)


def take_over_folder(out: Path, submission: Submission) -> Path:
    """
    Return the folder in `out` for `submission`, as `folder_of`, under the name that it has now.

    Earlier versions of the grader named folders in ASCII. One with a result of this student gets the new name, so that
    its marks by hand are found. UserError when that is impossible.
    """
    folder = folder_of(out, submission.id)
    former = former_id(submission.student, submission.id)
    # They knew no platforms. Where one gives the ids, a name that a student chose must not lead to somebody's marks.
    if former == submission.id or submission.upload or os.path.lexists(folder):
        return folder
    old = folder_of(out, former)
    stored = read_result(old)
    if stored is not None and stored.submission.id == former:
        try:
            old.rename(folder)
        except OSError as error:
            raise UserError(f"{shown_path(old)}: cannot be renamed to {submission.id} ({error.strerror})") from error
    return folder


def load_result(folder: Path) -> Result:
    """Return the result stored in `folder`; OSError when there is none, UserError when it is none of ours."""
    path = folder / RESULT
    return from_json(read_file(path, MAX_FILE_BYTES), shown_path(path))


def read_result(folder: Path) -> Result | None:
    """Return the result stored in `folder`; None when there is none, or none that can be read."""
    try:
        return load_result(folder)
    except (OSError, UserError):
        return None


def save(result: Result, folder: Path, *, trusted: bool = True, refresh: int = 0, in_class: bool = False) -> Result:
    """
    Store a fresh result and its reports in `folder` and return what is stored there now.

    Marks that a person gave are kept, as proposals if the submitted file has changed, unless `folder` is not `trusted`:
    one that the student can write to may hold marks that the student made up. A result without a mark never replaces
    an earlier mark. `refresh` and `in_class` as in `write_student_reports`. UserError when a file cannot be written.
    """
    earlier = read_result(folder)
    if result.no_mark and earlier is not None and earlier.status == "graded":
        return result
    stored = result if earlier is None else with_earlier_marks(result, earlier, trusted=trusted)
    write_student_reports(stored, folder, refresh=refresh, in_class=in_class)
    return stored


def relabel(folder: Path, who: Identity, rubric: Rubric) -> None:
    """
    Store the result in `folder` again with what `who` and `rubric` say about its student; nothing else of it changes.

    OSError or UserError when there is no result, or a file cannot be written.
    """
    current = completed(with_identity(load_result(folder), who), rubric)
    write_student_reports(current, folder, in_class=True)


def with_earlier_marks(result: Result, earlier: Result, *, trusted: bool = True) -> Result:
    """
    Return `result` with the marks a person gave, as `earlier` holds them.

    Those given to the same file count. Those given to an earlier version of it are proposals, which a person confirms
    or changes. The result names those that cannot be kept, and those that were given when the grader gave other points.
    """
    marks, proposals = marks_given(earlier), marks_to_confirm(earlier)
    submission = result.submission
    same_student = earlier.submission.id in {submission.id, former_id(submission.student, submission.id)}
    if not (marks or proposals) or not same_student:
        return result
    if not trusted:
        return _with_lost(result, "marks_in_own_folder", {**proposals, **marks})
    if earlier.submission.sha256 != submission.sha256:
        marks, proposals = {}, {**proposals, **marks}
    kept = _possible(result, marks)
    to_confirm = _possible(result, proposals)
    lost = {name: mark for name, mark in {**proposals, **marks}.items() if name not in {**kept, **to_confirm}}
    marked = with_marks_to_confirm(with_manual(result, kept), to_confirm)
    marked = _with_lost(marked, "marks_of_other_rubric", lost)
    return dataclasses.replace(marked, marks_to_check=(*marked.marks_to_check, *_outdated(marked, earlier)))


def _possible(result: Result, marks: Mapping[str, ManualMark]) -> dict[str, ManualMark]:
    """Return those of `marks` that `result` can have: its rubric may not be the one that they were given under."""
    items = items_by_id(result.criteria)
    possible = {name: mark for name, mark in marks.items() if name in items and not refusal(items[name], mark)}
    for overlap in overlaps(result, possible):
        possible.pop(overlap.check, None)
    return possible


def _outdated(result: Result, earlier: Result) -> Iterator[Reason]:
    """Yield each mark in place of points of the grader that have changed: its reason may be gone."""
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


def is_current(stored: Result | None, submission: Submission, key: str) -> bool:
    """
    Return whether grading `submission` again would give the `stored` result.

    `key` is the hash of everything that a mark depends on: `GraderInfo.key` of a result that would be made now.
    """
    if stored is None or stored.status != "graded" or stored.grader.key != key:
        return False
    known = stored.submission.id in {submission.id, former_id(submission.student, submission.id)}
    return known and stored.notes[: len(submission.notes)] == submission.notes
