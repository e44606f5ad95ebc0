"""Canvas: an assignment's "Upload Submissions", which returns each file as a comment."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from tests.platforms.importers.outcome import FeedbackFile, Ignored, Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasSubmission:
    """What a student handed in: the names that Canvas shows, by attachment id."""

    user_id: int
    attachments: Mapping[int, str]
    anonymous_id: str = ""
    group: str = ""
    """The group's name, as the download writes it."""


def import_canvas_comments(submissions: tuple[CanvasSubmission, ...], upload: bytes) -> Outcome:
    """Return the files that students would get as comments; Canvas shows each under the name of the file it answers."""
    files: list[FeedbackFile] = []
    ignored: list[Ignored] = []
    with zipfile.ZipFile(io.BytesIO(upload)) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            answered = _answered(submissions, PurePosixPath(member.filename).name)
            if answered is None:
                ignored.append(Ignored(where=member.filename, reason="names no attachment of a submission"))
                continue
            content = archive.read(member)
            files.extend(
                FeedbackFile(student=str(person.user_id), shown_as=answered.shown_as, content=content)
                for person in _group_of(submissions, answered.submission)
            )
    return Outcome(files=tuple(files), ignored=tuple(ignored))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answered:
    """The file that a comment answers."""

    submission: CanvasSubmission
    shown_as: str


def _answered(submissions: tuple[CanvasSubmission, ...], name: str) -> _Answered | None:
    for group in {submission.group for submission in submissions if submission.group}:
        if name.startswith(f"{group}_"):
            name = name.removeprefix(f"{group}_")
            break
    parts = [part for part in name.split("_") if part != "LATE"]
    if parts[-1].startswith("link") or name.startswith("._"):
        return None
    if parts[0] == "anon":
        who, attachment = [*parts, "", ""][1:3]
        found = [submission for submission in submissions if submission.anonymous_id == who]
    else:
        who, attachment = [*(part for part in parts if re.fullmatch(r"[0-9]+", part)), "", ""][:2]
        found = [submission for submission in submissions if str(submission.user_id) == who]
    if not found or not attachment.isdecimal() or int(attachment) not in found[0].attachments:
        return None
    return _Answered(submission=found[0], shown_as=found[0].attachments[int(attachment)])


def _group_of(submissions: tuple[CanvasSubmission, ...], one: CanvasSubmission) -> tuple[CanvasSubmission, ...]:
    """Return everybody who gets the comment: in a group assignment all members."""
    if not one.group:
        return (one,)
    return tuple(submission for submission in submissions if submission.group == one.group)
