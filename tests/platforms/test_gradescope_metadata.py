"""Gradescope's file about a submission: who handed in, when, and whether that was late."""

from __future__ import annotations

import dataclasses
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UserError
from grader.model.submission import SourceFile, Submission
from grader.platforms.gradescope_metadata import SubmissionMetadata, read_metadata, with_metadata

ADA = {"email": "ada@x.edu", "id": 1, "name": "Ada Lovelace"}
ALAN = {"email": "alan@x.edu", "id": 2, "name": "Alan  Turing\u202e", "sid": "0042"}
WHOLE: dict[str, Any] = {
    "id": 123456,
    "created_at": "2026-09-01T14:22:32.365935-07:00",
    "assignment": {"due_date": "2026-09-01T14:22:00.000000-07:00", "late_due_date": None, "total_points": "20.0"},
    "users": [ADA],
    "previous_submissions": [{"submission_time": "?", "score": 0.0, "autograder_error": True, "results": {}}],
}
SUBMISSION = Submission(
    id="submission", student="submission", main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=""),)
)


def read(folder: Path, whole: object) -> SubmissionMetadata:
    """Return what is read from a file with `whole` as JSON."""
    path = folder / "submission_metadata.json"
    path.write_bytes(whole if isinstance(whole, bytes) else json.dumps(whole).encode())
    return read_metadata(path)


def changed(**parts: object) -> dict[str, Any]:
    """Return the file with other values."""
    return {**WHOLE, **parts}


def test_a_student_has_name_address_time_and_lateness(tmp_path: Path) -> None:
    """By the time of handing in, not by that of grading; the hash of the code stays."""
    found = with_metadata(SUBMISSION, read(tmp_path, WHOLE))

    assert ("Ada Lovelace", "ada@x.edu", "1") == (found.student, found.email, found.source_id)
    assert ("ada-x.edu", True, "2026-09-01 14:22:32 -07:00") == (found.id[:9], found.late, found.submitted_at)
    assert (SUBMISSION.sha256, "", "") == (found.sha256, found.group, found.extension)


def test_a_group_has_all_its_names(tmp_path: Path) -> None:
    """What a student wrote is made safe to show; a course's id counts more than Gradescope's."""
    found = with_metadata(SUBMISSION, read(tmp_path, changed(users=[ADA, ALAN])))

    assert "Ada Lovelace, Alan Turing\\u202e" == found.student
    assert ("1, 0042", "ada@x.edu, alan@x.edu") == (found.source_id, found.email)
    assert found.group.startswith("Ada Lovelace, Alan")
    assert "42" == with_metadata(SUBMISSION, read(tmp_path, changed(users=[ALAN]))).id.lstrip("0")


@pytest.mark.parametrize(
    ("own", "late", "extension"),
    [
        ({}, True, ""),
        ({"due_date": "2026-09-01T14:22:00-07:00"}, True, ""),
        ({"due_date": "2026-09-02T00:00:00-07:00"}, False, "2026-09-02 00:00:00 -07:00"),
    ],
)
def test_a_student_with_more_time_is_late_after_that(
    own: dict[str, str], late: object, extension: str, tmp_path: Path
) -> None:
    """Gradescope repeats the due date for each student, with the extension."""
    found = with_metadata(SUBMISSION, read(tmp_path, changed(users=[{**ADA, "assignment": own}])))

    assert (late, extension) == (found.late, found.extension)


@pytest.mark.parametrize(
    "whole",
    [
        {},
        changed(created_at=None),
        changed(assignment=None),
        changed(assignment={"due_date": None}),
        changed(users=None, assignment="x"),
        changed(users=["x", {"id": True, "name": 7.5}], assignment={}),
    ],
)
def test_what_the_file_does_not_say_is_not_known(whole: object, tmp_path: Path) -> None:
    """Nobody is late or punctual by a guess; the name from the folder stays where there is none."""
    found = with_metadata(SUBMISSION, read(tmp_path, whole))

    assert found.late is None
    assert found.student in {"submission", "Ada Lovelace"}


def test_the_time_of_a_commit_stays_only_if_gradescope_gives_none(tmp_path: Path) -> None:
    """Students set the times of their commits; the platform's own time counts more."""
    committed = dataclasses.replace(SUBMISSION, submitted_at="2026-08-31 10:00:00 +00:00")

    assert committed == with_metadata(committed, read(tmp_path, {}))
    assert WHOLE["created_at"][:10] == with_metadata(committed, read(tmp_path, WHOLE)).submitted_at[:10]


@pytest.mark.parametrize(
    ("points", "expected"), [("20.0", 20), (20, 20), (20.5, 20.5), ("many", None), ("NaN", None), (None, None)]
)
def test_the_points_of_the_assignment_are_a_number_or_not_known(
    points: object, expected: float | None, tmp_path: Path
) -> None:
    """Gradescope writes a text."""
    found = read(tmp_path, changed(assignment={"total_points": points}))

    assert (None if expected is None else Decimal(str(expected))) == found.total_points


@pytest.mark.parametrize(
    ("whole", "problem"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        ([], "no object"),
        (changed(created_at="yesterday"), "created_at: not a date and time"),
        (changed(created_at="2026-09-01T14:22:32"), "created_at: without an offset"),
        (changed(created_at=7), "created_at: not a date and time"),
        (changed(users=[{"assignment": {"due_date": "x"}}]), "users.assignment.due_date: not a date and time"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_remedy(whole: object, problem: str, tmp_path: Path) -> None:
    """One line: the path, the problem and what to do."""
    with pytest.raises(UserError) as error:
        read(tmp_path, whole)

    assert f"submission_metadata.json: {problem}" in str(error.value)
    assert "leave --metadata out" in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """With the reason of the system."""
    with pytest.raises(UserError, match="No such file"):
        read_metadata(tmp_path / "none.json")
