"""
Moodle: its download, names of feedback files, the grading worksheet of an assignment, and the whole gradebook.

"Download all submissions" makes a folder per student, ``Ada Lovelace_301_assignsubmission_file/``; before Moodle 4.1
the name ends in one more underscore. Without "Download submissions in folders" all files lie in one folder,
``Ada Lovelace_301_assignsubmission_file_tictactoe.py``. The number is "Participant 301" of the grading worksheet, by
which the grader finds rows. In a group submission the number is the group's and identifies no student; a student
without a group has an entry without a number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.intake.safe_read import Entry
from grader.intake.upload import ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_row import Skipped
from grader.model.csv_file import CsvFile, CsvRow, read_csv
from grader.model.identity import ClassIds, FileRow, Identity, IdKind, row_keys
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import download_entries, mostly_like, not_like, written_name
from grader.platforms.grade_file import (
    ColumnNames,
    GradeFile,
    feedback_text,
    named_column,
    number_cell,
    read_number,
    required_column,
    the_column,
)
from grader.platforms.mark_tables import Content, Marked, NewTable, id_cell
from grader.platforms.zips import MAX_NAME, NOT_IN_NAMES, PAGE, PageName
from grader.text.spreadsheet_cell import csv_cell

ENTRY = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>[0-9]{1,20}))?_assignsubmission_(?P<kind>[a-z][a-z0-9]*)(?:_(?P<file>.*))?", re.DOTALL
)
NUMBERED = re.compile(r"(?P<word>.*\D) ?[0-9]{1,6}", re.DOTALL)
LETTERED = re.compile(r"(?P<word>.*[^ ]) [A-Z]", re.DOTALL)
GROUP_WORDS = (
    *("group", "groupe", "groep", "grup", "grupa", "grupo", "grupp", "gruppe", "gruppo", "ryhmä", "skupina"),
    *("team", "equipe", "équipe", "equipo", "группа", "команда"),
)
EXPECTED = "folders such as `Ada Lovelace_301_assignsubmission_file`"
TYPED = "text that was typed into Moodle, no file"
OTHER_KIND = "not a file that was handed in"
GROUPS = "Groups handed in, and Moodle does not say who is in them; a roster with a column for groups does."
REMEDY = "ask the student for the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    entry: Entry
    name: str
    """The name of the student or the group."""
    id: str
    """The number of the participant or the group; empty for students without a group."""
    kind: str
    """``file``, ``onlinetext``, or another kind of submission."""
    file: str
    """The student's name for the file; empty for a folder."""

    @property
    def owner(self) -> str:
        """A text that the entries of one student share."""
        return self.id or self.name


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    return mostly_like(download_entries(root), lambda entry: _named(entry) is not None, module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    entries = download_entries(root)
    named = [found for found in map(_named, entries) if found is not None]
    like = {found.entry for found in named}
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry not in like]
    by_owner: dict[str, list[_Named]] = defaultdict(list)
    for found in named:
        by_owner[found.owner].append(found)
    display = _display(named)
    uploads: list[Upload] = []
    for owned in by_owner.values():
        work = list(_work(root, owned, display))
        uploads += work or [replace(_upload(owned[0], display), problem=f"{_why_not(owned[0])}; {REMEDY}")]
        others = [one for one in (owned if work else owned[1:]) if one.kind != "file"]
        skipped += [Skipped(name=written_name(one.entry), reason=_why_not(one)) for one in others]
    notes = (GROUPS,) if display.groups else ()
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped), notes=notes)


