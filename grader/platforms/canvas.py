"""
Canvas: its download of submissions, names of feedback files, and its gradebook export, to be imported again.

"Download Submissions" puts all files into one folder: ``lovelaceada_LATE_4711_59876_tictactoe.py``. A name begins with
the student (or the group, with the id of one member). Then follow the user's id, which is the "ID" of Canvas's
gradebook, and the id of the attachment. Anonymous grading writes ``anon_`` and a code in place of name and id. A text
typed into Canvas ends in ``_text.html``, a typed link in ``_link.html``.

Canvas renames each file that a student hands in again: ``tictactoe-1.py``. The original name decides whether the file
is graded and can be imported, so the grader restores it. Of several copies of a file of code the newest counts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from grader.intake.file_names import is_archive, is_notebook, is_python
from grader.intake.safe_read import Entry
from grader.intake.upload import ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_row import Skipped
from grader.model.csv_file import CsvRow, read_csv
from grader.model.identity import ClassIds, FileRow, Identity, IdKind, row_keys
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import download_entries, may_be_work, not_like, written_name
from grader.platforms.grade_file import ColumnNames, GradeFile, named_column, read_number, the_column
from grader.platforms.zips import MAX_NAME, NOT_IN_NAMES, PAGE, PageName

IDS = r"(?:(?P<attachment>[1-9][0-9]{0,19})_(?P<file>.+)|(?P<typed>text|link)\.html)"
NAMED = re.compile(r"(?P<name>.+?)_(?P<late>LATE_)?(?P<user>[1-9][0-9]{0,19})_" + IDS, re.DOTALL)
LATER = re.compile(r"_(?P<late>LATE_)?(?P<user>[1-9][0-9]{0,19})_" + IDS, re.DOTALL)
FACTOR = 2
ANONYMOUS = re.compile(r"(?P<late>LATE_)?anon_(?P<user>[0-9A-Za-z]{1,20})_" + IDS, re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class CanvasName:
    """The parts of a downloaded file's name."""

    name: str
    """The student or the group, in small letters without spaces; empty for anonymous students."""
    user: str
    """The user's id, or the code of an anonymous student."""
    late: bool
    attachment: str = ""
    file: str = ""
    """The student's name for the file; empty for typed text."""
    typed: str = ""
    """``text`` or ``link`` if it was typed into Canvas."""
    doubt: str = ""


def read_names(written: Iterable[str]) -> dict[str, CanvasName]:
    """
    Return the parts of each name that Canvas may have made.

    A name such as ``team_5_4711_59876_t.py`` may mean "Team_5" or a file ``59876_t.py``, and students choose both. The
    ids of the other files decide, and a note tells about the choice.
    """
    names = list(written)
    anonymous = {name: match for name in names if (match := ANONYMOUS.fullmatch(name)) is not None}
    readings = _without_repeated({name: found for name in names if (found := _readings(name))})
    if anonymous and anonymous.keys() >= readings.keys():
        return {name: _reading(match, "") for name, match in anonymous.items()}
    sure = [found[0] for found in readings.values() if len(found) == 1]
    return {name: found[0] if len(found) == 1 else _chosen(found, sure) for name, found in readings.items()}


def _readings(written: str) -> list[CanvasName]:
    """Return all readings of a name, the one with the shortest student name first."""
    found = NAMED.fullmatch(written)
    if found is None:
        return []
    first = _reading(found, found["name"])
    # As if the number ended the name.
    later = None if found["late"] else LATER.fullmatch(written, found.end("user"))
    return [first] if later is None else [first, _reading(later, f"{first.name}_{first.user}")]


def _without_repeated(readings: dict[str, list[CanvasName]]) -> dict[str, list[CanvasName]]:
    """Return `readings` without second ones whose attachment occurs twice: attachments have unique ids."""
    seconds = Counter(found[1].attachment for found in readings.values() if len(found) > 1)
    repeated = {attachment for attachment, times in seconds.items() if attachment and times > 1}
    return {name: found[:1] if found[-1].attachment in repeated else found for name, found in readings.items()}


