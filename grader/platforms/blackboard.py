"""
Blackboard: its "Assignment File Download", and its gradebook, downloaded for offline work and uploaded again.

File names are flat: ``Tic-Tac-Toe_ada01_attempt_2026-09-01-14-22-32_tictactoe.py``. Each attempt also has a receipt of
Blackboard, whose name ends after the time. The receipt has the student's name and user name, the time with its zone,
and typed text. A download may have several attempts of one student: the newest counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import Entry
from grader.intake.upload import ClassListing, Person, Upload, UploadedFile
from grader.model.class_row import Skipped
from grader.model.csv_file import read_csv
from grader.model.identity import FileRow, IdKind, row_keys
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import common_start, download_entries, mostly_like, not_like, read_text
from grader.platforms.grade_file import ColumnNames, GradeFile, named_column, read_number, required_column, the_column

MAX_KIB = 1024
"""A receipt holds the text that a student typed into the form."""
NAME = re.compile(r"Name: (?P<name>.*) \((?P<login>[^()]+)\)\s*")
DATE = re.compile(
    r"Date Submitted: \w+, (?P<day>.{1,40}?) (?P<clock>[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?P<half> [AP]M)?)"
    r"(?: o'clock)? (?P<zone>[A-Z]{2,5})\s*"
)
HEAD_LINES = 4
TYPED = "Submission Field:"
FILES = "Files:"
ORIGINAL, WRITTEN = "\tOriginal filename: ", "\tFilename: "
# Abbreviations with one meaning everywhere: CST is another time in Chicago than in Shanghai.
ZONES = {
    "UTC": "+00:00", "GMT": "+00:00", "WET": "+00:00", "BST": "+01:00", "WEST": "+01:00", "CET": "+01:00",
    "CEST": "+02:00", "EET": "+02:00", "EEST": "+03:00", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00",
    "MST": "-07:00", "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00", "AEST": "+10:00", "AEDT": "+11:00",
    "NZST": "+12:00", "NZDT": "+13:00",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The facts of a receipt; missing or unreadable facts are empty."""

    name: str = ""
    login: str = ""
    submitted_at: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    """From a file's name in the download to the student's name for the file."""


def read_receipt(path: Path) -> Receipt | None:
    """Return the receipt at `path`, None if it cannot be read: the names of the files say enough."""
    try:
        lines = read_text(path, path.name, MAX_KIB).splitlines()
    except UserError:
        return None
    # The student's typed text follows, and may imitate these lines.
    head = lines[: lines.index(TYPED)] if TYPED in lines else lines[:HEAD_LINES]
    who = next((found for line in head if (found := NAME.fullmatch(line)) is not None), None)
    return Receipt(
        name=who["name"] if who else "",
        login=who["login"] if who else "",
        submitted_at=next((time for line in head if (time := _instant(line))), ""),
        files=_files(lines),
    )


def _instant(line: str) -> str:
    """Return the time in a line such as ``Date Submitted: Tuesday, September 1, 2026 2:22:32 PM CEST``."""
    found = DATE.fullmatch(line)
    offset = ZONES.get(found["zone"]) if found is not None else None
    if found is None or offset is None:
        return ""
    day = "%B %d, %Y" if "," in found["day"] else "%d %B %Y"
    clock = "%I:%M:%S %p" if found["half"] else "%H:%M:%S"
    try:
        return datetime.strptime(f"{found['day']} {found['clock']} {offset}", f"{day} {clock} %z").isoformat()
    except ValueError:
        return ""


def _files(lines: Sequence[str]) -> dict[str, str]:
    start = max((number for number, line in enumerate(lines) if line == FILES), default=len(lines))
    names: dict[str, str] = {}
    for original, written in pairwise(lines[start + 1 :]):
        if original.startswith(ORIGINAL) and written.startswith(WRITTEN):
            name = original.removeprefix(ORIGINAL).replace("\\", "/").rpartition("/")[2]
            names[written.removeprefix(WRITTEN)] = name
    return names


