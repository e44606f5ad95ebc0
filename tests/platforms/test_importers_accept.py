"""What we export, imported as the platforms do it: exactly the intended grades arrive, and nothing else changes."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from collections.abc import Sequence
from datetime import datetime, timezone
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.class_row import ClassRow, student_of
from grader.model.result import Result
from grader.platforms.grade_file import ColumnNames, feedback_text
from grader.platforms.mark_tables import Content, Exported, FullMarks, MarkChoice, choose_marks, fill_in, grade_list
from grader.platforms.registry import FEEDBACK, GRADEBOOKS, ids_of
from grader.platforms.zips import feedback_zip
from grader.text.spreadsheet_cell import guard_parts
from tests.platforms.graded_class import marked
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
from tests.platforms.importers.moodle_worksheet import (
    MoodleAssignment,
    MoodleStudent,
    MoodleWords,
    import_moodle_worksheet,
)
from tests.platforms.importers.outcome import Outcome
from tests.platforms.importers.php_csv import PhpDialect
from tests.platforms.platform_files import (
    PLAIN,
    Written,
    blackboard_file,
    canvas_file,
    gradebook_file,
    worksheet_file,
)
from tests.render.samples import failing

OFTEN = settings(max_examples=30)
GRADES = Path(__file__).parent / "grades"
FULL = FullMarks(points=Decimal(20), scaled=None)
NAMES = st.lists(
    st.sampled_from(
        (
            "Ada",
            "李",
            "Points Possible",
            "Manual Posting",
            ",",
            ";",
            '"',
            "\n",
            "\\",
            '\\"',
            " ",
            "=1+1",
            "Ł",
            "EX",
            "-",
        )
    ),
    min_size=1,
    max_size=4,
).map("".join)
MARKS = st.integers(0, 2000).map(lambda hundredths: Decimal(hundredths) / 100)
SCORES = st.none() | MARKS
CLASS = st.lists(st.tuples(NAMES, SCORES, SCORES), min_size=1, max_size=4)
"""Students with their names, their grades before and the marks that we enter."""
STUDENT_CODE = ('print("a \\"b\\", c")', 'x\\"\n"Participant 2","y', "\\", '"', "=cmd|' /C calc'!A0", "a; =1+1", "<b>")


def mark_of(identity: str, mark: Decimal, text: str = "", **facts: str) -> Result:
    """Return a result with this mark, and with a wrong check of this title in its feedback."""
    plain = marked(identity, str(mark), **facts)
    items = (dataclasses.replace(failing().criteria[0], title=text),) if text else plain.criteria
    return dataclasses.replace(plain, criteria=items)


def filled(platform: str, data: bytes, rows: Sequence[ClassRow], layout: str, column: str = "") -> Exported:
    """Return the platform's file with the marks of `rows`."""
    file = GRADEBOOKS[platform].read(data, ColumnNames(marks=column))
    return fill_in(file, rows, choose_marks(FULL, file.possible, "earned"), ids_of(layout), so_far=False)


def grades(outcome: Outcome) -> dict[str, Decimal]:
    """Return the new grades by student, all of one column."""
    assert "" == outcome.refused
    assert len({change.column for change in outcome.grades}) <= 1
    return {change.student: Decimal(change.after) for change in outcome.grades}


def without_grades(outcome: Outcome) -> Outcome:
    """Return what an upload does besides grades and feedback; a row is left out or not by its grade."""
    return dataclasses.replace(outcome, grades=(), feedback=(), ignored=())


def lost_ids(lost: Sequence[str]) -> set[str]:
    """Return the ids of the students whose mark is said not to be in the file."""
    return {sentence.split(":")[0].split(" (")[0] for sentence in lost}


