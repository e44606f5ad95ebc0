"""The names of feedback files, by which Canvas finds the student and the submission."""

from __future__ import annotations

from grader.model.identity import Identity
from grader.model.person_match import ClassIds
from grader.platforms.feedback_zip import MAX_NAME, PAGE, PageName, file_name_part

ANONYMOUS = ("anon", "LATE_anon")
"""How the names in a download begin if students are anonymous; then the id is a code."""
OF_ANONYMOUS = ("anon", "LATE")
LATE = "_LATE"


def page_name(who: Identity, _ids: ClassIds) -> PageName | None:
    """Return the name with the ids of the user and of a file of that user, the first numbers between underscores."""
    before, is_known, rest = who.upload.partition(f"_{who.source_id}_")
    attachment = rest.partition("_")[0]
    if not (who.source_id and is_known and attachment.isascii() and attachment.isdigit()):
        return None
    prefix = ANONYMOUS[0] if before in ANONYMOUS else _prefix(before)
    return PageName(f"{prefix}_{who.source_id}_{attachment}_{PAGE}", who.source_id)


def _prefix(downloaded: str) -> str:
    """
    Return how the name of a file in Canvas's download begins, such as ``lovelaceada_LATE``.

    Canvas takes the first numbers between underscores for the ids, and what begins with ``anon_`` for anonymous: so a
    student who is called "x_5" loses the underscore.
    """
    name = downloaded.removesuffix(LATE)
    parts = [file_name_part(part) for part in name.split("_")]
    misread = any(part.isdigit() for part in parts) or (len(parts) > 1 and parts[0] in OF_ANONYMOUS)
    joined = ("" if misread else "_").join(parts)[:MAX_NAME]
    number_or_code = not joined or joined.isdigit() or joined in OF_ANONYMOUS
    return f"{'student' if number_or_code else ''}{joined}{downloaded[len(name) :]}"