def _reading(found: re.Match[str], name: str) -> CanvasName:
    return CanvasName(
        name=name,
        user=found["user"],
        late=found["late"] is not None,
        attachment=found["attachment"] or "",
        file=found["file"] or "",
        typed=found["typed"] or "",
    )


def _chosen(readings: Sequence[CanvasName], sure: Sequence[CanvasName]) -> CanvasName:
    fitting = [reading for reading in readings if _looks_like(reading, sure)]
    if fitting == [readings[0]]:  # a student's file name that begins with a number
        return readings[0]
    chosen = fitting[0] if len(fitting) == 1 else readings[0]
    users = " or ".join(reading.user for reading in readings)
    return replace(chosen, doubt=f"The file's name may be that of Canvas's user {users}: taken as {chosen.user}.")


def _looks_like(reading: CanvasName, sure: Sequence[CanvasName]) -> bool:
    """Return whether the attachment is about as old as those of `sure`, and no other name has its user."""
    if any(name.user == reading.user and name.name != reading.name for name in sure):
        return False
    attachments = [int(name.attachment) for name in sure if name.attachment]
    if not (reading.attachment and attachments):
        return True
    # Canvas counts the attachments of all courses together.
    return min(attachments) // FACTOR <= int(reading.attachment) <= max(attachments) * FACTOR


COPY = re.compile(r"(?P<stem>[^.]*?[^. -])(?:-[1-9][0-9]?| ?\([1-9][0-9]?\)){1,3}(?P<ending>(?:\.[^.]+)+)", re.DOTALL)


class NewestFiles(NamedTuple):
    """The files that count, and their older copies."""

    kept: dict[str, str]
    """From the name in the download to the student's own name."""
    older: dict[str, str]
    """From an older copy's name in the download to the reason why it does not count."""
    notes: list[str]


def own_name(name: str) -> str:
    found = COPY.fullmatch(name)
    return name if found is None else found["stem"] + found["ending"]


def newest_files(files: Mapping[str, CanvasName]) -> NewestFiles:
    """Return the newest copies of one student's `files`, by their names in the download."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for written in sorted(files, key=lambda one: int(files[one].attachment)):
        by_name[own_name(files[written].file)].append(written)
    found = NewestFiles({}, {}, [])
    for name, copies in by_name.items():
        is_work = is_python(name) or is_notebook(name) or is_archive(name)
        if len(copies) > 1 and not is_work:  # `board-1.txt` and `board-2.txt` are two files
            found.kept.update((one, files[one].file) for one in copies)
            continue
        *before, newest = copies
        found.kept[newest] = name
        found.older.update(dict.fromkeys(before, f"older than {newest}"))
        if before:
            found.notes.append(f"{sanitize(name)} was handed in {len(copies)} times; the newest one is graded.")
    return found


EXPECTED = "files such as `lovelaceada_4711_59876_tictactoe.py`"
TYPED = {
    "text": "text that was typed into Canvas, no file; ask the student for the file",
    "link": "a link that was handed in instead of a file; ask the student for the file",
}


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether all possible work of students has names that Canvas makes and that fit together."""
    entries = download_entries(root)
    names = read_names([entry.name for entry in entries])
    strangers = [one for one in entries if one.name not in names and may_be_work(one, module_spec)]
    return bool(names) and not strangers and _fit_together(entries, names)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    entries = download_entries(root)
    names = read_names([entry.name for entry in entries])
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry.name not in names]
    by_user: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.name in names:  # two names with one id are two claims on the id
            by_user[names[entry.name].user, names[entry.name].name].append(entry)
    uploads: list[Upload] = []
    for owned in by_user.values():
        upload, others = _of_user(root, owned, names)
        uploads.append(upload)
        skipped += others
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped))


