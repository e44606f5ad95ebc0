"""Canvas's gradebook export, to be imported again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.model.csv_file import CsvRow, read_csv
from grader.model.identity import FileRow, IdKind, row_keys
from grader.platforms.gradebooks.grade_file import ColumnNames, GradeFile, named_column, read_number, the_column

ASSIGNMENT = re.compile(r"(.*\S)\s\(([0-9]+)\)", re.ASCII)
"""The title of an assignment with its id, by which Canvas finds it; for a column that differs it makes a new one."""
COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
"""In the names of columns that Canvas computes."""
READ_ONLY = "(read only)"
POINTS_POSSIBLE = "Points Possible"
TEST_STUDENT = "student, test"
HIDDEN = ("muted", "manual posting")
"""A row of cells that begin so says which marks students do not see yet."""
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
    """Return the gradebook; ValueError, with the remedy, if it is none or the column is not clear."""
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
        rows=tuple(_without_repeated(students)),
        on_groups=UNEQUAL,
        note=CONVERTED if csv.delimiter == "\t" or not _is_utf_8(csv.with_cells({})) else "",
        possible=(read_number(possible.text(column)) or None) if possible else None,
    )


def _is_header(names: Sequence[str]) -> bool:
    first = names[:1] in (["Student"], ["LastName"])
    return first and "ID" in names and "Section" in names


def _is_utf_8(data: bytes) -> bool:
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _holds_points(row: CsvRow, id_columns: dict[IdKind, int]) -> bool:
    return POINTS_POSSIBLE in row.text(0) and not any(row.text(column) for column in id_columns.values())


def _is_about_columns(row: CsvRow) -> bool:
    texts = [cell.text.strip().casefold() for cell in row.cells]
    return all(not text or text.startswith(HIDDEN) for text in texts)


def _without_repeated(students: Sequence[FileRow]) -> Iterator[FileRow]:
    """Yield the rows; those of a student who has several are closed."""
    counts = Counter(key for row in students for key in row.keys)
    for row in students:
        repeated = any(counts[key] > 1 for key in row.keys)
        yield replace(row, closed=TWICE) if repeated and not row.closed else row


def _student(row: CsvRow, number: int, id_columns: dict[IdKind, int], column: int) -> FileRow:
    return FileRow(
        row=number,
        shown=row.beginning,
        keys=row_keys((kind, row.text(at)) for kind, at in id_columns.items()),
        made_up=row.text(0).strip().casefold() == TEST_STUDENT,
        closed=TAKEN_FOR_POINTS if POINTS_POSSIBLE in row.text(0) else CLOSED.get(row.text(column).casefold(), ""),
    )
