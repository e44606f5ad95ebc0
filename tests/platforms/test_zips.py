"""Zips with pages: who has a page, and who cannot have one."""

from __future__ import annotations

import csv
import dataclasses
import io
import zipfile
from collections.abc import Sequence

import pytest

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.rubric import Rubric
from grader.model.source import copies_of
from grader.platforms.registry import FEEDBACK, ids_of
from grader.platforms.zips import dolos_zip, feedback_zip
from grader.store.report_files import page_of
from tests.batch.fakes import right, submission
from tests.platforms.graded_class import marked, missing, waiting

MOODLE, MOODLE_IDS = FEEDBACK["moodle"], ids_of("moodle")
FROM_MOODLE = (
    marked("301", "1", student="Ada_Lovelace/.. ", source_id="301", upload="Ada Lovelace_301_assignsubmission_file"),
    marked("302", "1", source_id="302"),
    marked("group", "1", group="Group 7", upload="Group 7_12_assignsubmission_file"),
    marked("303", "1", source_id="303", group="Chosen", upload="Ada Lovelace_301_assignsubmission_file"),
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
    marked("4716", "1", student="LATE_x", source_id="4716", upload="LATE_x_4716_604_t.py"),
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
                "student 303_303_assignsubmission_file_/report.html",
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
                "LATEx_4716_604_report.html",
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
    made = feedback_zip(rows, FEEDBACK[platform], ids_of(platform), lambda one: student_of(one).id.encode())
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
    made = feedback_zip(rows, MOODLE, MOODLE_IDS, lambda _: b"")

    assert made.entered == 1
    assert ["301-a", "301-b", "303-a"] == [sentence.partition(":")[0] for sentence in made.lost]


def test_pages_with_open_points_are_left_out_if_the_user_says_so() -> None:
    """As marks are; a page cannot be called back from a platform."""
    rows = (marked("301", "1", source_id="301"), waiting("302", "1", source_id="302"))
    made = feedback_zip(rows, MOODLE, MOODLE_IDS, lambda one: student_of(one).id.encode(), so_far=False)

    assert (1, ("302: some points are still to be marked by hand",)) == (made.entered, made.without_mark)


def test_the_same_pages_give_the_same_zip() -> None:
    """Whatever the time, and the order of the class."""
    one, other = (
        feedback_zip(rows, MOODLE, MOODLE_IDS, lambda found: student_of(found).id.encode())
        for rows in (FROM_MOODLE, FROM_MOODLE[::-1])
    )
    assert one == other


def test_who_was_not_graded_gets_a_page_that_says_why_and_what_to_do() -> None:
    """In a folder with the id, as plain classes and repositories have them; no platform is needed."""
    unread = NotGraded(id="two", student="Two", reason="two: 2 files could be the one to grade")
    made = feedback_zip((marked("ada", "1"), unread, missing("gone")), FEEDBACK["folders"], ids_of("plain"), page_of)

    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert archive.namelist() == ["ada/feedback.html", "gone/feedback.html", "two/feedback.html"]
        pages = {name.partition("/")[0]: archive.read(name).decode() for name in archive.namelist()}
    unclear = NotGraded(id="two", student="Two", reason="4711 (lovelaceada) may be theirs", for_instructor=True)
    assert b"lovelaceada" not in page_of(unclear)
    assert b"It is not clear which of the files" in page_of(unclear)
    assert "Your files could not be graded: 2 files could be the one to grade." in pages["two"]
    assert "Nothing that was handed in is yours." in pages["gone"]
    assert all("That is no zero." in pages[name] and "instructor" in pages[name] for name in ("two", "gone"))
    assert made.without_mark[0] == "gone: no mark (nothing handed in); the page says so"


def test_dolos_gets_a_row_for_each_file_and_the_starter_is_ignored(default_rubric: Rubric) -> None:
    """A name that a spreadsheet would run is text; equal results give equal bytes."""
    results = [
        dataclasses.replace(
            right(one, default_rubric),
            source=copies_of(one),
            submission=dataclasses.replace(right(one, default_rubric).submission, student=name, section="A"),
        )
        for one, name in ((submission("ada", "x = 1"), "=1+1"), (submission("bob", "y = 2"), "Bob, jr."))
    ]
    data = dolos_zip(results, "z = 3")
    archive = zipfile.ZipFile(io.BytesIO(data))
    rows = list(csv.DictReader(io.StringIO(archive.read("info.csv").decode())))

    assert data == dolos_zip(results, "z = 3")
    assert [row["filename"] for row in rows] == archive.namelist()[1:]
    assert ["'=1+1", "Bob, jr.", "handed out"] == [row["full_name"] for row in rows]
    assert ["false", "false", "true"] == [row["ignored"] for row in rows]
    assert b"y = 2" == archive.read("files/bob.py")