def _fit_together(entries: Sequence[Entry], names: dict[str, CanvasName]) -> bool:
    """Return whether attachments are unique and users have one name, which is true of ids but not of other numbers."""
    # A folder may be the unpacked zip beside it. In a doubtful name the number may be no id.
    sure = [names[one.name] for one in entries if one.name in names and not (one.is_folder or names[one.name].doubt)]
    attachments = [name.attachment for name in sure if name.attachment]
    users = Counter(user for user, _ in {(name.user, name.name) for name in names.values()})
    # One student with an odd name must not change how a class is read.
    several = sum(count > 1 for count in users.values())
    return len(set(attachments)) == len(attachments) and several * 2 < len(users)


def _of_user(root: Path, owned: Sequence[Entry], names: dict[str, CanvasName]) -> tuple[Upload, list[Skipped]]:
    """Return the upload of one user, and the files that do not belong to it."""
    files = [entry for entry in owned if not entry.is_folder and not names[entry.name].typed]
    work = files or owned[:1]
    first = names[work[0].name]
    upload = Upload(
        written=written_name(work[0]),
        people=(Person(name=first.name or f"anonymous {first.user}", source_id=first.user),),
        late=first.late,
        notes=(first.doubt,) if first.doubt else (),
    )
    skipped = [
        Skipped(name=written_name(entry), reason="not a file that was handed in")
        for entry in owned
        if entry not in work
    ]
    if files:
        newest = newest_files({one.name: names[one.name] for one in files})
        kept = tuple(UploadedFile(source=root / written, path=path) for written, path in newest.kept.items())
        notes = (*newest.notes, *upload.notes)
        upload = replace(upload, written=next(iter(newest.kept)), files=kept, notes=notes)
        skipped = [*(Skipped(name=name, reason=reason) for name, reason in newest.older.items()), *skipped]
    elif len(owned) == 1 and owned[0].is_folder:  # a zip that the instructor unpacked
        folder = root / owned[0].name
        upload = replace(upload, folder=folder, problem=folder_problem(folder))
    else:
        problem = TYPED[first.typed] if first.typed else "folders of one user; put the files into one of them"
        upload = replace(upload, problem=problem)
    return upload, skipped


ANONYMOUS_STARTS = ("anon", "LATE_anon")
"""The beginnings of names in a download with anonymous students, whose ids are codes."""
OF_ANONYMOUS = ("anon", "LATE")
LATE_END = "_LATE"


def page_name(who: Identity, _ids: ClassIds) -> PageName | None:
    """Return the name with the ids of the user and of a file: the first numbers between underscores."""
    before, is_known, rest = who.upload.partition(f"_{who.source_id}_")
    attachment = rest.partition("_")[0]
    if not (who.source_id and is_known and attachment.isascii() and attachment.isdigit()):
        return None
    prefix = ANONYMOUS_STARTS[0] if before in ANONYMOUS_STARTS else _prefix(before)
    return PageName(f"{prefix}_{who.source_id}_{attachment}_{PAGE}", who.source_id)


def _prefix(downloaded: str) -> str:
    """
    Return the beginning of a file's name in Canvas's download, such as ``lovelaceada_LATE``.

    Canvas takes the first numbers between underscores for the ids, and ``anon_`` for an anonymous student. So a student
    called "x_5" loses the underscore.
    """
    name = downloaded.removesuffix(LATE_END)
    parts = [NOT_IN_NAMES.sub("", part) for part in name.split("_")]
    misread = any(part.isdigit() for part in parts) or (len(parts) > 1 and parts[0] in OF_ANONYMOUS)
    joined = ("" if misread else "_").join(parts)[:MAX_NAME]
    number_or_code = not joined or joined.isdigit() or joined in OF_ANONYMOUS
    return f"{'student' if number_or_code else ''}{joined}{downloaded[len(name) :]}"


