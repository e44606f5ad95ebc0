"""The importers that our exports are tried on keep to the rules of the platforms."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime, timezone
from decimal import Decimal

import pytest

from tests.platforms.importers.blackboard_grades import BlackboardCourse, import_blackboard_grades
from tests.platforms.importers.canvas_comments import CanvasSubmission, import_canvas_comments
from tests.platforms.importers.canvas_gradebook import (
    CanvasAssignment,
    CanvasCourse,
    CanvasStudent,
    import_canvas_gradebook,
)
from tests.platforms.importers.moodle_feedback import Participant, import_moodle_feedback
from tests.platforms.importers.moodle_gradebook import (
    Mapped,
    MoodleGrade,
    MoodleItem,
    MoodleUser,
    import_moodle_gradebook,
)
from tests.platforms.importers.moodle_worksheet import MoodleAssignment, MoodleStudent, import_moodle_worksheet
from tests.platforms.importers.outcome import Outcome
from tests.platforms.importers.php_csv import PhpDialect, moodle_rows

HEADER = "Student,ID,SIS User ID,SIS Login ID,Section,Tic-Tac-Toe (8123),Other (9)\n"
COURSE = CanvasCourse(
    students=(
        CanvasStudent(id=4711, name="Ada Lovelace", sortable_name="Lovelace, Ada", sis_user_id="3031", login="ada"),
        CanvasStudent(id=4712, name="Alan Turing", sortable_name="Turing, Alan", sis_user_id="3032", login="alan"),
    ),
    assignments=(
        CanvasAssignment(id=8123, title="Tic-Tac-Toe", points_possible=Decimal(20)),
        CanvasAssignment(id=9, title="Other", points_possible=Decimal(5)),
    ),
    scores={(4711, 8123): "10.0", (4712, 9): "EX"},
)


def canvas(text: str) -> Outcome:
    """Upload this gradebook to the course."""
    return import_canvas_gradebook(COURSE, text.encode())


def after(outcome: Outcome) -> dict[str, str]:
    """Return the new grades by student and column."""
    return {f"{change.student} {change.column}": change.after for change in outcome.grades}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ('"Lovelace, Ada",4711,3031,ada,AI,17.5,', {"4711 8123": "17.5"}),
        ("x,,3031,,AI,17.5,", {"4711 8123": "17.5"}),
        ("x,,,ada,AI,17.5,", {"4711 8123": "17.5"}),
        ("Ada Lovelace,,,,AI,17.5,", {"4711 8123": "17.5"}),
        ("x,4711,,,AI,10.00,", {}),
        ("x,4711,,,AI,10.004,", {}),
        ("x,4711,,,AI,,", {"4711 8123": ""}),
        ("x,4712,,,AI,,ex", {}),
        ("x,4712,,,AI,-,3", {"4712 9": "3"}),
    ],
)
def test_canvas_takes_a_grade_for_the_student_it_finds_and_nothing_that_is_the_same(
    row: str, expected: dict[str, str]
) -> None:
    """Id, SIS id, login, exact name, in this order; scores are compared at two decimals; a blank takes one away."""
    assert expected == after(canvas(HEADER + row + "\n"))


def test_canvas_creates_an_assignment_for_a_title_that_it_does_not_know() -> None:
    """A title in other letters is another assignment."""
    assert ("tic-tac-toe",) == canvas("Student,ID,Section,tic-tac-toe\nx,4711,AI,3\n").new_columns


def test_canvas_reads_a_decimal_comma_in_a_semicolon_file() -> None:
    """As spreadsheets of many countries write it."""
    text = HEADER.replace(",", ";") + "x;4711;;;AI;17,5;\n" + "y;4712;;;AI;3,5;EX\n"
    assert {"4711 8123": "17.5", "4712 8123": "3.5"} == after(canvas(text))


def test_canvas_changes_the_points_possible_and_leaves_out_a_read_only_column_and_the_row_on_posting() -> None:
    """The second row is an order, not a remark."""
    rows = "    Points Possible,,,,,100,(read only)\n,,,,,Manual Posting,\nx,4711,,,AI,11,4\n"
    outcome = canvas(HEADER + rows)
    assert {"4711 8123": "11"} == after(outcome)
    assert ("points possible of 8123 become 100",) == outcome.other_changes


@pytest.mark.parametrize("text", ["Name,ID,Section,A\n", HEADER + 'a"b,4711,,,AI,3,\n', HEADER + '"a,4711'])
def test_canvas_refuses_a_file_without_its_header_or_with_a_loose_quote(text: str) -> None:
    """Its reader is strict."""
    assert canvas(text).refused


def zipped(*names: str) -> bytes:
    """Return a zip with these files, each with its own name as its content."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, name)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "students"),
    [
        ("lovelaceada_4711_59876_report.html", ["4711"]),
        ("feedback/lovelaceada_LATE_4711_59876_report.html", ["4711"]),
        ("anon_Ab3_59877_report.html", ["4712"]),
        ("LATE_anon_Ab3_59877_report.html", ["4712"]),
        ("teamred_4713_59878_report.html", ["4713", "4714"]),
        ("x_5_4711_59876_report.html", []),
        ("lovelaceada_4711_59877_report.html", []),
        ("lovelaceada_4711_text.html", []),
        ("lovelaceada_4711_59876_link.html", []),
    ],
)
def test_canvas_returns_a_file_to_whom_it_names_with_an_attachment_of_that_person(
    name: str, students: list[str]
) -> None:
    """It takes the first two numbers of the name, and shows the file under the name of what was handed in."""
    submissions = (
        CanvasSubmission(user_id=4711, attachments={59876: "tictactoe.py"}),
        CanvasSubmission(user_id=4712, attachments={59877: "tictactoe.py"}, anonymous_id="Ab3"),
        CanvasSubmission(user_id=4713, attachments={59878: "tictactoe.py"}, group="teamred"),
        CanvasSubmission(user_id=4714, attachments={59878: "tictactoe.py"}, group="teamred"),
    )
    outcome = import_canvas_comments(submissions, zipped(name))
    assert students == [file.student for file in outcome.files]
    assert all(file.shown_as == "tictactoe.py" for file in outcome.files)


