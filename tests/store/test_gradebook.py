"""The gradebook has one row per student, and no cell that runs."""

from __future__ import annotations

import csv
import dataclasses
import io
import random
from collections.abc import Callable, Mapping

import pytest

from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result
from tests.render.rendering import gradebook


def read(rows: list[ClassRow]) -> list[dict[str, str]]:
    """Return the gradebook as another program reads it."""
    return list(csv.DictReader(io.StringIO(gradebook(rows).decode("utf-8-sig"), newline="")))


def test_the_gradebook_is_as_agreed(classroom: list[ClassRow], golden: Callable[[str, str], None]) -> None:
    """A class with every verdict."""
    golden("gradebook.csv", gradebook(classroom).decode("utf-8-sig"))


def test_the_order_of_results_does_not_matter(classroom: list[ClassRow]) -> None:
    """Workers may finish in any order."""
    shuffled = classroom.copy()
    random.Random(0).shuffle(shuffled)  # noqa: S311 - an order, not a secret

    assert gradebook(shuffled) == gradebook(classroom)


def test_who_has_no_mark_has_no_zero(samples: Mapping[str, Result]) -> None:
    """Harness faults and ungraded students have empty cells."""
    fault, absent = read([samples["harness_fault"], NotGraded(id="z", student="Zoë", reason="no file")])

    assert [fault["status"], fault["earned"], fault["winner"]] == ["harness_fault", "", ""]
    assert [absent["status"], absent["earned"], absent["notes"]] == ["not_graded", "", "no file"]


def test_a_pending_line_is_empty_until_filled(samples: Mapping[str, Result]) -> None:
    """Afterwards it holds the points that were given."""
    assert [row["quality"] for row in read([samples["pending"]])] == [""]
    assert [row["quality"] for row in read([samples["marked"]])] == ["3.5"]


def test_spreadsheets_read_names_of_any_script(samples: Mapping[str, Result]) -> None:
    """By the byte-order mark, which Python reads as `utf-8-sig`."""
    data = gradebook([samples["pass"], NotGraded(id="z", student="Zoë 李雷", reason="no file")])

    assert data.startswith(b"\xef\xbb\xbfid,student,")
    assert "z,Zoë 李雷,not_graded" in data.decode("utf-8-sig")


def test_what_is_known_of_anybody_has_a_column(samples: Mapping[str, Result]) -> None:
    """A platform's own id only where it is not the id; nothing is said of students of whom it is not known."""
    known = dataclasses.replace(
        samples["pass"].submission, id="301", source_id="301", login="=ada", late=False, section="AI-1"
    )
    rows = read(
        [
            dataclasses.replace(samples["pass"], submission=known),
            NotGraded(id="302", student="Zoë", reason="no file", login="zoe", late=True),
        ]
    )

    columns = ["id", "student", "login", "late", "section", "status"]
    assert columns == list(rows[0])[: len(columns)]
    assert [["301", "student-07", "'=ada", "no", "AI-1", "graded"], ["302", "Zoë", "zoe", "yes", "", "not_graded"]] == [
        [row[name] for name in columns] for row in rows
    ]


def test_an_id_that_no_folder_can_have_is_in_a_column_of_its_own() -> None:
    """An export matches the students of a platform by it."""
    (row,) = read([NotGraded(id="ada-x-1a2b3c", student="Ada", reason="no file", source_id="ada/x")])

    assert ("ada-x-1a2b3c", "ada/x") == (row["id"], row["source_id"])


def test_who_handed_in_nothing_is_not_among_those_who_could_not_be_graded() -> None:
    """Their row has no zeros either."""
    (row,) = read([NotGraded(id="z", student="Zoë", reason="nothing handed in", missing=True)])

    assert ("missing", "") == (row["status"], row["earned"])


def test_several_notes_are_numbered(samples: Mapping[str, Result]) -> None:
    """They are sentences, so no sign of theirs can tell them apart."""
    notes = ("imports pygame, which is unused; it costs nothing", "reads a clock")
    one, two = read([dataclasses.replace(samples["pass"], notes=notes[:count]) for count in (1, 2)])

    assert one["notes"] == notes[0]
    assert two["notes"] == f"(1) {notes[0]} (2) {notes[1]}"


def test_there_is_no_scaled_column_without_a_scale(samples: Mapping[str, Result]) -> None:
    """A rubric with one total needs one column."""
    result = samples["pass"]
    assert result.score is not None
    plain = dataclasses.replace(result, score=dataclasses.replace(result.score, scaled=None, scaled_possible=None))

    assert "scaled" not in read([plain])[0]
    assert [row["scaled"] for row in read([result, plain])] == ["10", ""]


def test_a_line_called_like_a_column_gets_a_column_of_its_own(samples: Mapping[str, Result]) -> None:
    """No two columns have the same name."""
    result = samples["pass"]
    lines = tuple(dataclasses.replace(item, id="bonus") for item in result.criteria[:1])
    row = read([dataclasses.replace(result, criteria=lines)])[0]

    assert [row["bonus"], row["bonus (item)"]] == ["0", "9"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "＝", " ="])  # noqa: RUF001 - the wide sign itself
def test_no_cell_of_a_student_is_a_formula(start: str) -> None:
    """A spreadsheet takes it as text."""
    row = read([NotGraded(id=f"{start}1", student=f"{start}cmd|x", reason=f"{start}1+1")])[0]

    assert [cell for cell in row.values() if cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r", "＝"))] == []  # noqa: RUF001


def test_hostile_text_stays_in_its_cell(samples: Mapping[str, Result]) -> None:
    """One row per student for any name, and no character that breaks a reader."""
    data = gradebook([samples["hostile"], samples["pass"]])

    assert data.count(b"\n") == 3
    assert not any(char in data.decode() for char in "\x00\x1b\r")
