"""New files with marks, and zips with pages: who is in them, and who cannot be."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Sequence
from decimal import Decimal

import pytest

from grader.platforms.feedback_zip import feedback_zip
from grader.platforms.gradebooks.new_gradebook import Content, grade_list
from grader.platforms.gradebooks.mark_choice import MarkChoice
from grader.model.class_row import ClassRow
from tests.platforms.graded_class import failed, marked, missing, waiting
from tests.reports.samples import SAMPLES

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
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)), layout=layout)
    made = grade_list(ROWS, form, content, so_far=False)
    assert made.without_mark == WITHOUT_MARK
    return list(csv.reader(io.StringIO(made.data.decode())))


def test_a_gradebook_of_moodle_has_the_ids_that_moodle_knows() -> None:
    """As Moodle has them, never with an apostrophe; only those of everybody, as Moodle takes an empty one wrongly."""
    header, evil, ada = table("moodle-gradebook")

    assert ["email", "Lab", "Lab feedback"] == header
    assert ["ada@x.edu", "17.13"] == ada[:2]
    assert ["evil@x.edu", "3"] == evil[:2]


@pytest.mark.parametrize(("layout", "columns"), [("", ["username", "idnumber"]), ("moodle", ["username"])])
def test_a_gradebook_of_moodle_finds_everybody_by_each_column(layout: str, columns: list[str]) -> None:
    """Whoever shares an id with somebody or has none is listed; the id of a participant means nothing there."""
    rows = (
        marked("a", "1", login="ada", source_id="31", email="office@x.edu"),
        marked("b", "2", login="bo", source_id="32", email="office@x.edu"),
        marked("c", "3", email="cy@x.edu"),
    )
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)), layout=layout)
    made = grade_list(rows, "moodle-gradebook", content, so_far=False)
    assert [*columns, "Lab", "Lab feedback"] == made.data.decode().splitlines()[0].split(",")
    assert (2, ["c"]) == (made.entered, [sentence.partition(":")[0] for sentence in made.lost])


def test_an_address_that_somebody_left_out_has_too_is_no_id() -> None:
    """Moodle looks in every column: the mark could go to the other one."""
    rows = [
        marked("a", "1", login="ada", email="office@x.edu"),
        marked("b", "2", email="office@x.edu"),
        marked("c", "3", login="cy", email="cy@x.edu"),
    ]

    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)), layout="")
    made = grade_list(rows, "moodle-gradebook", content, so_far=False)

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
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=score.possible), layout="")
    made = grade_list([result], "nbgrader", content, so_far=False)
    raw, penalty, mark, full = map(Decimal, made.data.decode().splitlines()[1].split(",")[-4:])

    assert penalty > 0
    assert (mark, full) == (max(raw - penalty, 0), score.possible) == (score.earned + score.bonus, score.possible)


def test_the_table_of_otter_begins_with_the_points_of_each_question() -> None:
    """Its part of full marks is a share, as otter writes it."""
    header, full, *rows = table("otter")

    assert ["file", "winner", "total_points_earned", "percent_correct", "grading_status"] == header
    assert ["points-per-question", "9", "20", "", ""] == full
    assert ["ada", "9", "17.125", "0.8563", "Completed"] == rows[1]


FROM_MOODLE = (
    marked("301", "1", student="Ada_Lovelace/.. ", source_id="301", upload="Ada Lovelace_301_assignsubmission_file"),
    marked("302", "1", source_id="302"),
    marked("group", "1", group="Group 7", upload="Group 7_12_assignsubmission_file"),
    marked("by-name", "1"),
    missing("gone"),
)
FROM_CANVAS = (
    marked("4710", "1", student="Lovelace, Ada", source_id="4710", upload="lovelaceada_LATE_4710_597_t.py"),
    marked("4711", "1", student="x_5", source_id="4711", upload="x_5_LATE_4711_598_t.py"),
    marked("4712", "1", source_id="4712", upload="bo_4712_text.html"),
    marked("4713", "1", student="Team_X", source_id="4713", upload="team_x_4713_601_t.py"),
    marked("4714", "1", student="anon_x", source_id="4714", upload="anon_x_4714_602_t.py"),
    marked("4715", "1", student="5_6", source_id="4715", upload="5_6_4715_603_t.py"),
    marked("4725", "1", student="anon", source_id="4725", upload="anon_4725_599_t.py"),
    marked("kX3", "1", student="anonymous kX3", source_id="kX3", upload="LATE_anon_kX3_600_t.py"),
    missing("gone"),
)


@pytest.mark.parametrize(
    ("platform", "rows", "names", "lost"),
    [
        (
            "moodle",
            FROM_MOODLE,
            [
                "Ada Lovelace_301_assignsubmission_file_/report.html",
                "student 302_302_assignsubmission_file_/report.html",
            ],
            ["by-name", "group"],
        ),
        (
            "canvas",
            FROM_CANVAS,
            [
                "lovelaceada_LATE_4710_597_report.html",
                "x5_LATE_4711_598_report.html",
                "team_x_4713_601_report.html",
                "anonx_4714_602_report.html",
                "student56_4715_603_report.html",
                "anon_4725_599_report.html",
                "anon_kX3_600_report.html",
            ],
            ["4712"],
        ),
    ],
)
def test_a_zip_has_the_names_by_which_a_platform_finds_the_student(
    platform: str, rows: Sequence[ClassRow], names: list[str], lost: list[str]
) -> None:
    """Whose name is not known is listed, and nobody gets the page of another; Canvas's names begin as downloaded."""
    made = feedback_zip(rows, platform, platform, lambda one: one.submission.id.encode())
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert names == archive.namelist()
        assert all(archive.read(name).decode() in name.split("_") for name in names)
    assert lost == [sentence.partition(":")[0] for sentence in made.lost]
    assert made.without_mark == ("gone: no mark (nothing handed in)",)


def test_of_two_rows_with_one_id_neither_has_a_page() -> None:
    """Nobody knows which of them is the student's: as with marks, none is handed on."""
    rows: tuple[ClassRow, ...] = (
        *(marked(name, "1", student=name, source_id="301") for name in ("301-a", "301-b")),
        *(marked("303-a", "1", source_id="303"), missing("303-b", source_id="303")),
        marked("302", "1", source_id="302"),
    )
    made = feedback_zip(rows, "moodle", "moodle", lambda _: b"")

    assert made.pages == 1
    assert ["301-a", "301-b", "303-a"] == [sentence.partition(":")[0] for sentence in made.lost]


def test_pages_with_open_points_are_left_out_if_the_user_says_so() -> None:
    """As marks are; a page cannot be called back from a platform."""
    rows = (marked("301", "1", source_id="301"), waiting("302", "1", source_id="302"))
    made = feedback_zip(rows, "moodle", "moodle", lambda one: one.submission.id.encode(), so_far=False)

    assert (1, ("302: some points are still to be marked by hand",)) == (made.pages, made.without_mark)


def test_the_same_pages_give_the_same_zip() -> None:
    """Whatever the time, and the order of the class."""
    one, other = (
        feedback_zip(rows, "moodle", "moodle", lambda found: found.submission.id.encode())
        for rows in (FROM_MOODLE, FROM_MOODLE[::-1])
    )
    assert one == other
