"""What a person decides about a student holds, is on record, and nothing of it is lost silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_listing import ClassOptions
from grader.intake.roster.choices import Choices, parse_choices, with_choices
from grader.intake.roster.class_with_roster import with_roster
from grader.intake.roster.roster_file import parse_roster
from grader.model.class_row import NotGraded
from tests.intake.module_specs import WITH_FUNCTIONS
from tests.intake.packed import packed

HEADER = "student,file,time,extension,group,reason\n"
WHOLE = "".join(f"def {one.name}(): pass\n" for one in WITH_FUNCTIONS.functions)


def choices(rows: str, earlier: str = "", roster: str = "") -> Choices:
    """Return the choices in these rows of a table."""
    return Choices(
        given=parse_choices((HEADER + rows).encode(), "c.csv"),
        earlier=parse_choices((HEADER + earlier).encode(), "reports/choices.csv"),
        roster=parse_roster(roster.encode(), "r.csv") if roster else None,
    )


def class_of(root: Path, decided: Choices) -> ClassIntake:
    """Return the class in the folder `root` with what was decided."""
    intake = read_class(root, WITH_FUNCTIONS, 256, options=ClassOptions(choices=decided))
    return with_choices(with_roster(intake, decided.roster) if decided.roster else intake, decided)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a class of three: one right, one with a wrong name, one with two files."""
    for path in ("ada/tictactoe.py", "bob/final_FINAL(2).py", "cyd/v1/tictactoe.py", "cyd/v2/tictactoe.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(f"{WHOLE}# {path}\n")
    return tmp_path


def graded(intake: ClassIntake) -> dict[str, str]:
    """Return the last line of each graded file, which says its path."""
    return {one.id: one.files[0].text.rpartition("# ")[2].strip() for one in intake.submissions}


@pytest.mark.parametrize(
    ("row", "student", "file"),
    [
        ("bob,final_FINAL(2).py,,,,", "bob", "bob/final_FINAL(2).py"),
        ("cyd,v2/tictactoe.py,,,,", "cyd", "cyd/v2/tictactoe.py"),
        ("CYD,./v1/tictactoe.py,,,,", "cyd", "cyd/v1/tictactoe.py"),
        ("ada,tictactoe.py,,,,", "ada", "ada/tictactoe.py"),
    ],
)
def test_the_chosen_file_is_graded_as_it_is(root: Path, row: str, student: str, file: str) -> None:
    """Whatever it is called; the record says so."""
    intake = class_of(root, choices(row))

    assert file == graded(intake)[student]
    (one,) = (one for one in intake.submissions if one.id == student)
    assert one.decided.startswith("file ")


def test_a_file_with_an_ending_of_an_editor_and_one_in_an_archive_can_be_chosen(root: Path) -> None:
    """No archive is opened and repacked by hand."""
    (root / "bob" / "tictactoe.py.txt").write_text(f"{WHOLE}# text")
    (root / "cyd" / "more.zip").write_bytes(packed(files={"old/ttt.py": f"{WHOLE}# zip".encode()}))

    found = graded(class_of(root, choices("bob,tictactoe.py.txt,,,,\ncyd,more.zip/old/ttt.py,,,,\n")))

    assert ("text", "zip") == (found["bob"], found["cyd"])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (
            "cyd,tictactoe.py,,,,",
            "'tictactoe.py' may be v1/tictactoe.py and v2/tictactoe.py; write the whole path",
        ),
        ("bob,a.py,,,,", "the chosen file 'a.py' is not there; here is final_FINAL(2).py"),
    ],
)
def test_a_file_that_is_not_clear_leaves_the_student_not_graded(root: Path, row: str, reason: str) -> None:
    """A new version may lack the file; one student's must not stop the class."""
    assert f"{row[:3]}: {reason}" in [one.reason for one in class_of(root, choices(row)).problems]


def test_times_extensions_groups_and_reasons_are_taken_over(root: Path) -> None:
    """They stand above what a platform said."""
    (ada, *_) = class_of(root, choices("ada,,2026-09-02T10:00Z,2 days,Team 4,by e-mail")).submissions

    assert ("2026-09-02T10:00:00+00:00", "48 h", "Team 4", None) == (
        *(ada.submitted_at, ada.extension, ada.group, ada.late),
    )
    assert "handed in 2026-09-02 10:00:00 +00:00; extension 48 h; group Team 4 (by e-mail)" == ada.decided