WORKSHEET = 'Identifier,"Full name",Grade,"Last modified (grade)","Feedback comments"\n'
NOON = datetime(2026, 9, 1, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("row", "grades", "comments"),
    [
        ('"Participant 301",Ada,17.50,-,good', {"301 Grade": "17.50"}, ["good"]),
        ('"Participant 301",Ada,"17,50",-,', {"301 Grade": "17"}, []),
        ('"Participant 301",Ada,EX,-,', {"301 Grade": "0"}, []),
        ('"Participant 301",Ada,,-,', {}, []),
        ('"Participant 301",Ada,20.01,-,', {}, []),
        ('"Participant 302",Bo,9,-,new', {}, []),
        ('"Participant 302",Bo,9,"Tuesday, 1 September 2026, 11:59 AM",new', {"302 Grade": "9"}, ["new"]),
        ('"Participant 302",Bo,5,"Tuesday, 1 September 2026, 11:59 AM",', {}, [""]),
        ('"Participant 999",?,5,-,new', {}, []),
    ],
)
def test_moodle_takes_a_row_of_the_worksheet_unless_it_is_unchanged_empty_out_of_range_or_older(
    row: str, grades: dict[str, str], comments: list[str]
) -> None:
    """A text that is no number is 0, and an empty comment takes the old one away."""
    assignment = MoodleAssignment(
        maximum=Decimal(20),
        students=(
            MoodleStudent(participant="301"),
            MoodleStudent(participant="302", grade=Decimal("5.00000"), feedback="old", graded_at=NOON),
        ),
    )
    outcome = import_moodle_worksheet(assignment, (WORKSHEET + row).encode("utf-8-sig"))
    assert grades == after(outcome)
    assert comments == [change.after for change in outcome.feedback]