@OFTEN
@given(
    students=CLASS,
    written=st.builds(
        Written,
        delimiter=st.sampled_from(",;"),
        line_end=st.sampled_from(("\n", "\r\n")),
        encoding=st.sampled_from(("utf-8", "utf-8-sig")),
    ),
    excused=st.booleans(),
)
def test_canvas_gets_the_grades_of_one_assignment(
    students: list[tuple[str, Decimal | None, Decimal | None]], written: Written, *, excused: bool
) -> None:
    """Whatever the names: no assignment is made, no points change, and an excused student stays excused."""
    course = CanvasCourse(
        students=tuple(
            CanvasStudent(id=4700 + at, name=name, sortable_name=name, sis_user_id=f"00{at}", login=f"s{at}")
            for at, (name, _, _) in enumerate(students)
        ),
        assignments=(
            CanvasAssignment(id=8, title="Final Score project", points_possible=Decimal(5)),
            CanvasAssignment(id=8123, title="Tic-Tac-Toe, (one)", points_possible=Decimal(20)),
            CanvasAssignment(id=9, title="Tic-Tac-Toe", points_possible=Decimal(20)),
        ),
        scores={
            **{(4700 + at, 8123): str(before) for at, (_, before, _) in enumerate(students) if before is not None},
            **({(4700, 8123): "EX"} if excused else {}),
            (4700, 9): "3",
        },
    )
    rows = [
        mark_of(str(4700 + at), mark, source_id=str(4700 + at))
        for at, (_, _, mark) in enumerate(students)
        if mark is not None
    ]
    platform_file = canvas_file(course, written)
    original = import_canvas_gradebook(course, platform_file)
    result = filled("canvas", platform_file, rows, "canvas", "Tic-Tac-Toe, (one) (8123)")
    outcome = import_canvas_gradebook(course, result.data)

    assert without_grades(original) == without_grades(outcome)
    if original.refused:
        return  # names with line ends keep Canvas from seeing that the delimiter is a semicolon
    assert () == original.grades
    assert {change.column for change in outcome.grades} <= {"8123"}
    expected = {
        str(4700 + at): mark
        for at, (_, before, mark) in enumerate(students)
        if mark is not None and mark != before and not (excused and at == 0)
    }
    lost = lost_ids(result.lost)
    assert {who: mark for who, mark in expected.items() if who not in lost} == grades(outcome)
    assert all("Points Possible" in students[int(who) - 4700][0] or excused for who in lost)


@OFTEN
@given(students=CLASS, texts=st.lists(st.sampled_from(STUDENT_CODE), min_size=4, max_size=4), newer=st.booleans())
def test_moodle_gets_grades_and_comments_by_its_worksheet(
    students: list[tuple[str, Decimal | None, Decimal | None]], texts: list[str], *, newer: bool
) -> None:
    """Whatever students are called, handed in as text or made our feedback say."""
    noon = datetime(2026, 9, 1, 12, tzinfo=timezone.utc)
    assignment = MoodleAssignment(
        maximum=Decimal(20),
        students=tuple(
            MoodleStudent(participant=str(at), grade=before, graded_at=None if before is None else noon)
            for at, (_, before, _) in enumerate(students, start=1)
        ),
        update_newer=newer,
    )
    rows = [
        mark_of(str(at), mark, texts[at - 1], source_id=str(at))
        for at, (_, _, mark) in enumerate(students, start=1)
        if mark is not None
    ]
    names = [name.rstrip("\\") for name, _, _ in students]
    platform_file = worksheet_file(assignment, names, [f"<p>{text}</p>" for text in texts[: len(students)]])
    assert () == import_moodle_worksheet(assignment, platform_file).grades
    if not rows:
        return
    try:
        result = filled("moodle-worksheet", platform_file, rows, "moodle")
    except ValueError as error:
        assert "unclear where a cell ends" in str(error)  # noqa: PT017 - most texts are clear
        return
    outcome = import_moodle_worksheet(assignment, result.data)

    expected = {
        str(at): mark for at, (_, before, mark) in enumerate(students, start=1) if mark is not None and mark != before
    }
    assert ((), ()) == (result.lost, result.kept_texts)
    assert expected == grades(outcome)
    assert [row.submission.id for row in rows] == [change.student for change in outcome.feedback]
    for row, change in zip(rows, outcome.feedback, strict=True):
        assert shown(change.after) == shown(feedback_text(row, as_html=True))
        # No spreadsheet runs what stands behind a semicolon.
        assert guard_parts(row.criteria[0].title.split("\n")[-1]) in shown(change.after)