def test_who_handed_in_nothing_gets_the_work_of_the_group(root: Path) -> None:
    """If it is put there by a person, and only one work is that of the group."""
    roster = "login,name\nada,Ada\nbob,Bob\ncyd,Cyd\ndan,Dan\n"
    intake = class_of(root, choices("ada,,,,Team 4,\ndan,,,,team 4,worked with Ada\n", roster=roster))

    assert "ada/tictactoe.py" == graded(intake)["dan"]
    assert {"Team 4"} == {one.group for one in intake.submissions}
    assert "dan" not in [one.id for one in intake.problems]
    assert not any("Dan" in note for note in intake.info.notes)


def test_the_group_with_exactly_the_chosen_name_is_meant_first(root: Path) -> None:
    """Groups 01 and 1 are two groups."""
    roster = "login,name\nada,Ada\nbob,Bob\ncyd,Cyd\ndan,Dan\n"
    (root / "bob" / "final_FINAL(2).py").rename(root / "bob" / "tictactoe.py")
    intake = class_of(root, choices("ada,,,,01,\nbob,,,,1,\ndan,,,,1,\n", roster=roster))

    assert "bob/final_FINAL(2).py" == graded(intake)["dan"]


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ("", "nobody of that group handed in"),
        ("ada,,,,Team 4,\nbob,,,,Team 4,\n", "its members handed in different files"),
    ],
)
def test_who_gets_no_work_of_a_group_is_named(root: Path, others: str, why: str) -> None:
    """A group that only the roster has is not that of what a member handed in alone."""
    roster = "login,name,group\nada,Ada,Team 4\nbob,Bob,Team 4\ncyd,Cyd,\ndan,Dan,\n"
    (root / "bob" / "final_FINAL(2).py").rename(root / "bob" / "tictactoe.py")
    intake = class_of(root, choices(f"{others}dan,,,,Team 4,worked with Ada\n", roster=roster))

    assert "dan" in [one.id for one in intake.problems]
    assert f'Dan gets no work by the group "Team 4": {why}' in " ".join(intake.info.notes)


def test_an_id_is_found_without_the_zeros_that_a_spreadsheet_takes_away(tmp_path: Path) -> None:
    """If only one student has that number; who has just this id is meant first."""
    for name in ("007", "08", "8"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tictactoe.py").write_text(WHOLE)
    found = class_of(tmp_path, choices("7,,,1 day,,\n8,,,2 days,,\n"))

    assert {"007": "24 h", "08": "", "8": "48 h"} == {one.id: one.extension for one in found.submissions}
    with pytest.raises(UserError, match="2 students are called"):
        class_of(tmp_path, choices("008,,,1 day,,\n"))


def test_a_student_is_found_by_what_only_the_roster_knows(root: Path) -> None:
    """A name or an address, also where a file must be chosen before the roster is laid over the class."""
    roster = "login,name,email\nada,Ada,\nbob,Bob Kay,bob@x.edu\ncyd,Cyd,\n"
    found = graded(class_of(root, choices("bob@x.edu,final_FINAL(2).py,,,,\n", roster=roster)))

    assert "bob/final_FINAL(2).py" == found["bob"]


def test_later_rows_stand_above_earlier_ones_cell_by_cell(root: Path) -> None:
    """`auto` takes one back; a row of an earlier run about nobody waits."""
    earlier = "cyd,v1/tictactoe.py,,2 days,,\nada,,,2 days,,\nzoe,a.py,,,,\n"
    intake = class_of(root, choices("cyd,v2/tictactoe.py,,,,\nada,,,auto,,\n", earlier))
    by_id = {one.id: one for one in intake.submissions}

    assert "cyd/v2/tictactoe.py" == graded(intake)["cyd"]
    assert ("48 h", "", "") == (by_id["cyd"].extension, by_id["ada"].extension, by_id["ada"].decided)
    assert any("choices.csv, line 4: nobody here" in note for note in intake.info.notes)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("zoe,a.py,,,,", 'c.csv, line 2: nobody here is called "zoe"; write an id, as the gradebook has it.'),
        ("bobb,a.py,,,,", 'c.csv, line 2: nobody here is called "bobb"; did you mean "bob"?'),
        (
            "cyd,v1/tictactoe.py,,,,\ncyd,v2/tictactoe.py,,,,",
            'c.csv, line 3: file "v2/tictactoe.py" for "cyd", and "v1/tictactoe.py" in c.csv, line 2; keep one',
        ),
        (",a.py,,,,", "c.csv, line 2: names no student; write an id, as the gradebook has it"),
        ("ada,,soon,,,", 'c.csv, line 2: time "soon": not a date and time; write it like 2026-09-01T23:59+02:00'),
        ("ada,,,soon,,", 'c.csv, line 2: extension "soon": not a date and time; write it like'),
        ("ada,,,,,,x", "c.csv, line 2: 7 cells for 6 columns"),
    ],
)
def test_a_wrong_row_stops_the_run_with_its_line_and_the_remedy(root: Path, rows: str, problem: str) -> None:
    """Before anything is graded."""
    with pytest.raises(UserError) as caught:
        class_of(root, choices(rows))

    assert str(caught.value).startswith(problem)