def test_moodle_takes_a_quote_behind_a_backslash_for_text_of_the_field() -> None:
    """As long as PHP knows an escape sign."""
    assert [["a", "b"], ['x\\",y', "z"]] == moodle_rows(b'a,b\n"x\\",y",z\n', PhpDialect())
    assert [["a", "b"], ["x\\", "z"]] == moodle_rows(b'a,b\n"x\\",z\n', PhpDialect(escape=""))


MAPPED = Mapped(user_column="email", user_field="email", grade_column="TTT", feedback_column="Comment")


@pytest.mark.parametrize(
    ("rows", "grades", "refused"),
    [
        ("ada@x.edu,17.50,good\n", {"1 Grade": "17.50"}, False),
        ("ada@x.edu,25,good\n", {"1 Grade": "20"}, False),
        ("bo@x.edu,,good\n", {"2 Grade": ""}, False),
        ("Ada@x.edu,17.50,good\n", {}, True),
        ("ada@x.edu,EX,good\n", {}, True),
        ("ada@x.edu,101,good\n", {}, True),
        ("ada@x.edu,1,good,more\n", {}, True),
        ("ada@x.edu,17,a\n,3,b\n", {"1 Grade": "3"}, False),
    ],
)
def test_moodle_takes_all_rows_of_a_gradebook_file_or_none(rows: str, grades: dict[str, str], *, refused: bool) -> None:
    """An empty grade takes the old one away; a row without a user counts for the row above."""
    item = MoodleItem(
        maximum=Decimal(20),
        users=(
            MoodleUser(id=1, username="ada", email="ada@x.edu"),
            MoodleUser(id=2, username="bo", email="bo@x.edu"),
        ),
        grades={2: MoodleGrade(grade=Decimal(7))},
    )
    outcome = import_moodle_gradebook(item, MAPPED, b"email,TTT,Comment\n" + rows.encode())
    assert grades == after(outcome)
    assert refused == bool(outcome.refused)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Ada Lovelace_301_assignsubmission_file/report.html", "report.html"),
        ("Ada Lovelace_301_assignsubmission_file_/report.html", "report.html"),
        ("class/Ada Lovelace_301_assignsubmission_file_report.html", "report.html"),
        ("Ada_Lovelace_301_assignsubmission_file/report.html", None),
        ("Ada Lovelace_999_assignsubmission_file/report.html", None),
        ("Ada Lovelace_301_assignsubmission_file/.hidden", None),
        ("Ada Lovelace_301_assignsubmission_other/report.html", None),
    ],
)
def test_moodle_hands_out_the_files_of_the_folders_that_name_a_participant(name: str, path: str | None) -> None:
    """An underscore in the name moves the number out of its place."""
    outcome = import_moodle_feedback((Participant(id=301),), zipped(name))
    assert ([path] if path else []) == [file.shown_as for file in outcome.files]


def test_moodle_leaves_out_a_feedback_file_that_is_the_submitted_file() -> None:
    """So the whole download can be sent back."""
    name = "Ada_301_assignsubmission_file/a.py"
    outcome = import_moodle_feedback((Participant(id=301, submitted={"a.py": name.encode()}),), zipped(name))
    assert () == outcome.files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("sign", [",", "\t"])
def test_blackboard_takes_grades_by_user_name_and_column_id_and_creates_other_columns(encoding: str, sign: str) -> None:
    """A title alone does not make it the same column."""
    course = BlackboardCourse(
        usernames=frozenset({"ada", "bo"}),
        columns=frozenset({"664617"}),
        grades={("bo", "664617"): "7"},
        feedback={},
    )
    header = ["Last Name", "First Name", "Username", "TTT [Total Pts: 20] |664617", "TTT [Total Pts: 20]"]
    rows = [["L", "Ada", "ada", "17.50", ""], ["T", "Bo", "bo", "7.00", ""], ["X", "Y", "zoe", "3", ""]]
    text = "".join(sign.join(f'"{cell}"' for cell in row) + "\n" for row in [header, *rows])
    outcome = import_blackboard_grades(course, text.encode(encoding))
    assert {"ada 664617": "17.50"} == after(outcome)
    assert ("TTT [Total Pts: 20]",) == outcome.new_columns
    assert ["row 4"] == [row.where for row in outcome.ignored]
