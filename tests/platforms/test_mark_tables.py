"""The marks of a class in the files of platforms: golden bytes, and what is said about marks that are not in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from grader.model.class_row import ClassRow
from grader.model.identity import UNKNOWN_IDS
from grader.model.result import Result
from grader.platforms.canvas import TAKEN_FOR_POINTS
from grader.platforms.grade_file import ColumnNames, GradeFile, feedback_text
from grader.platforms.mark_tables import Exported, FullMarks, choose_marks, fill_in, full_marks
from grader.platforms.registry import GRADEBOOKS, ids_of
from grader.text.spreadsheet_cell import FORMULA
from tests.golden import kept_in
from tests.platforms.graded_class import BY_ADDRESS, CANVAS, MOODLE, marked
from tests.render.samples import SAMPLES, failing
from tests.render.samples import filled as marked_by_hand

FILES = Path(__file__).parent / "grades"
FULL = FullMarks(points=Decimal(20), scaled=None)
NO_NAMES = ColumnNames()
STAYS = "the cell stays as it is"


@dataclass(frozen=True, kw_only=True)
class Case:
    """A platform's file, the class whose marks are entered, and what is said about it."""

    file: str
    platform: str
    rows: Sequence[ClassRow]
    layout: str = ""
    names: ColumnNames = NO_NAMES
    points: str = ""
    entered: int
    replaced: int = 0
    lost: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    without_mark: tuple[str, ...] = ()
    kept_texts: tuple[str, ...] = ()


CASES = (
    Case(
        file="canvas.csv",
        platform="canvas",
        rows=CANVAS,
        layout="canvas",
        names=ColumnNames(marks="Tic-Tac-Toe (8123)"),
        entered=3,
        replaced=1,
        lost=(
            f"4713: is excused (EX); {STAYS}",
            f"evil: does not have this assignment (N/A); {STAYS}",
            "stranger: is not in the file",
        ),
        without_mark=("jsb: no mark (internal error; grade it again)", "4716: no mark (nothing handed in)"),
    ),
    Case(
        file="canvas-semicolon.csv",
        platform="canvas",
        rows=(marked("eva", "12.345", login="eva"), marked("ada", "19.995", login="ada")),
        names=ColumnNames(marks="8123"),
        points="column",
        entered=2,
        replaced=1,
    ),
    Case(
        file="moodle-worksheet.csv",
        platform="moodle-worksheet",
        rows=MOODLE,
        layout="moodle",
        entered=2,
        replaced=1,
        lost=(
            "302: 22 of 20: the platform takes no mark above full marks",
            f"303: is locked in Moodle; {STAYS}",
        ),
        without_mark=("305: some points are still to be marked by hand",),
        kept_texts=("304",),
    ),
    Case(
        file="moodle-worksheet-german.csv",
        platform="moodle-worksheet",
        rows=(MOODLE[0], MOODLE[3]),
        layout="moodle",
        entered=2,
    ),
    Case(
        file="moodle-gradebook.csv",
        platform="moodle-gradebook",
        rows=BY_ADDRESS,
        names=ColumnNames(marks="Assignment: Tic-Tac-Toe"),
        entered=2,
        strangers=("Sam, O'Hara, sam@x.edu",),
    ),
    Case(
        file="blackboard.xls",
        platform="blackboard",
        rows=(*BY_ADDRESS, marked("lovelace", "2", login="ada")),
        names=ColumnNames(marks="982"),
        entered=2,
        lost=("ada: is not in the file",),
    ),
)


def read(case: Case) -> GradeFile:
    """Return the file of `case`."""
    return GRADEBOOKS[case.platform].read((FILES / case.file).read_bytes(), case.names)