ENTRY = re.compile(
    r"(?P<owner>.+?)_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?:_(?P<file>.+)|(?P<receipt>\.txt))", re.DOTALL
)
EXPECTED = "files such as `Tic-Tac-Toe_ada01_attempt_2026-09-01-14-22-32_tictactoe.py`"
REMEDY = "ask the student for the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    owner: str
    """The name of the assignment and the user name, with a ``_`` between them."""
    time: str
    files: dict[str, str] = field(default_factory=dict)
    """From the name in the download to the student's own name."""
    written: str = ""  # name of the receipt
    receipt: Receipt | None = None

    @property
    def login(self) -> str:
        """The user name in the receipt if `owner` ends with it; else empty."""
        login = self.receipt.login if self.receipt else ""
        return login if login and self.owner.endswith(f"_{login}") else ""


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    return mostly_like(download_entries(root), lambda entry: _named(entry) is not None, module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per student, of the newest attempt."""
    entries = download_entries(root)
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if not _named(entry)]
    every = list(_attempts(root, filter(None, map(_named, entries))))
    by_owner: dict[str, list[_Attempt]] = defaultdict(list)
    for attempt in every:
        by_owner[attempt.owner].append(attempt)
    assignment = _assignment([attempts[-1] for attempts in by_owner.values()])
    uploads: list[Upload] = []
    for *older, newest in by_owner.values():
        numbered = [_upload(root, one, older[:at], assignment) for at, one in enumerate(older)]
        earlier = tuple(
            replace(one, notes=(f"Attempt {at} of {len(older) + 1} is graded.",))
            for at, one in reversed(list(enumerate(numbered, 1)))
            if one.files
        )
        uploads.append(replace(_upload(root, newest, older, assignment), earlier=earlier))
        reason = f"an older attempt; that of {newest.time} is graded"
        skipped += [
            Skipped(name=name, reason=reason) for attempt in older for name in attempt.files or [attempt.written]
        ]
    skipped += _receipts(every)
    is_said = any(attempt.receipt for attempt in every)
    note = f"No receipt says the user names: they were taken from what follows {assignment} in the files' names."
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped), notes=() if is_said else (note,))


def _named(entry: Entry) -> re.Match[str] | None:
    return None if entry.is_folder else ENTRY.fullmatch(entry.name)


def _attempts(root: Path, named: Iterable[re.Match[str]]) -> Iterator[_Attempt]:
    """Yield the attempts of all students, those of one student in the order of time."""
    found: dict[tuple[str, str], list[re.Match[str]]] = defaultdict(list)
    for match in named:
        found[match["owner"], match["time"]].append(match)
    for (owner, time), matches in sorted(found.items()):
        written = next((match[0] for match in matches if match["receipt"]), "")
        yield _Attempt(
            owner=owner,
            time=time,
            files={match[0]: match["file"] for match in matches if not match["receipt"]},
            written=written,
            receipt=read_receipt(root / written) if written else None,
        )


def _assignment(attempts: Sequence[_Attempt]) -> str:
    """
    Return the text before the user names: the name of the assignment, and the ``_`` after it.

    The receipts tell the user names. Without receipts the common start of all names counts; with one student only, all
    up to the last ``_``, because user names rarely have one.
    """
    for attempt in attempts:
        if attempt.login:
            return attempt.owner.removesuffix(attempt.login)
    return common_start([attempt.owner for attempt in attempts], "_")


def _upload(root: Path, attempt: _Attempt, older: Sequence[_Attempt], assignment: str) -> Upload:
    receipt = attempt.receipt or Receipt()
    login = attempt.login or attempt.owner.removeprefix(assignment)
    with_files = next((one.time for one in reversed(older) if one.files), "")
    earlier = f" (the attempt of {with_files} has files)" if with_files else ""
    return Upload(
        written=next(iter(attempt.files), attempt.written),
        people=(Person(name=receipt.name or login, source_id=login, login=login),),
        files=tuple(
            UploadedFile(source=root / written, path=receipt.files.get(written) or file)
            for written, file in attempt.files.items()
        ),
        submitted_at=receipt.submitted_at,
        notes=(f"Attempt {len(older) + 1} of {len(older) + 1}, the newest, is graded.",) if older else (),
        problem="" if attempt.files else f"holds no file, only what was typed into Blackboard{earlier}; {REMEDY}",
    )


def _receipts(attempts: Sequence[_Attempt]) -> list[Skipped]:
    """Return one entry for the receipts of all `attempts`, because each attempt has one."""
    written = [attempt.written for attempt in attempts if attempt.written and attempt.files]
    if not written:
        return []
    more = f" and {len(written) - 1} more receipts" if written[1:] else ""
    return [Skipped(name=f"{written[0]}{more}", reason="read for names and times")]


COLUMN = re.compile(r"(.*)\[([^\[\]]*)\]\s*\|\s*([0-9]+)", re.ASCII | re.DOTALL)
"""The title of a column, its points, and the id by which Blackboard finds it: ``Lab 1 [Total Pts: 20 Score] |981``."""
POINTS = re.compile(r":\s*([0-9.,]+)", re.ASCII)
"""The points of a computed column are ``up to 100``: no mark can be entered there."""
FEEDBACK = ("Feedback to Learner", "Feedback to User", "Feedback to Student")
FEEDBACK_FORMAT = ("Feedback Format",)
PLAIN_TEXT = "SMART_TEXT"


def read_gradebook(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the gradebook (ValueError, with the remedy, for another file or an unclear column)."""
    csv = read_csv(data, lambda found: "Username" in found and any(map(COLUMN.fullmatch, found)))
    if csv is None:
        raise ValueError(
            "not a gradebook of Blackboard: its first row has the column Username and columns such as"
            ' "Lab 1 [Total Pts: 20 Score] |981"; download it in Blackboard by Work Offline, Download'
        )
    header = csv.header
    columns = {at: found for at, name in enumerate(header) if (found := COLUMN.fullmatch(name))}
    candidates = {at: (found[1].strip(), found[3]) for at, found in columns.items() if POINTS.search(found[2])}
    column = the_column(header, candidates, names.marks)
    points = POINTS.search(columns[column][2])
    login, number = named_column(header, ["Username"]), named_column(header, ["Student ID"])
    return GradeFile(
        csv=csv,
        column=column,
        rows=tuple(
            FileRow(
                row=at,
                shown=row.beginning,
                keys=row_keys([(IdKind.LOGIN, row.text(login)), (IdKind.STUDENT_NUMBER, row.text(number))]),
            )
            for at, row in enumerate(csv.rows)
            if at
        ),
        possible=(read_number(points[1]) or None) if points else None,
        feedback=required_column(header, names.feedback) if names.feedback else named_column(header, FEEDBACK),
        format=named_column(header, FEEDBACK_FORMAT),
        format_name=PLAIN_TEXT,
    )
