"""`class.json`: who belongs to the class in a folder, so that its reports can be made again without the submissions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.model.class_row import NotGraded
from grader.model.sanitize import shown_path
from grader.store.safe_read import read_file
from grader.store.safe_write import write_file

FILE_NAME = "class.json"
SCHEMA = "grader/class/v1"
MAX_FILE_BYTES = 16 << 20
"""Room for thousands of students with a long reason each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRecord:
    """The members of a class."""

    graded: tuple[str, ...]
    """Ids of submissions; each has a folder of that name with its result."""
    not_graded: tuple[NotGraded, ...]


def write_class_record(record: ClassRecord, folder: Path) -> None:
    """Write `record` into `folder`, the ids sorted; UserError when the file cannot be written."""
    whole = {
        "schema": SCHEMA,
        "graded": sorted(record.graded),
        "not_graded": [{"id": row.id, "student": row.student, "reason": row.reason} for row in record.not_graded],
    }
    write_file(folder / FILE_NAME, (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode())


def read_class_record(folder: Path) -> ClassRecord | None:
    """Return the record in `folder`, or None when there is none; UserError when it is damaged or not ours."""
    path = folder / FILE_NAME
    try:
        whole = json.loads(read_file(path, MAX_FILE_BYTES))
        is_known = whole["schema"] == SCHEMA
        not_graded = tuple(
            NotGraded(**{name: _text(row[name]) for name in ("id", "student", "reason")}) for row in whole["not_graded"]
        )
        record = ClassRecord(graded=tuple(map(_text, whole["graded"])), not_graded=not_graded)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UserError(
            f"{shown_path(path)}: not a class record of grader; grade the class again or remove the file"
        ) from error
    if not is_known:
        raise UserError(f"{shown_path(path)}: written by another version of grader; grade the class again")
    return record


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(value)
    return value
