"""The pages of a class as one zip that a learning platform takes apart: each file's name says whose it is."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grader.platforms.gradebooks.mark_choice import no_mark
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.identity import Identity
from grader.model.result import Result
from grader.model.sanitize import sanitize

PAGE = "report.html"
OF_MOODLE = re.compile(r"_([0-9]{1,20})_assignsubmission_", re.ASCII)
NOT_IN_NAMES = re.compile(r"""[\x00-\x1f_/\\:*?"<>|.~]+""")
ANONYMOUS = ("anon", "LATE_anon")
"""How Canvas's file names begin if students are anonymous; then the id is a code."""
OF_ANONYMOUS = ("anon", "LATE")
LATE = "_LATE"
MAX_NAME = 60
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same pages give the same zip."""
READABLE = 0o644 << 16
SHARED = "somebody else has the same id on the platform; find out whose it is"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackZip:
    """A zip with a page per student, and whose page is not in it."""

    data: bytes
    pages: int
    lost: tuple[str, ...]
    """Sentences, each about a student whose page could get no name."""
    without_mark: tuple[str, ...]
    """Students who have no page."""


def feedback_zip(
    rows: Sequence[ClassRow], platform: str, layout: str, page: Callable[[Result], bytes], *, so_far: bool = True
) -> FeedbackZip:
    """
    Return the pages of `rows` under the names that `platform` expects, one of `PLATFORMS`.

    `layout` is the name of the class's download, empty if it is not known. Pages that some points are missing from are
    in it only if marks `so_far` count.
    """
    without_mark, lost, nameless = [], [], []
    pages: dict[str, Result] = {}
    names = {student_of(row).id: PLATFORMS[platform](student_of(row), layout) for row in rows}
    claims = Counter(_person(name) for name in names.values() if name)
    for row in sorted(rows, key=lambda one: student_of(one).id):
        who = student_of(row)
        name = names[who.id]
        reason = no_mark(row, so_far=so_far)
        if reason or isinstance(row, NotGraded):
            without_mark.append(f"{sanitize(who.label)}: {reason}")
        elif not name:
            nameless.append(row)
        elif claims[_person(name)] > 1:
            lost.append(f"{sanitize(who.label)}: {SHARED}")
        else:
            pages[name] = row
    for row in nameless:
        lost += _lost(row, platform, [one for one in pages.values() if _is_of_group(row, one)])
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, result in pages.items():
            member = zipfile.ZipInfo(name, FIRST_DAY)
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, READABLE
            archive.writestr(member, page(result))
    return FeedbackZip(data=target.getvalue(), pages=len(pages), lost=tuple(lost), without_mark=tuple(without_mark))


def _person(name: str) -> str:
    """Return by what a platform finds the student: the first number between underscores, or an anonymous code."""
    first, second, *others = name.split("_")
    return second if first == ANONYMOUS[0] else next(part for part in (second, *others) if part.isdigit())


def _is_of_group(one: Result, other: Result) -> bool:
    return bool(one.submission.group) and one.submission.upload == other.submission.upload


def _lost(row: Result, platform: str, of_group: Sequence[Result]) -> Iterator[str]:
    """Yield why `row` has no page; nothing if the page of a member of the group is just as good."""
    name = sanitize(row.submission.label)
    if not of_group:
        yield f"{name}: {MISSING[platform]}"
    elif of_group[0].score != row.score:
        # Only Canvas's names are those of one member.
        other = of_group[0].submission.id
        yield f"{name}: the whole group gets the page of {other} from Canvas, and that has another mark"


def _moodle_name(who: Identity, layout: str) -> str:
    """Return the name with the participant's number; the underscore at its end is needed by Moodle before 4.1."""
    if who.group:  # the download has the number of the group
        return ""
    found = OF_MOODLE.search(who.upload)
    own = who.source_id if layout == "moodle" and who.source_id.isascii() and who.source_id.isdigit() else ""
    number = found[1] if found else own
    return f"{_plain(who.student)}_{number}_assignsubmission_file_/{PAGE}" if number else ""


def _canvas_name(who: Identity, _layout: str) -> str:
    """Return the name with the ids of the user and of a file of that user, the first numbers between underscores."""
    before, is_known, rest = who.upload.partition(f"_{who.source_id}_")
    attachment = rest.partition("_")[0]
    if not (who.source_id and is_known and attachment.isascii() and attachment.isdigit()):
        return ""
    if before in ANONYMOUS:
        return f"{ANONYMOUS[0]}_{who.source_id}_{attachment}_{PAGE}"
    return f"{_prefix(before)}_{who.source_id}_{attachment}_{PAGE}"


def _prefix(downloaded: str) -> str:
    """
    Return how the name of a file in Canvas's download begins, such as ``lovelaceada_LATE``.

    Canvas takes the first numbers between underscores for the ids, and what begins with ``anon_`` for anonymous: so a
    student who is called "x_5" loses the underscore.
    """
    name = downloaded.removesuffix(LATE)
    parts = [NOT_IN_NAMES.sub("", part) for part in name.split("_")]
    misread = any(part.isdigit() for part in parts) or (len(parts) > 1 and parts[0] in OF_ANONYMOUS)
    joined = ("" if misread else "_").join(parts)[:MAX_NAME]
    number_or_code = not joined or joined.isdigit() or joined in OF_ANONYMOUS
    return f"{'student' if number_or_code else ''}{joined}{downloaded[len(name) :]}"


def _plain(name: str) -> str:
    """Return a name without what is no part of a file's name, and without the underscores that separate its parts."""
    plain = NOT_IN_NAMES.sub(" ", name)[:MAX_NAME].strip()
    return plain if plain and not plain.isdigit() else f"student {plain}".strip()


PLATFORMS: dict[str, Callable[[Identity, str], str]] = {"moodle": _moodle_name, "canvas": _canvas_name}
"""By the names of the platforms: the name of a student's page; empty if what it needs is not known."""
MISSING = {
    "moodle": "Moodle's number of the participant is not known; grade the class as downloaded from Moodle",
    "canvas": "the ids in Canvas's file name are not known; grade the class as downloaded from Canvas",
}
