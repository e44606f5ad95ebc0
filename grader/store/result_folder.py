"""Results on disk: the journal of a class. Written whole or not at all, read back as untrusted."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import read_regular
from grader.model.class_row import NotGraded
from grader.model.result import ManualMark, Result
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.reports.pages.student_page import student_page
from grader.reports.student.markdown import student_markdown
from grader.reports.text.number_text import plain
from grader.scoring import with_manual
from grader.store.result_json import LARGEST, from_json, to_json

RESULT, REPORT, PAGE, CLASS = "result.json", "report.md", "report.html", "class.json"
FILES = (PAGE, REPORT, RESULT)
"""What each student gets."""
CLASS_SCHEMA = "grader/class/v1"
MAX_PATH = 1000


def prepare(folder: Path) -> None:
    """Make `folder` and see that it can be written to, before hours of work are to be stored there (UserError)."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _new_file(folder, b"").unlink()
    except OSError as error:
        raise _refused(folder, error) from error


def write_file(path: Path, data: bytes) -> None:
    """Replace `path` by `data` in one step, so that a reader or a crash sees the old file or the new one."""
    new = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = _new_file(path.parent, data)
        new.replace(path)
    except OSError as error:
        if new is not None:
            with contextlib.suppress(OSError):
                new.unlink()
        raise _refused(path, error) from error


def _new_file(folder: Path, data: bytes) -> Path:
    """Write a file under a name nobody could foresee, which is not there yet: no link that was planted is followed."""
    new = folder / f".{secrets.token_hex(8)}.new"
    # Opened as any file of the user's is, with the rights they give: marks are not everybody's business.
    try:
        with new.open("xb") as file:
            file.write(data)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    return new


def _refused(path: Path, error: OSError) -> UserError:
    shown = sanitize(str(path), MAX_PATH)
    return UserError(f"{shown}: cannot be written ({error.strerror}); choose a folder where files can be written")


def read_result(folder: Path) -> Result | None:
    """Return the result kept in `folder`; None when there is none, or none that can be read."""
    try:
        # Through no link and no pipe: a student may have put it there.
        return from_json(read_regular(folder / RESULT, RESULT, LARGEST // 1024), str(folder / RESULT))
    except (OSError, UserError):
        return None


def keep(result: Result, folder: Path, *, trusted: bool = True, refresh: int = 0) -> Result:
    """
    Write a fresh result and its reports into `folder` and return what stands there now.

    Marks that a person gave stay while the file is the same, unless `folder` is not `trusted`: a student's own, who may
    have put them there. A fault of ours never replaces an earlier result. With `refresh` the page looks again for a
    newer one every so many seconds.
    """
    before = read_result(folder)
    if result.status == "harness_fault" and before is not None and before.status == "graded":
        return result
    kept = _with_earlier_marks(result, before, trusted=trusted)
    write(kept, folder, refresh=refresh)
    return kept


def write(result: Result, folder: Path, *, refresh: int = 0) -> None:
    """Write a result as it is; the result file last, since it is what says that the work is done."""
    write_file(folder / REPORT, student_markdown(result).encode("utf-8", "backslashreplace"))
    write_file(folder / PAGE, student_page(result, refresh=refresh))
    write_file(folder / RESULT, to_json(result))


def _with_earlier_marks(result: Result, before: Result | None, *, trusted: bool) -> Result:
    """Return `result` with the marks a person gave to the same file; what cannot be carried over is said."""
    marks = {line.id: line.manual for line in before.criteria if line.manual is not None} if before else {}
    if not marks or before is None or before.submission.id != result.submission.id:
        return result
    if not trusted:
        return _noted(result, "in the submission's own folder", marks)
    if before.submission.sha256 != result.submission.sha256:
        return _noted(result, "for an earlier version of the file", marks)
    lines = {line.id: line for line in result.criteria if line.by_hand}
    fitting = {name: mark for name, mark in marks.items() if name in lines and mark.points <= lines[name].points}
    rest = {name: mark for name, mark in marks.items() if name not in fitting}
    return _noted(with_manual(result, fitting), "under another rubric", rest)


def _noted(result: Result, when: str, lost: Mapping[str, ManualMark]) -> Result:
    if not lost:
        return result
    shown = ", ".join(f"{line} {plain(mark.points)}" for line, mark in lost.items())
    note = f"marks given by hand {when} are not carried over: {shown}"
    return dataclasses.replace(result, notes=(*result.notes, note))


def unchanged(kept: Result | None, submission: Submission, key: str) -> bool:
    """Tell whether a kept result is what grading `submission` again would give."""
    if kept is None or kept.status != "graded" or kept.grader.key != key:
        return False
    same_person = (kept.submission.id, kept.submission.student) == (submission.id, submission.student)
    return same_person and kept.notes[: len(submission.notes)] == submission.notes


def write_class(out: Path, graded: Sequence[str], not_graded: Sequence[NotGraded]) -> None:
    """Write who belongs to the class, so that reports can be made again without the submissions."""
    record = {
        "schema": CLASS_SCHEMA,
        "graded": sorted(graded),
        "not_graded": [{"id": one.id, "student": one.student, "reason": one.reason} for one in not_graded],
    }
    write_file(out / CLASS, (json.dumps(record, indent=1, ensure_ascii=True) + "\n").encode())


def read_class_record(out: Path) -> tuple[tuple[str, ...], tuple[NotGraded, ...]] | None:
    """Return the ids with results and those without, or None when no class was graded into `out`."""
    path = out / CLASS
    try:
        record = json.loads(path.read_bytes())
        known = record["schema"] == CLASS_SCHEMA
        missing = tuple(
            NotGraded(**{name: _text(one[name]) for name in ("id", "student", "reason")})
            for one in record["not_graded"]
        )
        ids = tuple(map(_text, record["graded"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UserError(f"{path}: not a class record of grader; grade the class again or remove the file") from error
    if not known:
        raise UserError(f"{path}: written by another version of grader; grade the class again")
    return ids, missing


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(value)
    return value