def test_a_table_of_something_else_is_refused() -> None:
    """Such as a table of marks."""
    with pytest.raises(UserError, match=r"c\.csv: not a table of choices; its first line is student,file,commit,time"):
        parse_choices(b"student,item,points\nada,x,1\n", "c.csv")


def test_only_a_wrong_name_can_be_accepted(root: Path) -> None:
    """Where exactly one file defines the functions; not where two do."""
    problems = {one.id: one for one in class_of(root, choices("")).problems}

    assert {"bob": "final_FINAL(2).py", "cyd": ""} == {name: one.acceptable for name, one in problems.items()}
    assert all(isinstance(one, NotGraded) for one in problems.values())


def test_a_file_beside_those_of_others_can_be_accepted_with_its_ending(root: Path) -> None:
    """As an editor or a mail program named it."""
    (root / "dan_tictactoe.py.txt").write_text(f"{WHOLE}# dan")
    (root / "eve.py~").write_text("no function")

    problems = {one.id: one.acceptable for one in class_of(root, choices("")).problems}
    assert ("dan_tictactoe.py.txt", "") == (problems["dan"], problems["eve"])
    assert "dan" == graded(class_of(root, choices("dan,dan_tictactoe.py.txt,,,,")))["dan"]


def test_a_file_of_a_group_is_chosen_by_the_row_of_a_member(tmp_path: Path) -> None:
    """Only the roster knows the members when the file must be chosen."""
    folder = tmp_path / "Team 4"
    folder.mkdir()
    (folder / "final.py").write_text(f"{WHOLE}# team")
    (tmp_path / "zoe").mkdir()
    (tmp_path / "zoe" / "tictactoe.py").write_text(WHOLE)
    roster = "login,name,group\nada,Ada,Team 4\nbob,Bob,Team 4\nzoe,Zoe,\n"
    found = class_of(tmp_path, choices("bob,final.py,,,,\nada,,,2 days,,\n", roster=roster))

    assert {"ada": "team", "bob": "team"} == {name: text for name, text in graded(found).items() if name != "zoe"}
    assert {"ada": "48 h", "bob": "", "zoe": ""} == {one.id: one.extension for one in found.submissions}
    assert {"ada": "file final.py; extension 48 h", "bob": "file final.py", "zoe": ""} == {
        one.id: one.decided for one in found.submissions
    }


def test_two_members_of_a_group_cannot_choose_two_files(tmp_path: Path) -> None:
    """They handed in together: one work would be graded, and the other choice would be lost."""
    for name in ("a", "b"):
        (tmp_path / "Team 4").mkdir(exist_ok=True)
        (tmp_path / "Team 4" / f"{name}.py").write_text(f"{WHOLE}# {name}")
    (tmp_path / "zoe.py").write_text(WHOLE)
    roster = "login,name,group\nada,Ada,Team 4\nbob,Bob,Team 4\nzoe,Zoe,\n"

    with pytest.raises(UserError, match=r'line 3: file "b\.py" for "bob", and "a\.py" in c\.csv, line 2; keep one'):
        class_of(tmp_path, choices("ada,a.py,,,,\nbob,b.py,,,,\n", roster=roster))
    assert "b" == graded(class_of(tmp_path, choices("bob,b.py,,,,\n", "ada,a.py,,,,\n", roster)))["ada"]


@pytest.mark.parametrize(
    "roster", ["login,name\nbob,Bo\ncyd,Bo\nada,Ada\n", "login,name\nbob,Bo\nada,Ada\ncyd,Cyd\ndan,Bo\n"]
)
def test_an_earlier_row_that_now_fits_two_waits(root: Path, roster: str) -> None:
    """No file of either is chosen by it, as its note says."""
    intake = class_of(root, choices("", "Bo,final_FINAL(2).py,,,,\n", roster))

    assert {"bob", "cyd"} <= {one.id for one in intake.problems}
    assert any("2 students are called" in note and note.endswith("the row waits.") for note in intake.info.notes)
