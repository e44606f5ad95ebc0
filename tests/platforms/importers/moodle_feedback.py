"""Moodle: an assignment's "Upload multiple feedback files in a zip"."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.platforms.importers.outcome import FeedbackFile, Ignored, Outcome

PLUGINS = {
    ("assignsubmission", "file"),
    ("assignsubmission", "onlinetext"),
    ("assignfeedback", "file"),
    ("assignfeedback", "comments"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A participant of the assignment: the submitted files and the feedback files that are there, by path."""

    id: int
    submitted: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """Whose file it is, and under which path."""

    participant: Participant
    path: str


def import_moodle_feedback(participants: tuple[Participant, ...], upload: bytes) -> Outcome:
    """Return the feedback files that this zip would hand out."""
    by_id = {participant.id: participant for participant in participants}
    files: list[FeedbackFile] = []
    ignored: list[Ignored] = []
    with zipfile.ZipFile(io.BytesIO(upload)) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            content = archive.read(member)
            target = _target(by_id, member.filename)
            if target is None:
                ignored.append(Ignored(where=member.filename, reason="names no participant"))
            elif target.participant.submitted.get(target.path) == content:
                ignored.append(Ignored(where=member.filename, reason="the same file that was submitted"))
            else:
                files.append(FeedbackFile(student=str(target.participant.id), shown_as=target.path, content=content))
    return Outcome(files=tuple(files), ignored=tuple(ignored))


def _target(by_id: Mapping[int, Participant], path: str) -> _Target | None:
    """Find the first part of the path of the form ``name_id_plugintype_plugin[_rest]`` that names a participant."""
    parts = path.split("/")
    if parts[-1].startswith((".", "~")):
        return None
    for index, part in enumerate(parts):
        pieces = part.split("_", 4)
        if len(pieces) < 4 or not pieces[1].isdecimal() or int(pieces[1]) not in by_id:
            continue
        if (pieces[2], pieces[3]) not in PLUGINS:
            continue
        rest = "/".join([*pieces[4:], *parts[index + 1 :]]).lstrip("/")
        return _Target(participant=by_id[int(pieces[1])], path=rest)
    return None