@pytest.mark.parametrize(
    "text", ['<p>print("a \\"b\\", c\\n")</p>\n<p>\\",\n, "</p>', "\\\\", "C:\\x", '<p>\\"</p>,\n,']
)
def test_code_that_was_handed_in_as_text_keeps_nobody_from_a_grade(text: str) -> None:
    """Moodle does not double a quotation mark behind a backslash."""
    students = tuple(MoodleStudent(participant=str(at)) for at in (1, 2))
    assignment = MoodleAssignment(maximum=Decimal(20), students=students)
    rows = [mark_of(str(at), Decimal(at), source_id=str(at)) for at in (1, 2)]
    platform_file = worksheet_file(assignment, ["Ada", "Bo"], [text, '<p>x = "1"</p>'])
    outcome = import_moodle_worksheet(assignment, filled("moodle-worksheet", platform_file, rows, "moodle").data)

    assert {"1": Decimal(1), "2": Decimal(2)} == grades(outcome)
    assert ["1", "2"] == [change.student for change in outcome.feedback]


def test_a_text_that_makes_rows_of_its_own_in_one_reading_is_refused() -> None:
    """It could hide the row of somebody else; the line is named."""
    students = tuple(MoodleStudent(participant=str(at)) for at in (1, 2))
    assignment = MoodleAssignment(maximum=Decimal(20), students=students)
    forged = '\\",,20.00,Yes,-,\nParticipant 2,Bo,x'
    platform_file = worksheet_file(assignment, ["Ada", "Bo"], [forged, ""])
    with pytest.raises(ValueError, match=r"line 2: .* unclear where a cell ends; delete the backslash"):
        filled("moodle-worksheet", platform_file, [mark_of("2", Decimal(2), source_id="2")], "moodle")


class _Page(HTMLParser):
    """The text of a comment as a student sees it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert ("p", []) == (tag, attrs), "markup that is not ours"

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(comment: str) -> str:
    """Return what a student sees of a comment that Moodle takes for HTML."""
    page = _Page()
    page.feed(comment)
    page.close()
    return page.text


@pytest.mark.parametrize("escape", ["\\", ""])
@pytest.mark.parametrize("text", STUDENT_CODE)
def test_moodle_reads_our_comments_alike_with_and_without_an_escape_sign(text: str, escape: str) -> None:
    """PHP had one for a long time, and Moodle's own files are written with it."""
    assignment = MoodleAssignment(maximum=Decimal(20), students=(MoodleStudent(participant="1"),))
    row = mark_of("1", Decimal(3), text, source_id="1")
    result = filled("moodle-worksheet", worksheet_file(assignment, ["Ada"], [""]), [row], "moodle")
    outcome = import_moodle_worksheet(assignment, result.data, PhpDialect(escape=escape))

    assert {"1": Decimal(3)} == grades(outcome)
    assert [feedback_text(row, as_html=True)] == [change.after for change in outcome.feedback]


GERMAN = MoodleWords(
    participant="Teilnehmer/in",
    identifier="ID",
    grade="Bewertung",
    modified="Zuletzt geändert (Bewertung)",
    feedback="Feedback als Kommentar",
    decimal_point=",",
)


@pytest.mark.parametrize("decimal_point", [",", "."])
def test_a_german_worksheet_gives_german_moodle_the_marks_with_their_decimals(decimal_point: str) -> None:
    """Such a site reads a point as well as its own comma."""
    assignment = MoodleAssignment(
        maximum=Decimal(20),
        students=(MoodleStudent(participant="301"), MoodleStudent(participant="304")),
        words=GERMAN,
    )
    data = (GRADES / "moodle-worksheet-german.csv").read_bytes()
    data = data.replace(b"1,50", f"1{decimal_point}50".encode()).replace(b"20,00", f"20{decimal_point}00".encode())
    rows = [mark_of("301", Decimal("17.5"), source_id="301"), mark_of("304", Decimal("1.25"), source_id="304")]
    result = filled("moodle-worksheet", data, rows, "moodle")
    outcome = import_moodle_worksheet(assignment, result.data, PhpDialect(delimiter=";"))

    assert {"301": Decimal("17.5"), "304": Decimal("1.25")} == grades(outcome)
    assert ["301", "304"] == [change.student for change in outcome.feedback]


