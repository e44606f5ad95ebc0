"""New files with marks, and zips with pages: who is in them, and who cannot be."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest

from grader.platforms.mark_tables import Content, MarkChoice, grade_list
from grader.platforms.registry import GRADEBOOKS, ids_of
from tests.platforms.graded_class import failed, marked, missing, waiting
from tests.render.samples import SAMPLES

ROWS = (
    marked("ada", "17.125", login="ada", email="ada@x.edu", source_id="0031", submitted_at="2026-09-01T14:22:00+02:00"),
    marked("=evil", "3", login="=cmd|x", email="evil@x.edu"),
    marked("nobody", "5"),
    waiting("wait", "4", login="wait"),
    failed("broken"),
    missing("gone", login="gone"),
)
WITHOUT_MARK = (
    "broken: no mark (internal error; grade it again)",
    "gone: no mark (nothing handed in)",
    "wait: some points are still to be marked by hand",
)


def table(form: str, layout: str = "") -> list[list[str]]:
    """Return the rows of the new file."""
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)), ids=ids_of(layout))
    made = grade_list(ROWS, GRADEBOOKS[form].write, content, so_far=False)
    assert made.without_mark == WITHOUT_MARK
    return list(csv.reader(io.StringIO(made.data.decode())))


def test_a_gradebook_of_moodle_has_the_ids_that_moodle_knows() -> None:
    """As Moodle has them, never with an apostrophe; only those of everybody, as Moodle takes an empty one wrongly."""
    header, evil, ada = table("moodle-gradebook")

    assert ["email", "Lab", "Lab feedback"] == header
    assert ["ada@x.edu", "17.13"] == ada[:2]
    assert ["evil@x.edu", "3"] == evil[:2]


@pytest.mark.parametrize(
    ("layout", "columns"),
    [
        ("", ["username", "idnumber"]),
        ("github-classroom", ["username", "idnumber"]),
        ("gradescope", ["username", "idnumber"]),
        ("moodle", ["username"]),
        ("nbgrader", ["username"]),
    ],
)
def test_a_gradebook_of_moodle_finds_everybody_by_each_column(layout: str, columns: list[str]) -> None:
    """Whoever shares an id with somebody or has none is listed; the id of a participant means nothing there."""
    rows = (
        marked("a", "1", login="ada", source_id="31", email="office@x.edu"),
        marked("b", "2", login="bo", source_id="32", email="office@x.edu"),
        marked("c", "3", email="cy@x.edu"),
    )
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)), ids=ids_of(layout))
    made = grade_list(rows, GRADEBOOKS["moodle-gradebook"].write, content, so_far=False)
    assert [*columns, "Lab", "Lab feedback"] == made.data.decode().splitlines()[0].split(",")
    assert (2, ["c"]) == (made.entered, [sentence.partition(":")[0] for sentence in made.lost])


def test_an_address_that_somebody_left_out_has_too_is_no_id() -> None:
    """Moodle looks in every column: the mark could go to the other one."""
    rows = [
        marked("a", "1", login="ada", email="office@x.edu"),
        marked("b", "2", email="office@x.edu"),
        marked("c", "3", login="cy", email="cy@x.edu"),
    ]

    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)))
    made = grade_list(rows, GRADEBOOKS["moodle-gradebook"].write, content, so_far=False)

    header, *lines = csv.reader(io.StringIO(made.data.decode()))
    assert ["username", "Lab", "Lab feedback"] == header
    assert ["ada", "cy"] == [line[0] for line in lines]


def test_the_table_of_nbgrader_has_its_columns() -> None:
    """Names are not split, what is not known is empty."""
    header, *rows = table("nbgrader")

    assert header[:4] == ["assignment", "duedate", "timestamp", "student_id"]
    assert ["Lab", "", "2026-09-01T14:22:00+02:00", "ada", "ada", "", "ada@x.edu", "9", "0", "17.13", "20"] == rows[1]
    assert "'=evil" == rows[0][4]


def test_points_off_for_being_late_are_the_penalty_of_nbgrader() -> None:
    """Its score is the raw score less the penalty, and not below 0."""
    result = SAMPLES["late"]()
    score = result.score
    assert score is not None
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=score.possible))
    made = grade_list([result], GRADEBOOKS["nbgrader"].write, content, so_far=False)
    raw, penalty, mark, full = map(Decimal, made.data.decode().splitlines()[1].split(",")[-4:])

    assert penalty > 0
    assert (mark, full) == (max(raw - penalty, 0), score.possible) == (score.earned + score.bonus, score.possible)


def test_the_table_of_otter_begins_with_the_points_of_each_question() -> None:
    """Its part of full marks is a share, as otter writes it."""
    header, full, *rows = table("otter")

    assert ["file", "winner", "total_points_earned", "percent_correct", "grading_status"] == header
    assert ["points-per-question", "9", "20", "", ""] == full
    assert ["ada", "9", "17.125", "0.8563", "Completed"] == rows[1]
