"""Moodle's grading worksheet of one assignment, and its export of the whole gradebook, to be uploaded again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.csv_file import CsvFile, CsvRow, read_csv
from grader.model.identity import ClassIds, FileRow, Identity, IdKind, row_keys
from grader.model.sanitize import sanitize
from grader.platforms.gradebooks.grade_file import (
    ColumnNames,
    FeedbackColumn,
    GradeFile,
    feedback_text,
    named_column,
    number_cell,
    read_number,
    required_column,
    the_column,
)
from grader.platforms.gradebooks.mark_tables import Content, Marked, NewTable, id_cell
from grader.text.spreadsheet_cell import csv_cell

PARTICIPANT = re.compile(r"(.*?)([0-9]{1,18})", re.ASCII | re.DOTALL)
"""``Participant 301``; Moodle translates the word and writes the same one in every row."""
GRADE = ("Grade", "Bewertung", "Note", "Calificación", "Valutazione", "Nota", "Avaliação", "Beoordeling", "Cijfer")
"""The names of the column of marks in some languages; for others the user gives it."""
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
"""Behind the column of marks: whether the mark can be changed."""
GRADE_ITEM = re.compile(r"(.*\S)\s*\(([^()]*)\)", re.DOTALL)
"""``Assignment: Tic-Tac-Toe (Real)``"""
FEEDBACK = ("feedback", "rückmeldung", "retroalimentación", "commentaires")
NO_MARKS = (*FEEDBACK, "percentage", "prozentsatz", "letter", "note in buchstaben")


def read_worksheet(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the worksheet; ValueError, with the remedy, if it is none or a column is not clear."""
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
    # Full marks stand beside it in every language.
    full = {row.text(column + 1) for row in csv.rows[1:]}
    possible = read_number(full.pop()) if len(full) == 1 else None
    if possible is None:
        raise ValueError(
            "beside the column of marks there are no full marks: grader enters points, and no words of a scale; or name"
            " the column of marks by --column"
        )
    feedback = required_column(header, names.feedback) if names.feedback else named_column(header, COMMENTS)
    return GradeFile(
        csv=csv,
        column=column,
        rows=_students(csv, person, column),
        possible=possible,
        takes_more=False,
        feedback=None if feedback is None else FeedbackColumn(column=feedback, html=True),
    )


def read_gradebook(data: bytes, names: ColumnNames) -> GradeFile:
    """Return the gradebook; ValueError, with the remedy, if it is none or a column is not clear."""
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
        feedback=None if feedback is None else FeedbackColumn(column=feedback, html=True),
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
    """Return the columns with logins, ID numbers and addresses, which are known by what they look like."""
    columns = {kind: at for kind, names in LOGINS.items() if (at := named_column(csv.header, names)) is not None}
    for column in range(len(csv.header)):
        texts = [text for row in csv.rows[1:] if (text := row.text(column))]
        if texts and all(map(ADDRESS.fullmatch, texts)):
            return {**columns, IdKind.EMAIL: column}
    return columns


def _refuse_ids(csv: CsvFile, marks: int, person: int | None) -> None:
    """Raise ValueError if the column `marks` is one that students are found by: its cells must stay."""
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
"""By these columns Moodle's gradebook finds students; a row with an empty one counts there for the student above."""
NOT_FOUND = (
    "login, address or ID number, by which Moodle finds the others, is not known or is that of somebody else too; name"
    " a roster when the class is graded"
)


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    """Return a row for each student that Moodle finds by the columns of the table."""
    known = _columns(marked, content.ids)
    return NewTable(
        rows=_rows([one for one in marked if known.finds(one)], known.columns, content),
        lost=tuple(f"{sanitize(one.who.label)}: {NOT_FOUND}" for one in marked if not known.finds(one)),
    )


def _rows(marked: Sequence[Marked], columns: Sequence[str], content: Content) -> Iterator[Sequence[str]]:
    title = csv_cell(content.title)
    yield [*columns, title, f"{title} feedback"]
    for one in marked:
        ids = _ids(one.who, content.ids)
        text = feedback_text(one.result, as_html=True)
        yield [*(ids[name] for name in columns), number_cell(one.mark, comma=False), text]


@dataclass(frozen=True, slots=True, kw_only=True)
class _FoundBy:
    """The columns by which Moodle finds students, and of whom each of them holds an id that nobody else has."""

    columns: tuple[str, ...]
    found: frozenset[str]

    def finds(self, one: Marked) -> bool:
        return one.who.id in self.found


def _columns(marked: Sequence[Marked], of_class: ClassIds) -> _FoundBy:
    """Return the column by which most are found, and all others by which they are."""
    found: dict[str, frozenset[str]] = {}
    ids = {one.who.id: _ids(one.who, of_class) for one in marked}
    for column in IDS:
        counts = Counter(known[column] for known in ids.values())
        found[column] = frozenset(who for who, known in ids.items() if known[column] and counts[known[column]] == 1)
    most = max(IDS, key=lambda column: len(found[column]))
    return _FoundBy(columns=tuple(column for column in IDS if found[column] >= found[most]), found=found[most])


def _ids(who: Identity, of_class: ClassIds) -> Mapping[str, str]:
    # In a download of Moodle itself the id is that of a participant, which the gradebook does not know.
    number = who.source_id if _are_numbers(of_class) else ""
    return dict(zip(IDS, map(id_cell, (who.login, who.email, number)), strict=True))


def _are_numbers(of_class: ClassIds) -> bool:
    """Return whether ids may be numbers of the university: those of the download are, or come from a roster."""
    return of_class.kinds in (frozenset({IdKind.STUDENT_NUMBER}), frozenset(IdKind))