@OFTEN
@given(students=CLASS, texts=st.lists(st.sampled_from(STUDENT_CODE), min_size=4, max_size=4))
def test_moodle_gets_grades_by_its_gradebook(
    students: list[tuple[str, Decimal | None, Decimal | None]], texts: list[str]
) -> None:
    """By address; whoever has no mark from us keeps grade and comment."""
    item = MoodleItem(
        maximum=Decimal(20),
        users=tuple(MoodleUser(id=at, username=f"s{at}", email=f"s{at}@x.edu") for at in range(len(students))),
        grades={at: MoodleGrade(grade=before, feedback="kept") for at, (_, before, _) in enumerate(students) if before},
    )
    rows = [
        mark_of(f"student{at}", mark, texts[at], email=f"S{at}@x.edu")
        for at, (_, _, mark) in enumerate(students)
        if mark is not None
    ]
    if not rows:
        return
    institutions = [f"{name.strip()}." for name, _, _ in students]
    result = filled("moodle-gradebook", gradebook_file(item, institutions), rows, "")
    mapped = Mapped(
        user_column="Email address",
        user_field="email",
        grade_column="Assignment: Lab (Real)",
        feedback_column="Assignment: Lab (Feedback)",
    )
    outcome = import_moodle_gradebook(item, mapped, result.data)

    before = {at: item.grades[at].grade if at in item.grades else None for at in range(len(students))}
    expected = {str(at): mark for at, (_, _, mark) in enumerate(students) if mark is not None and mark != before[at]}
    assert () == result.lost
    assert expected == grades(outcome)
    assert {change.before for change in outcome.feedback} <= {""}


@pytest.mark.parametrize("column", ["username", "email", "idnumber"])
def test_a_new_gradebook_for_moodle_gives_nobody_the_grade_of_another(column: str) -> None:
    """Moodle takes a row without a user for one of the user above."""
    item = MoodleItem(
        maximum=Decimal(20),
        users=(
            MoodleUser(id=1, username="ada", email="ada@x.edu", idnumber="31"),
            MoodleUser(id=2, username="bo", email="bo@x.edu", idnumber="32"),
            MoodleUser(id=3, username="cy", email="cy@x.edu", idnumber="33"),
        ),
        grades={},
    )
    rows = (
        mark_of("1-ada", Decimal(17), login="ada", email="ada@x.edu", source_id="31"),
        mark_of("2-bo", Decimal(3), login="bo"),
        mark_of("3-cy", Decimal(9), login="cy", email="cy@x.edu"),
    )
    content = Content(title="Lab", choice=MarkChoice(points="earned", full=Decimal(20)))
    made = grade_list(rows, GRADEBOOKS["moodle-gradebook"].write, content, so_far=False)
    if column not in made.data.decode().split(",Lab")[0].split(","):
        return
    mapped = Mapped(user_column=column, user_field=column, grade_column="Lab", feedback_column="Lab feedback")
    outcome = import_moodle_gradebook(item, mapped, made.data)

    assert {"1": Decimal(17), "2": Decimal(3), "3": Decimal(9)} == grades(outcome)


