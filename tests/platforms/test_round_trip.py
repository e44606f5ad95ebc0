"""Each platform's download, read as a class and exported back: every mark is in its student's row, and nowhere else."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from grader.intake.class_folder import read_class
from grader.intake.upload import Person
from grader.model.class_row import ClassRow
from grader.model.identity import identity_fields
from grader.model.result import Result
from grader.platforms.grade_file import ColumnNames
from grader.platforms.mark_tables import Exported, FullMarks, choose_marks, fill_in
from grader.platforms.registry import GRADEBOOKS, ids_of
from tests.golden import kept_in
from tests.intake.module_specs import TICTACTOE
from tests.platforms.graded_class import marked
from tests.platforms.samples import AS_RECOGNIZED, DOWNLOADS, LAYOUTS

GOLDEN = Path(__file__).parent / "samples" / "round_trips"
FULL = FullMarks(points=Decimal(20), scaled=None)
ABSENT = Person(name="Absent, Abel", source_id="999", login="absent", email="absent@x.edu")


def canvas(people: Sequence[Person]) -> str:
    """Return Canvas's gradebook: the ids are its own."""
    rows = [[one.name, one.source_id, "", one.login, "AI-1", ""] for one in people]
    head = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab (1)"],
        ["    Points Possible", *[""] * 4, "20"],
    ]
    return table([*head, *rows])


def canvas_with_numbers(people: Sequence[Person]) -> str:
    """Return Canvas's gradebook for a class of another platform: ids are the university's, logins are addresses."""
    rows = [[one.name, str(70 + at), one.source_id, one.email or one.login, "S", ""] for at, one in enumerate(people)]
    return table([["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab (1)"], *rows])


def worksheet(people: Sequence[Person]) -> str:
    """Return Moodle's worksheet, which has all participants and no groups."""
    header = ["Identifier", "Full name", "Grade", "Maximum grade", "Grade can be changed", "Feedback comments"]
    rows = [[f"Participant {one.source_id}", one.name, "", "20.00", "Yes", ""] for one in people if one.source_id]
    return table([header, *rows])


def blackboard(people: Sequence[Person]) -> str:
    """Return Blackboard's gradebook: students are known by their user names."""
    header = ["Last Name", "First Name", "Username", "Student ID", "Lab [Total Pts: 20 Score] |98"]
    return table([header, *([one.name, "", one.login, "", ""] for one in people)])


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as CSV, each student once."""
    text = io.StringIO()
    csv.writer(text).writerows(dict.fromkeys(map(tuple, rows)))
    return text.getvalue()


TARGETS: Mapping[str, tuple[str, Callable[[Sequence[Person]], str]]] = {
    "canvas": ("canvas", canvas),
    "moodle": ("moodle-worksheet", worksheet),
    "gradescope": ("canvas", canvas_with_numbers),
    "blackboard": ("blackboard", blackboard),
    "nbgrader": ("canvas", canvas_with_numbers),
    "github-classroom": ("canvas", canvas_with_numbers),
    "classroom50": ("canvas", canvas_with_numbers),
    "submit50": ("canvas", canvas_with_numbers),
}
"""By the layout of the download: where the marks go."""


def exported(name: str, folder: Path) -> tuple[Exported, list[ClassRow]]:
    """Return the platform's file with the marks of a class that was read from the download `name`."""
    layout = DOWNLOADS[name].layout
    root = DOWNLOADS[name].write(folder)
    people = [person for one in LAYOUTS[layout].read(root, TICTACTOE).uploads for person in one.people]
    intake = read_class(root, TICTACTOE, 256, options=AS_RECOGNIZED)
    rows: list[ClassRow] = list(intake.problems)
    for number, one in enumerate(intake.submissions):
        plain = marked(one.id, str(Decimal(number) / 4))
        rows.append(
            dataclasses.replace(plain, submission=dataclasses.replace(plain.submission, **identity_fields(one)))
        )
    platform, make = TARGETS[layout]
    file = GRADEBOOKS[platform].read(make([*people, ABSENT]).encode(), ColumnNames())
    return fill_in(file, rows, choose_marks(FULL, file.possible, ""), ids_of(layout), so_far=False), rows


@pytest.mark.parametrize("name", DOWNLOADS)
def test_a_class_that_was_downloaded_is_exported_back(name: str, tmp_path: Path) -> None:
    """Golden bytes; each mark is in the file or named as lost, and nobody else has one."""
    filled, rows = exported(name, tmp_path)

    assert kept_in(GOLDEN / f"{name}.csv", filled.data) == filled.data
    assert sum(isinstance(row, Result) for row in rows) == filled.entered + len(filled.lost)
    assert any(ABSENT.name in stranger for stranger in filled.strangers)
