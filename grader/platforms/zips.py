"""
The zips of a class: the pages, which a platform assigns to students by their names, and the code for Dolos.

Dolos shows copies on pages of its own. It gets a file per student and `info.csv`.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.intake.student_ids import is_safe_id
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.identity import ClassIds, Identity
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.platforms.mark_tables import Exported, no_mark
from grader.similarity.works import code_of
from grader.text.spreadsheet_cell import csv_cell, csv_text

if TYPE_CHECKING:
    from grader.platforms.registry import Feedback

PAGE = "report.html"
FEEDBACK = "feedback.html"
NOT_IN_NAMES = re.compile(r"""[\x00-\x1f_/\\:*?"<>|.~]+""")
"""Signs that no file's name can have, and the underscores that separate its parts."""
MAX_NAME = 60  # characters of a student's name
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that equal files give an equal zip."""
READABLE = 0o100644 << 16
SHARED = "somebody else has the same id on the platform; find out whose it is"


class PageName(NamedTuple):
    path: str
    student: str
    """The part of the name by which the platform finds the student."""


def in_folder(who: Identity, _ids: ClassIds) -> PageName | None:
    """Return the page in a folder with the student's id, for classes of plain folders or repositories."""
    return PageName(f"{who.id}/{FEEDBACK}", who.id) if is_safe_id(who.id) else None


def feedback_zip(
    rows: Sequence[ClassRow], names: Feedback, ids: ClassIds, page: Callable[[ClassRow], bytes], *, so_far: bool = True
) -> Exported:
    """
    Return the pages of `rows` under the `names` of a platform; `ids` are the kinds of ids of the class.

    Pages with missing points are in the zip only if marks `so_far` count. A student without a mark gets a page with the
    reason.
    """
    without_mark, lost, nameless = [], [], []
    pages: dict[str, ClassRow] = {}
    by_id = {student_of(row).id: names.page_name(student_of(row), ids) for row in rows}
    claims = Counter(name.student for name in by_id.values() if name)
    for row in sorted(rows, key=lambda one: student_of(one).id):
        who = student_of(row)
        name = by_id[who.id]
        reason = no_mark(row, so_far=so_far)
        has_none = isinstance(row, NotGraded) or row.score is None
        is_sole = name is not None and claims[name.student] == 1
        if reason:
            told = "; the page says so" if has_none and is_sole else ""
            without_mark.append(f"{sanitize(who.label)}: {reason}{told}")
        elif name is None and isinstance(row, Result):
            nameless.append(row)
        elif not is_sole:
            lost.append(f"{sanitize(who.label)}: {SHARED}")
        if name is not None and is_sole and (has_none or not reason):
            pages[name.path] = row
    graded = [one for one in pages.values() if isinstance(one, Result)]
    for row in nameless:
        lost += _lost(row, names.missing, graded)
    return Exported(
        data=zipped({name: page(row) for name, row in pages.items()}),
        entered=len(pages),
        lost=tuple(lost),
        without_mark=tuple(without_mark),
    )


def zipped(members: Mapping[str, bytes], programs: Collection[str] = ()) -> bytes:
    """Return a zip of `members` by their paths; those in `programs` may be executed."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, FIRST_DAY)
            member.create_system = 3  # Unix, so that the mode counts
            member.external_attr = READABLE | (0o111 << 16 if name in programs else 0)
            # Wheels are compressed already.
            member.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return target.getvalue()


def _lost(row: Result, missing: str, graded: Sequence[Result]) -> Iterator[str]:
    """Yield why `row` has no page; nothing if the page of a group member serves as well."""
    who, name = row.submission, sanitize(row.submission.label)
    of_group = [one for one in graded if who.group and one.submission.upload == who.upload]
    if not of_group:
        yield f"{name}: {missing}"
    elif of_group[0].score != row.score:
        # On such a platform the name of the group's page is that of one member.
        other = of_group[0].submission.id
        yield f"{name}: the whole group gets the page of {other} from the platform, and that has another mark"


INFO = "info.csv"
COLUMNS = ("filename", "full_name", "created_at", "label", "ignored")
STARTER = "handed-out/starter.py"


def dolos_zip(results: Sequence[Result], starter: str | None) -> bytes:
    """Return the code of `results`, all files of a student as one; Dolos removes the code of the `starter`."""
    files, rows = {}, []
    for result in results:
        who, name = result.submission, f"files/{result.submission.id}.py"
        if result.source:
            files[name] = code_of(result)
            rows.append((name, csv_cell(who.student), who.submitted_at, csv_cell(who.section), "false"))
    if starter is not None:
        files[STARTER] = starter
        rows.append((STARTER, "handed out", "", "", "true"))
    members = {INFO: csv_text((COLUMNS, *rows)), **files}
    return zipped({name: text.encode("utf-8", "replace") for name, text in members.items()})