def filled(case: Case) -> Exported:
    """Return the file of `case` with the marks."""
    file = read(case)
    full = full_marks([row for row in case.rows if isinstance(row, Result)])
    return fill_in(file, case.rows, choose_marks(full, file.possible, case.points), ids_of(case.layout), so_far=False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_marks_are_entered_and_all_else_comes_back(case: Case) -> None:
    """Byte for byte: byte-order marks, UTF-16, quotes, commas, blank lines, the missing end of the last line."""
    found = filled(case)

    assert kept_in(FILES / f"filled-{case.file}", found.data) == found.data
    assert (case.entered, case.replaced, case.lost) == (found.entered, found.replaced, found.lost)
    assert (case.strangers, case.without_mark) == (found.strangers, found.without_mark)
    assert case.kept_texts == found.kept_texts


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_a_file_that_is_filled_in_again_stays_as_it_is(case: Case) -> None:
    """Its own texts are not taken for those of a person."""
    first = filled(case).data
    file = GRADEBOOKS[case.platform].read(first, case.names)
    full = full_marks([row for row in case.rows if isinstance(row, Result)])
    again = fill_in(file, case.rows, choose_marks(full, file.possible, case.points), ids_of(case.layout), so_far=False)

    assert first == again.data
    assert (0, case.kept_texts) == (again.replaced, again.kept_texts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_order_of_the_class_changes_nothing(case: Case) -> None:
    """Rows are found by what they say."""
    file = read(case)
    full = full_marks([row for row in case.rows if isinstance(row, Result)])
    choice = choose_marks(full, file.possible, case.points)

    assert filled(case).data == fill_in(file, case.rows[::-1], choice, ids_of(case.layout), so_far=False).data


@pytest.mark.parametrize("platform", [book.name for book in GRADEBOOKS.values() if book.reader])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_the_file_of_another_platform_is_refused(case: Case, platform: str) -> None:
    """With where to get the right one, or with the columns that there are."""
    if platform == case.platform or {platform, case.platform} == {"moodle-worksheet", "moodle-gradebook"}:
        return
    with pytest.raises(ValueError, match=r"download it|export it|--column"):
        GRADEBOOKS[platform].read((FILES / case.file).read_bytes(), ColumnNames())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", r'by --column: "Warm-up \(8001\)", "Tic-Tac-Toe \(8123\)"'),
        ("Tic Tac Toe (8123)", r"did you mean 'Tic-Tac-Toe \(8123\)'\?"),
        ("Current Score", 'no column for marks is called "Current Score"; choose one of "Warm-up'),
    ],
)
def test_a_column_that_is_not_clear_is_asked_for(name: str, message: str) -> None:
    """Columns that Canvas computes are not offered."""
    data = (FILES / "canvas.csv").read_bytes()
    with pytest.raises(ValueError, match=message):
        GRADEBOOKS["canvas"].read(data, ColumnNames(marks=name))


def test_marks_above_full_marks_come_with_what_ends_them() -> None:
    """The line for the rubric can be copied; nothing has to be entered by hand."""
    moodle = next(case for case in CASES if case.file == "moodle-worksheet.csv")

    assert "write `scale: {to: 20, cap: true}` into the rubric" in filled(moodle).note


def test_two_columns_of_one_title_are_told_apart_by_their_id() -> None:
    """Two assignments may have one title."""
    data = b"Student,ID,SIS Login ID,Section,Lab (1),Lab (2)\nAda,1,ada,S,,\n"

    assert 5 == GRADEBOOKS["canvas"].read(data, ColumnNames(marks="2")).column
    with pytest.raises(ValueError, match="several columns"):
        GRADEBOOKS["canvas"].read(data, ColumnNames(marks="Lab"))


@pytest.mark.parametrize(
    ("delimiter", "encoding", "is_importable"),
    [
        (",", "utf-8", True),
        (";", "utf-8-sig", True),
        ("\t", "utf-8", False),
        (",", "utf-16", False),
        (",", "cp1252", False),
    ],
)
def test_a_file_that_canvas_does_not_import_is_named(delimiter: str, encoding: str, *, is_importable: bool) -> None:
    """A spreadsheet has saved it; it comes back as it was, with what to do."""
    data = "Student,ID,SIS Login ID,Section,Lab (1)\nÉva,1,eva,S,\n".replace(",", delimiter).encode(encoding)
    found = GRADEBOOKS["canvas"].read(data, NO_NAMES)

    assert data == found.csv.with_cells({})
    assert is_importable == (not found.note)


def test_a_student_whose_name_canvas_takes_for_full_marks_gets_none_by_import() -> None:
    """Canvas would take the mark for the points of the assignment."""
    data = b'Student,ID,SIS Login ID,Section,Lab (1)\n    Points Possible,,,,20\n"Points Possible, Eve",1,eve,S,\n'
    found = GRADEBOOKS["canvas"].read(data, NO_NAMES)
    filled = fill_in(
        found, [marked("eve", "3", login="eve")], choose_marks(FULL, found.possible, ""), UNKNOWN_IDS, so_far=False
    )

    assert data == filled.data
    assert filled.lost == (f"eve: {TAKEN_FOR_POINTS}; {STAYS}",)


def test_feedback_says_why_points_were_given_or_taken_off() -> None:
    """What a person wrote, and how late it was: that is what students ask."""
    assert "<p>Code quality: names like `a1` say little</p>" in feedback_text(marked_by_hand(), as_html=True)
    assert "Handed in late: Handed in at 2026-" in feedback_text(SAMPLES["late"](), as_html=False)


@pytest.mark.parametrize("as_html", [False, True])
def test_what_a_student_wrote_never_becomes_a_formula_or_markup(*, as_html: bool) -> None:
    """It stands behind words of ours, also where a spreadsheet splits the cell at a semicolon."""
    plain = marked("ada", "0", login="ada")
    title = 'a;=1+1";\t=cmd|x; @SUM(1)\n=2<script>'
    text = feedback_text(
        dataclasses.replace(plain, criteria=(dataclasses.replace(failing().criteria[0], title=title),)),
        as_html=as_html,
    )

    assert "SUM(1)" in text
    assert "\n" not in text
    assert not (as_html and "<script" in text)
    assert not [part for part in text.split(";") if part.strip(' \t"').startswith(FORMULA)]