ASSIGNMENT = re.compile(r"(.*\S)\s\(([0-9]+)\)", re.ASCII)
"""The title of an assignment with its id, by which Canvas finds it. For another title Canvas makes a new column."""
COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
"""In the names of columns that Canvas computes."""
READ_ONLY = "(read only)"
POINTS_POSSIBLE = "Points Possible"
TEST_STUDENT = "student, test"
HIDDEN = ("muted", "manual posting")
"""Cells that begin so stand in a row about marks that students do not see yet."""
CLOSED = {"ex": "is excused (EX)", "excused": "is excused (EX)", "n/a": "does not have this assignment (N/A)"}
CONVERTED = (
    "Canvas takes UTF-8 with commas or semicolons, and this file was saved as something else; save the new one so"
)
TAKEN_FOR_POINTS = f"has a name with {POINTS_POSSIBLE} in it, which Canvas takes for full marks; enter the mark by hand"
TWICE = "stands in several rows, of which Canvas takes the last; leave one of them in the file"
UNEQUAL = (
    "the members of {} have different marks: unless the assignment is graded individually in Canvas, all of a group get"
    " the one that is imported last"
)
KINDS = {"ID": IdKind.CANVAS_USER, "SIS User ID": IdKind.STUDENT_NUMBER, "SIS Login ID": IdKind.LOGIN}


def read_gradebook(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the gradebook (ValueError, with the remedy, for another file or an unclear column)."""
    csv = read_csv(data, _is_header)
    if csv is None:
        raise ValueError(
            "not a gradebook of Canvas: its first row has the columns Student, ID and Section; export it in Canvas by"
            " Grades, Export"
        )
    header = csv.header
    id_columns = {kind: at for name, kind in KINDS.items() if (at := named_column(header, [name])) is not None}
    possible = next((row for row in csv.rows[1:] if _holds_points(row, id_columns)), None)
    candidates = {
        column: (found[1], found[2])
        for column, cell in enumerate(csv.rows[0].cells)
        if (found := ASSIGNMENT.fullmatch(cell.text))
        and not COMPUTED.search(cell.text)
        and not (possible and READ_ONLY in possible.text(column))
    }
    column = the_column(header, candidates, names.marks)
    students = [
        _student(row, number, id_columns, column)
        for number, row in enumerate(csv.rows)
        if number and row is not possible and not _is_about_columns(row)
    ]
    return GradeFile(
        csv=csv,
        column=column,
        rows=tuple(_closed_if_repeated(students)),
        on_groups=UNEQUAL,
        note=CONVERTED if csv.delimiter == "\t" or csv.file.codec != "utf-8" else "",
        possible=(read_number(possible.text(column)) or None) if possible else None,
    )


def _is_header(names: Sequence[str]) -> bool:
    first = names[:1] in (["Student"], ["LastName"])
    return first and "ID" in names and "Section" in names


def _holds_points(row: CsvRow, id_columns: dict[IdKind, int]) -> bool:
    return POINTS_POSSIBLE in row.text(0) and not any(row.text(column) for column in id_columns.values())


def _is_about_columns(row: CsvRow) -> bool:
    texts = [cell.text.strip().casefold() for cell in row.cells]
    return all(not text or text.startswith(HIDDEN) for text in texts)


def _closed_if_repeated(students: Sequence[FileRow]) -> Iterator[FileRow]:
    """Yield the rows; the rows of a student with several are closed."""
    counts = Counter(key for row in students for key in row.keys)
    for row in students:
        repeated = any(counts[key] > 1 for key in row.keys)
        yield structs.replace(row, closed=TWICE) if repeated and not row.closed else row


def _student(row: CsvRow, number: int, id_columns: dict[IdKind, int], column: int) -> FileRow:
    return FileRow(
        row=number,
        shown=row.beginning,
        keys=row_keys((kind, row.text(at)) for kind, at in id_columns.items()),
        made_up=row.text(0).casefold() == TEST_STUDENT,
        closed=TAKEN_FOR_POINTS if POINTS_POSSIBLE in row.text(0) else CLOSED.get(row.text(column).casefold(), ""),
    )
