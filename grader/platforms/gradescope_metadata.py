"""Gradescope's facts about the submission that the grader grades there: `submission_metadata.json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NamedTuple

from grader.errors import UserError
from grader.intake.student_ids import display_name, submission_id
from grader.model.instant import instant_text, parse_instant
from grader.model.sanitize import sanitize, shown_path
from grader.model.submission import Submission

MAX_BYTES = 64 << 20
"""Bytes: the file repeats the results of the previous submission."""
MAX_PEOPLE = 100
MAX_NUMBER = 40  # characters of an id or of a number of points


class SubmissionMetadata(NamedTuple):
    facts: dict[str, Any]
    """What is known about the people and the time: fields of a `Submission`."""
    total_points: Decimal | None


def read_metadata(path: Path) -> SubmissionMetadata:
    """Return the file at `path` (UserError, one line that begins with the path, if it is unreadable)."""
    shown = shown_path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UserError(f"{shown}: {error.strerror}; name Gradescope's submission_metadata.json") from error
    if len(data) > MAX_BYTES:
        raise UserError(f"{shown}: larger than {MAX_BYTES >> 20} MiB, so it is no submission_metadata.json")
    try:
        return _metadata(json.loads(data))
    except (ValueError, RecursionError) as error:
        known = not isinstance(error, (UnicodeDecodeError, json.JSONDecodeError, RecursionError))
        problem = sanitize(str(error)) if known else "not JSON"
        raise UserError(f"{shown}: {problem}; give the file that Gradescope made, or leave --metadata out") from None


def with_metadata(submission: Submission, metadata: SubmissionMetadata) -> Submission:
    return replace(submission, **metadata.facts)


def _metadata(whole: object) -> SubmissionMetadata:
    if not isinstance(whole, dict):
        raise ValueError("no object")  # noqa: TRY004 - the value of a file, not a bug
    assignment = _object(whole.get("assignment"))
    listed = whole.get("users")
    users = [_object(user) for user in listed[:MAX_PEOPLE]] if isinstance(listed, list) else []
    names = _first_known(users, "name")
    # The ids that a class would use.
    keys = _first_known(users, "sid", "email", "id")
    facts = {
        "id": submission_id("+".join(keys)) if keys else "",
        "student": display_name(", ".join(names)) if names else "",
        "source_id": sanitize(", ".join(_first_known(users, "sid", "id"))),
        "email": sanitize(", ".join(_first_known(users, "email"))),
        "group": sanitize(", ".join(names)) if len(names) > 1 else "",
        **_times(whole, assignment, users),
    }
    known = {name: fact for name, fact in facts.items() if fact not in ("", None)}
    return SubmissionMetadata(known, _points(assignment.get("total_points")))


def _times(whole: dict[str, Any], assignment: dict[str, Any], users: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return when the work was handed in, whether that was late, and an extension; of a group the latest counts."""
    usual = _instant(assignment, "due_date", "assignment.due_date")
    own = [_instant(_object(user.get("assignment")), "due_date", "users.assignment.due_date") for user in users]
    due = max((one for one in own if one), key=parse_instant, default=usual)
    submitted_at = _instant(whole, "created_at", "created_at")
    return {
        "submitted_at": submitted_at,
        "late": parse_instant(submitted_at) > parse_instant(due) if submitted_at and due else None,
        "extension": due if due and usual and parse_instant(due) != parse_instant(usual) else "",
    }


def _first_known(users: Sequence[dict[str, Any]], *keys: str) -> tuple[str, ...]:
    """Return for each user the first known text of `keys`; nothing for a user without any."""
    found = (next(filter(None, (_text(user.get(key)) for key in keys)), "") for user in users)
    return tuple(filter(None, found))


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value)[:MAX_NUMBER] if is_number else value if isinstance(value, str) else ""


def _instant(where: dict[str, Any], key: str, shown: str) -> str:
    """Return the instant at `key`, empty if there is none (ValueError if it is unreadable)."""
    value = where.get(key)
    if value is None:
        return ""
    try:
        return instant_text(parse_instant(value if isinstance(value, str) else ""))
    except ValueError as error:
        # A misread time must make nobody late or punctual.
        raise ValueError(f"{shown}: {error}") from None


def _points(value: object) -> Decimal | None:
    """Return the points of the assignment, which Gradescope writes as a text."""
    try:
        points = Decimal(_text(value)[:MAX_NUMBER] if not isinstance(value, float) else repr(value))
    except InvalidOperation:
        return None
    return points if points.is_finite() else None
