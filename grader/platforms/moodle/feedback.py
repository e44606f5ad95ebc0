"""The names of feedback files, by which Moodle finds the student."""

from __future__ import annotations

import re

from grader.model.identity import Identity
from grader.model.person_match import ClassIds, IdKind
from grader.platforms.feedback_zip import MAX_NAME, PAGE, PageName, file_name_part

NUMBER = re.compile(r"_([0-9]{1,20})_assignsubmission_", re.ASCII)


def page_name(who: Identity, ids: ClassIds) -> PageName | None:
    """Return the name with the participant's number; the underscore at its end is needed by Moodle before 4.1."""
    if who.group:  # the download has the number of the group
        return None
    found = NUMBER.search(who.upload)
    is_participant = ids.kinds == {IdKind.MOODLE_PARTICIPANT} and who.source_id.isascii() and who.source_id.isdigit()
    number = found[1] if found else who.source_id if is_participant else ""
    return PageName(f"{_plain(who.student)}_{number}_assignsubmission_file_/{PAGE}", number) if number else None


def _plain(name: str) -> str:
    """Return a name that can be no number, without the underscores that separate the parts of a file's name."""
    plain = file_name_part(name, " ")[:MAX_NAME].strip()
    return plain if plain and not plain.isdigit() else f"student {plain}".strip()