@OFTEN
@given(
    students=CLASS,
    written=st.builds(
        Written,
        delimiter=st.sampled_from((",", "\t")),
        line_end=st.just("\r\n"),
        encoding=st.sampled_from(("utf-8-sig", "utf-16")),
    ),
)
def test_blackboard_gets_the_grades_of_one_column(
    students: list[tuple[str, Decimal | None, Decimal | None]], written: Written
) -> None:
    """By user name and the id of the column; no column is made."""
    course = BlackboardCourse(
        usernames=frozenset(f"s{at}" for at in range(len(students))),
        columns=frozenset({"664617", "664618"}),
        grades={
            **{(f"s{at}", "664618"): str(before) for at, (_, before, _) in enumerate(students) if before is not None},
            ("s0", "664617"): "4",
        },
        feedback={},
    )
    rows = [mark_of(f"s{at}", mark, login=f"s{at}") for at, (_, _, mark) in enumerate(students) if mark is not None]
    platform_file = blackboard_file(course, [name for name, _, _ in students], written)
    result = filled("blackboard", platform_file, rows, "blackboard", "664618")
    outcome = import_blackboard_grades(course, result.data)

    expected = {f"s{at}": mark for at, (_, before, mark) in enumerate(students) if mark is not None and mark != before}
    assert expected == grades(outcome)
    assert ((), (), ()) == (outcome.new_columns, outcome.ignored, outcome.feedback)
    assert {change.column for change in outcome.grades} <= {"664618"}


@pytest.mark.parametrize(
    "header",
    ["Tic-Tac-Toe(8123)", " Tic-Tac-Toe (8123)x", "Tic-Tac-Toe (8123) ", "Tic-Tac-Toe (８１２３)"],  # noqa: RUF001
)
def test_a_column_that_canvas_would_make_anew_is_not_filled(header: str) -> None:
    """Canvas finds an assignment only by a blank and its id at the very end."""
    course = CanvasCourse(
        students=(CanvasStudent(id=4711, name="Ada", sortable_name="Ada"),),
        assignments=(CanvasAssignment(id=8123, title="Tic-Tac-Toe", points_possible=Decimal(20)),),
        scores={},
    )
    data = canvas_file(course, PLAIN).replace(b"Tic-Tac-Toe (8123)", header.encode())
    assert 1 == len(import_canvas_gradebook(course, data).new_columns)
    with pytest.raises(ValueError, match="no column for marks"):
        GRADEBOOKS["canvas"].read(data, ColumnNames())


@pytest.mark.parametrize("cell", ["EX", "ex", "Excused"])
def test_an_excused_student_stays_excused_in_canvas(cell: str) -> None:
    """In each spelling that Canvas takes."""
    data = f"Student,ID,SIS Login ID,Section,Lab (8)\nAda,4711,ada,S,{cell}\n".encode()
    result = filled("canvas", data, [mark_of("4711", Decimal(3), source_id="4711")], "canvas")
    assert data == result.data
    assert {"4711"} == lost_ids(result.lost)


def test_a_student_with_two_rows_in_canvas_gets_no_mark_that_the_other_row_would_undo() -> None:
    """Canvas takes the last row of a student; the first one may be the only one with a login."""
    data = b"Student,ID,SIS Login ID,Section,Lab (8)\nAda,4711,ada,S,\nAda,4711,,S,7\nBo,4712,bo,S,\n"
    rows = [mark_of("ada", Decimal(3), login="ada"), mark_of("bo", Decimal(4), login="bo")]
    result = filled("canvas", data, rows, "")

    assert data.replace(b"bo,S,", b"bo,S,4") == result.data
    assert ("ada", 1) == (*lost_ids(result.lost), result.entered)


@pytest.mark.parametrize(("other", "noted"), [("7", False), ("5", True)])
def test_members_of_a_canvas_group_with_different_marks_are_named(other: str, *, noted: bool) -> None:
    """Canvas may give all of them the mark of the last one."""
    data = b"Student,ID,SIS Login ID,Section,Lab (8)\nAda,1,ada,S,\nBo,2,bo,S,\n"
    marks = {"ada": Decimal(7), "bo": Decimal(other)}
    rows = [mark_of(who, mark, login=who, group="Team Red") for who, mark in marks.items()]
    result = filled("canvas", data, rows, "")

    assert noted == result.note.startswith("the members of Team Red have different marks")
    assert 2 == result.entered