def _named(entry: Entry) -> _Named | None:
    found = ENTRY.fullmatch(entry.name)
    # The name of a folder ends after the kind or with one underscore; that of a file goes on with the student's name.
    if found is None or bool(found["file"]) == entry.is_folder:
        return None
    return _Named(entry=entry, name=found["name"], id=found["id"] or "", kind=found["kind"], file=found["file"] or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Display:
    groups: bool
    blind: bool
    """Whether all have one name, such as "Participant", because the students are anonymous."""

    def person(self, owner: _Named) -> Person:
        """Return the student, or the group, that `owner` names."""
        if self.groups:  # no row may be found by a group's number
            return Person(name=owner.name)
        return Person(name=f"{owner.name} {owner.id}" if self.blind else owner.name, source_id=owner.id)


def _display(named: Sequence[_Named]) -> _Display:
    owners = {found.owner: found for found in named}
    names = [found.name for found in owners.values()]
    # A student without a group has an entry without a number, called "Default group" in the site's language.
    default = any(not found.id and any(word in found.name.casefold() for word in GROUP_WORDS) for found in named)
    groups = default or _are_groups(names)
    blind = not groups and (set(names) == {"Participant"} or (len(names) > 1 and len(set(names)) == 1))
    return _Display(groups=groups, blind=blind)


def _are_groups(names: Sequence[str]) -> bool:
    found = [NUMBERED.fullmatch(name) or LETTERED.fullmatch(name) for name in names]
    words = {one["word"].strip().casefold() for one in found if one is not None}
    return all(found) and len(words) == 1 and words.pop().endswith(GROUP_WORDS)


def _work(root: Path, owned: Sequence[_Named], display: _Display) -> Iterator[Upload]:
    """Yield an upload per folder of files, and one for files without a folder."""
    files = [found for found in owned if found.kind == "file"]
    for found in files:
        if found.entry.is_folder:
            folder = root / found.entry.name
            yield replace(_upload(found, display), folder=folder, problem=folder_problem(folder))
    alone = [found for found in files if not found.entry.is_folder]
    if alone:
        together = tuple(UploadedFile(source=root / one.entry.name, path=one.file) for one in alone)
        yield replace(_upload(alone[0], display), files=together)


def _upload(found: _Named, display: _Display) -> Upload:
    group = found.name if display.groups else ""
    return Upload(written=written_name(found.entry), people=(display.person(found),), group=group)


def _why_not(found: _Named) -> str:
    return TYPED if found.kind == "onlinetext" else OTHER_KIND


NUMBER = re.compile(r"_([0-9]{1,20})_assignsubmission_", re.ASCII)


def page_name(who: Identity, ids: ClassIds) -> PageName | None:
    """Return the name with the participant's number. Moodle before 4.1 needs the underscore at the end."""
    found = None if who.group else NUMBER.search(who.upload)  # that of a group has the group's number
    is_participant = ids.kinds == {IdKind.MOODLE_PARTICIPANT} and who.source_id.isascii() and who.source_id.isdigit()
    number = found[1] if found else who.source_id if is_participant else ""
    return PageName(f"{_plain(who.student)}_{number}_assignsubmission_file_/{PAGE}", number) if number else None


def _plain(name: str) -> str:
    """Return a name that is no number, and has none of the underscores that separate the parts of a file's name."""
    plain = NOT_IN_NAMES.sub(" ", name)[:MAX_NAME].strip()
    return plain if plain and not plain.isdigit() else f"student {plain}".strip()


PARTICIPANT = re.compile(r"(.*?)([0-9]{1,18})", re.ASCII | re.DOTALL)
"""``Participant 301``. Moodle translates the word, and writes the same one in every row."""
GRADE = ("Grade", "Bewertung", "Note", "Calificación", "Valutazione", "Nota", "Avaliação", "Beoordeling", "Cijfer")
"""The names of the column of marks in some languages. For others the user names the column."""
COMMENTS = (
    "Feedback comments",
    "Feedback als Kommentar",
    "Feedback par commentaires",
    "Comentarios de retroalimentación",
    "Commenti di feedback",
)
LOGINS = {
    IdKind.LOGIN: ("Username", "Anmeldename", "Nom d'utilisateur", "Nombre de usuario"),
    IdKind.STUDENT_NUMBER: ("ID number", "idnumber", "ID-Nummer", "Numéro d'identification", "Número de ID"),
}
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")
NO = {"no", "nein", "non", "não", "nee"}
"""No in some languages: after the column of marks Moodle says whether the mark can be changed."""
GRADE_ITEM = re.compile(r"(.*\S)\s*\(([^()]*)\)", re.DOTALL)  # ``Assignment: Tic-Tac-Toe (Real)``
FEEDBACK = ("feedback", "rückmeldung", "retroalimentación", "commentaires")
NO_MARKS = (*FEEDBACK, "percentage", "prozentsatz", "letter", "note in buchstaben")


def read_worksheet(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the worksheet (ValueError, with the remedy, for another file or an unclear column)."""
    csv = read_csv(data, lambda found: len(found) > 1, by_php=True)
    person = None if csv is None else _participants(csv, names.person)
    if csv is None or person is None:
        raise ValueError(
            "not a grading worksheet of Moodle: no column holds ids such as Participant 301; download it in the"
            " assignment by Download grading worksheet, or name the column by --id-column"
        )
    header = csv.header
    column = required_column(header, names.marks) if names.marks else named_column(header, GRADE)
    if column is None:
        raise ValueError("the column of marks has a name in a language that grader does not know; name it by --column")
    _refuse_ids(csv, column, person)
    # Full marks stand beside the marks in every language.
    full = {row.text(column + 1) for row in csv.rows[1:]}
    possible = read_number(full.pop()) if len(full) == 1 else None
    if possible is None:
        raise ValueError(
            "beside the column of marks there are no full marks: grader enters points, and no words of a scale; or name"
            " the column of marks by --column"
        )
    return GradeFile(
        csv=csv,
        column=column,
        rows=_students(csv, person, column),
        possible=possible,
        takes_more=False,
        feedback=required_column(header, names.feedback) if names.feedback else named_column(header, COMMENTS),
        html=True,
    )


def read_gradebook(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the gradebook (ValueError, with the remedy, for another file or an unclear column)."""
    csv = read_csv(data, lambda found: len(found) > 1, by_php=True)
    if csv is None or not (_id_columns(csv) or names.person):
        raise ValueError(
            "not a gradebook of Moodle: no column holds e-mail addresses, ID numbers or user names; export it in Moodle"
            " by Grades, Export, Plain text file"
        )
    header = csv.header
    items = {at: found for at, name in enumerate(header) if (found := GRADE_ITEM.fullmatch(name))}
    candidates = {at: (found[1],) for at, found in items.items() if found[2].casefold() not in NO_MARKS}
    column = the_column(header, candidates, names.marks)
    item = items[column][1]
    texts = [at for at, found in items.items() if found[1] == item and found[2].casefold() in FEEDBACK]
    feedback = required_column(header, names.feedback) if names.feedback else next(iter(texts), None)
    person = required_column(header, names.person) if names.person else None
    _refuse_ids(csv, column, person)
    return GradeFile(
        csv=csv,
        column=column,
        rows=_students(csv, person, None),
        feedback=feedback,
        html=True,
    )


def _participants(csv: CsvFile, wanted: str) -> int | None:
    """Return the column with the ids of participants: in each row the same word with a number, in any language."""
    if wanted:
        return required_column(csv.header, wanted)
    for column in range(len(csv.header)):
        found = [PARTICIPANT.fullmatch(row.text(column)) for row in csv.rows[1:]]
        if found and all(found) and len({one[1] for one in found if one}) == 1 and found[0] and found[0][1]:
            return column
    return None


def _id_columns(csv: CsvFile) -> dict[IdKind, int]:
    """Return the columns with logins, ID numbers and addresses, which the grader knows by their look."""
    columns = {kind: at for kind, names in LOGINS.items() if (at := named_column(csv.header, names)) is not None}
    for column in range(len(csv.header)):
        texts = [text for row in csv.rows[1:] if (text := row.text(column))]
        if texts and all(map(ADDRESS.fullmatch, texts)):
            return {**columns, IdKind.EMAIL: column}
    return columns


def _refuse_ids(csv: CsvFile, marks: int, person: int | None) -> None:
    """Raise ValueError if the column `marks` holds ids of students: its cells must stay."""
    if marks in {person, *_id_columns(csv).values()}:
        raise ValueError("the column of marks holds ids or addresses, so cells are shifted; download the file again")


def _students(csv: CsvFile, person: int | None, column: int | None) -> tuple[FileRow, ...]:
    ids = _id_columns(csv)
    return tuple(
        FileRow(
            row=at,
            shown=row.beginning,
            keys=row_keys([*((kind, row.text(one)) for kind, one in ids.items()), *_participant(row.text(person))]),
            closed="is locked in Moodle" if column is not None and _is_locked(row, column) else "",
        )
        for at, row in enumerate(csv.rows)
        if at
    )


def _participant(text: str) -> Iterator[tuple[IdKind, str]]:
    found = PARTICIPANT.fullmatch(text)
    if found:
        yield IdKind.MOODLE_PARTICIPANT, found[2]


def _is_locked(row: CsvRow, column: int) -> bool:
    # Between full marks and this answer the state of the marking workflow may stand.
    return any(row.text(one).casefold() in NO for one in (column + 2, column + 3))


IDS = ("username", "email", "idnumber")
"""The columns by which Moodle's gradebook finds students. An empty cell there means the student of the row above."""
NOT_FOUND = (
    "login, address or ID number, by which Moodle finds the others, is not known or is that of somebody else too; name"
    " a roster when the class is graded"
)


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    """Return a row for each student whom Moodle can find by the columns of the table."""
    columns, found = _columns(marked, content.ids)
    return NewTable(
        rows=_rows([one for one in marked if one.who.id in found], columns, content),
        lost=tuple(f"{sanitize(one.who.label)}: {NOT_FOUND}" for one in marked if one.who.id not in found),
    )


def _rows(marked: Sequence[Marked], columns: Sequence[str], content: Content) -> Iterator[Sequence[str]]:
    title = csv_cell(content.title)
    yield [*columns, title, f"{title} feedback"]
    for one in marked:
        ids = _ids(one.who, content.ids)
        text = feedback_text(one.result, as_html=True)
        yield [*(ids[name] for name in columns), number_cell(one.mark, comma=False), text]


def _columns(marked: Sequence[Marked], of_class: ClassIds) -> tuple[list[str], frozenset[str]]:
    """Return the column that finds the most students, further columns that find all these, and their ids."""
    found: dict[str, frozenset[str]] = {}
    ids = {one.who.id: _ids(one.who, of_class) for one in marked}
    for column in IDS:
        counts = Counter(known[column] for known in ids.values())
        found[column] = frozenset(who for who, known in ids.items() if known[column] and counts[known[column]] == 1)
    most = max(IDS, key=lambda column: len(found[column]))
    return [column for column in IDS if found[column] >= found[most]], found[most]


def _ids(who: Identity, of_class: ClassIds) -> Mapping[str, str]:
    # Ids of the download or a roster. Moodle's own ids are of participants, whom the gradebook does not know.
    are_numbers = of_class.kinds in (frozenset({IdKind.STUDENT_NUMBER}), frozenset(IdKind))
    number = who.source_id if are_numbers else ""
    return dict(zip(IDS, map(id_cell, (who.login, who.email, number)), strict=True))
