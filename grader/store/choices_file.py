"""`choices.csv` in a folder of reports: people's decisions about students. Rows are only ever added."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, IntakeRow
from grader.intake.roster.choices import COLUMNS, DECIDED, ChoiceRow, parse_choices
from grader.model.class_row import NotGraded
from grader.model.csv_file import decode
from grader.model.sanitize import shown_path
from grader.store.safe_files import append_lines, read_file
from grader.text.spreadsheet_cell import csv_table

FILE_NAME = "choices.csv"
MAX_FILE_BYTES = 8 << 20
TEMPLATE = ("student", "name", *COLUMNS[1:], "problem")
COMMITS = "commits"
"""A column with commits that could be graded, for people only."""
WRONG_NAME = "only the name is wrong"


def read_recorded(out: Path, due: datetime | None) -> tuple[ChoiceRow, ...]:
    """Return the choices of earlier runs into `out` (UserError for an unreadable file or wrong rows)."""
    path = out / FILE_NAME
    try:
        return parse_choices(read_file(path, MAX_FILE_BYTES), shown_path(path), due)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise UserError(f"{shown_path(path)}: {error.strerror}; it holds what was chosen") from error


def record(out: Path, new: Iterable[ChoiceRow]) -> None:
    """Add the `new` choices to the file in `out` (UserError if it cannot be written, or has another form)."""
    rows = [[getattr(choice, name) for name in COLUMNS] for choice in new]
    if not rows:
        return
    path = out / FILE_NAME
    is_there = path.exists()
    if is_there:  # a row would be unreadable after a spreadsheet saved the file with semicolons or in another encoding
        file, first = decode(read_file(path, MAX_FILE_BYTES)), ",".join(COLUMNS)
        if file.codec != "utf-8" or file.text.splitlines()[0] != first:
            remedy = f"save it as CSV UTF-8 with commas, beginning with {first}"
            raise UserError(f"{shown_path(path)}: a program has saved it in another form; {remedy}")
    append_lines(path, csv_table(rows if is_there else [COLUMNS, *rows]).encode())


def choices_template(intake: ClassIntake) -> bytes:
    """
    Return a table with a row for each student, as UTF-8 CSV, students with open questions first.

    A file with only a wrong name is filled in. A repository has its newest commits.
    """
    people: tuple[IntakeRow, ...] = (*sorted(intake.problems, key=lambda one: one.missing), *intake.submissions)
    rows = ({**_row(one), COMMITS: "; ".join(intake.commits.get(one.id, ()))} for one in people)
    columns = (*TEMPLATE, COMMITS) if intake.commits else TEMPLATE
    return csv_table([columns, *([row[name] for name in columns] for row in rows)]).encode("utf-8-sig")


def _row(one: IntakeRow) -> dict[str, str]:
    cells = dict.fromkeys(TEMPLATE, "") | {"student": one.id, "name": one.student, "problem": one.doubt}
    if isinstance(one, NotGraded):
        cells["problem"] = one.reason
        if _can_be_written(one):
            cells |= {"file": one.acceptable, "reason": WRONG_NAME}
    return cells


def _can_be_written(one: NotGraded) -> bool:
    """Return whether there is a file to accept whose name survives a table."""
    table = csv_table([("student", "file"), (one.id, one.acceptable)]).encode()
    return bool(one.acceptable) and [row.file for row in parse_choices(table, "")] == [one.acceptable]


def lines_to_accept(rows: Iterable[IntakeRow]) -> list[str]:
    """Return the lines of a table of choices that accepts wrongly named files."""
    found = [one for one in rows if isinstance(one, NotGraded) and _can_be_written(one)]
    columns = ("student", next(iter(DECIDED)), "reason")
    lines = [columns, *((one.id, one.acceptable, WRONG_NAME) for one in found)]
    return csv_table(lines).split("\r\n")[:-1] if found else []