UPLOADS = (
    ("4711", "Ada Lovelace", "lovelaceada_4711_100_tictactoe.py"),
    ("4712", "link_4711_100", "link_4712_101_tictactoe-1.py"),
    ("4713", "LATE", "late_LATE_4713_102_4711_100.py"),
    ("4714", "4711", "4711_4714_103_t.py"),
    ("4715", "anon 4711 100", "anon47_4715_104_t.py"),
    ("4716", "../../4711_100_", "x_4716_105_t.py"),
    ("4717", "._x", "x_4717_106_t.py"),
    ("kX3pQ", "anonymous", "LATE_anon_kX3pQ_107_t.py"),
    ("4719", "Text Entry", "textentry_4719_text.html"),
)
"""Ids, names and the files of a download of Canvas."""


def test_canvas_returns_each_page_to_its_student_and_to_nobody_else() -> None:
    """Whatever students are called and call their files; whoever handed in no file is named."""
    submissions = tuple(
        CanvasSubmission(
            user_id=4711 + at, anonymous_id=who, attachments={} if "text" in upload else {100 + at: "t.py"}
        )
        for at, (who, _, upload) in enumerate(UPLOADS)
    )
    rows = [mark_of(who, Decimal(1), source_id=who, student=name, upload=upload) for who, name, upload in UPLOADS]
    made = feedback_zip(rows, FEEDBACK["canvas"], ids_of("canvas"), page)
    outcome = import_canvas_comments(submissions, made.data)

    expected = {str(4711 + at): who.encode() for at, (who, _, _) in enumerate(UPLOADS[:-1])}
    assert expected == {file.student: file.content for file in outcome.files}
    assert len(expected) == len(outcome.files)
    assert () == outcome.ignored
    assert {"4719"} == lost_ids(made.lost)


def test_canvas_gives_one_page_to_a_group_once() -> None:
    """A page for each member would make as many comments for all; a member with another mark is named."""
    upload = "teamred_4711_100_t.py"
    rows = [
        mark_of(who, mark, source_id=who, group="Team Red", upload=upload)
        for who, mark in (("4710", Decimal(7)), ("4711", Decimal(7)), ("4712", Decimal(5)))
    ]
    submissions = tuple(
        CanvasSubmission(user_id=4710 + at, attachments={100: "t.py"}, group="teamred") for at in range(3)
    )
    made = feedback_zip(rows, FEEDBACK["canvas"], ids_of("canvas"), page)
    outcome = import_canvas_comments(submissions, made.data)

    assert ["4710", "4711", "4712"] == [file.student for file in outcome.files]
    assert ("4712: the whole group gets the page of 4711 from the platform, and that has another mark",) == made.lost


def page(row: ClassRow) -> bytes:
    """Return a page that says whose it is."""
    return student_of(row).id.encode()


@OFTEN
@given(
    st.lists(NAMES | st.sampled_from(("_302_assignsubmission_file_", "302", "~x", ".x", "a/b")), min_size=3, max_size=3)
)
def test_moodle_returns_each_page_to_its_student_and_to_nobody_else(names: list[str]) -> None:
    """Whatever students are called, in each form of its downloads."""
    uploads = ("{}_301_assignsubmission_file", "{}_302_assignsubmission_file_", "{}_303_assignsubmission_file_t.py")
    rows = [
        mark_of(str(301 + at), Decimal(1), source_id=str(301 + at), student=name, upload=upload.format("A B"))
        for at, (name, upload) in enumerate(zip(names, uploads, strict=True))
    ]
    made = feedback_zip(rows, FEEDBACK["moodle"], ids_of("moodle"), page)
    outcome = import_moodle_feedback(tuple(Participant(id=301 + at) for at in range(3)), made.data)

    assert [("301", b"301"), ("302", b"302"), ("303", b"303")] == [(one.student, one.content) for one in outcome.files]
    assert {"report.html"} == {one.shown_as for one in outcome.files}
    assert not any(name.startswith("/") or ".." in name for name in zipfile.ZipFile(io.BytesIO(made.data)).namelist())
