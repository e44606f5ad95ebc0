"""The roster says who is who, by ids alone; who handed in nothing has a row, and what is not certain is reported."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.intake.class_listing import PLAIN_LAYOUT
from grader.intake.roster.class_with_roster import with_roster
from grader.intake.roster.roster_file import parse_roster
from grader.intake.student_ids import ClaimedName, distinct_ids, folded, is_safe_id
from grader.model.class_row import PLAIN, ClassInfo, NotGraded, Skipped
from grader.model.submission import SourceFile, Submission
from tests.platforms.samples import LAYOUTS

FILES = (SourceFile(path="tictactoe.py", text=""),)


def handed_in(name: str, **facts: object) -> Submission:
    """Return a submission, as it comes from a folder called `name` or from a platform that knows more."""
    plain = Submission(id=name, student=name, main="tictactoe.py", files=FILES)
    return dataclasses.replace(plain, **facts)  # type: ignore[arg-type]


def joined(roster: str, *rows: Submission | NotGraded, layout: str = PLAIN) -> ClassIntake:
    """Return the class of `rows` with the roster in the text `roster`."""
    return with_roster(
        ClassIntake(
            rows=tuple(sorted(rows, key=lambda row: isinstance(row, NotGraded))),
            layout=PLAIN_LAYOUT if layout == PLAIN else LAYOUTS.get(layout),
            info=ClassInfo(source="a folder per student", layout=layout),
        ),
        parse_roster(roster.encode(), "r.csv"),
    )


def missing(intake: ClassIntake) -> list[str]:
    """Return the ids of those who handed in nothing."""
    return [row.id for row in intake.problems if row.missing]


@pytest.mark.parametrize("folder", ["al", "AL", "301", "0301", "Ada@x.edu"])
def test_a_folder_may_be_called_by_any_id(folder: str) -> None:
    """Login, number or address, in any case; its own id stays, the rest is filled in."""
    intake = joined("id,name,email,login,section\n0301,Ada Lovelace,ada@x.edu,al,AI-1\n", handed_in(folder))

    (ada,) = intake.submissions
    assert (folder, "Ada Lovelace", "0301", "al", "ada@x.edu", "AI-1") == (
        *(ada.id, ada.student, ada.source_id, ada.login, ada.email, ada.section),
    )
    assert () == intake.problems


def test_the_roster_of_another_class_is_one_note() -> None:
    """Not one for each student, among which others would be lost; all are named."""
    names = [f"Ada{letter} May" for letter in "abcdef"]
    of_others = joined("id,name\n0,Bob Li\n", *(handed_in(name) for name in (*names, "0")))
    same_ids = joined(
        "id,name\n" + "".join(f"{number},Bob Li\n" for number in range(6)),
        *(handed_in(str(number), student=name, source_id=str(number)) for number, name in enumerate(names)),
    )

    assert of_others.info.notes == (
        f"6 of 7 who handed in are not in the roster; look whether it is that of this class: {', '.join(names)}.",
    )
    (note,) = same_ids.info.notes
    assert note.startswith("6 of 6 have other names in the roster (0 (Adaa May): by the id this is Bob Li (line 2) of")
    assert note.endswith("The names have nothing in common; look whether it is the roster of this class.")


def test_a_name_that_a_spreadsheet_damaged_does_not_replace_a_whole_one() -> None:
    """Excel writes question marks for letters that its table cannot hold; the folder's name is no name."""
    intake = joined(
        "id,name\n310,?ukasz ?ó??\n304,? ??\n305,?o\n",
        handed_in("310", student="Łukasz Żółć", source_id="310"),
        handed_in("304", student="30?", source_id="304"),
        handed_in("305"),
    )

    assert ["? ??", "?o", "Łukasz Żółć"] == [one.student for one in intake.submissions]
    (note,) = intake.info.notes
    assert note == (
        'Names in the roster have lost letters: "?ukasz ?ó??" (line 2), "? ??" (line 3), "?o" (line 4).'
        " Save it as CSV UTF-8, or export it again."
    )


@pytest.mark.parametrize("folder", ["Ada Lovelace", "Ada", "Lovelace, Ada"])
def test_nobody_is_found_by_name(folder: str) -> None:
    """Two students may have one name. Who is not in the roster is named, who handed in nothing has a row."""
    intake = joined("id,name\n301,Ada Lovelace\n302,Bob\n", handed_in(folder), handed_in("302"))

    assert ["301"] == missing(intake)
    assert {
        f"{one.id} ({folder})" if one.id != folder else folder for one in intake.submissions if one.id != "302"
    } == {note.removesuffix(": not in the roster.") for note in intake.info.notes}
    assert () == intake.info.double_claims
    assert folder in {one.student for one in intake.submissions}


def test_who_handed_in_nothing_has_a_row_with_all_that_is_known() -> None:
    """The id looks like those of the others: here logins."""
    intake = joined(
        "id,name,login,section,extension\n301,Ada,al,AI-1,\n302,Bob,bo,AI-2,2 days\n",
        handed_in("repo", login="al", id="al"),
        layout="github-classroom",
    )

    (bob,) = intake.problems
    assert (
        NotGraded(
            id="bo",
            student="Bob",
            source_id="302",
            login="bo",
            section="AI-2",
            extension="48 h",
            reason="nothing handed in",
            missing=True,
        )
        == bob
    )
    assert "a folder per student; roster of 2 students" == intake.info.source


def test_who_could_not_be_read_is_known_too() -> None:
    """And is not missing."""
    intake = joined("id,name\n301,Ada\n", NotGraded(id="301", student="301", reason="two files"))

    assert [("Ada", "two files", False)] == [(row.student, row.reason, row.missing) for row in intake.problems]


def test_a_number_of_canvas_is_not_taken_for_one_of_the_university() -> None:
    """Bob's number is the Canvas user of somebody else, who is not in the roster."""
    canvas = "Student,ID,SIS User ID,SIS Login ID,Section\nAda,4711,1,ada,A\nBob,4712,3031,bob,A\n"
    intake = joined(canvas, handed_in("4711", source_id="4711"), handed_in("3031", source_id="3031"), layout="canvas")

    assert ["4712"] == missing(intake)
    assert ("3031: not in the roster.",) == intake.info.notes


def test_two_submissions_of_one_student_are_reported() -> None:
    """Both are graded under their own id."""
    intake = joined("id,name,login\n301,Ada,al\n302,Bob,bo\n", handed_in("301"), handed_in("al"), handed_in("bo"))

    assert ["301", "al", "bo"] == [one.id for one in intake.submissions]
    assert ("301, al: each is that of Ada (line 2) of the roster, and is graded under an id of its own.",) == (
        intake.info.double_claims
    )


def test_what_fits_two_students_is_reported_and_stays_as_it_is() -> None:
    """The login of one with the address of another; neither of them is called missing."""
    intake = joined(
        "id,name,email,login\n301,Ada,ada@x.edu,al\n302,Bob,bob@x.edu,bo\n303,Eve,,eve\n",
        handed_in("x", login="al", email="bob@x.edu"),
        handed_in("eve", login="eve"),
        layout="gradescope",
    )

    assert ("x fits several students of the roster: Ada (line 2), Bob (line 3).",) == intake.info.double_claims
    assert "x" == next(one.student for one in intake.submissions if one.id == "x")
    assert [] == missing(intake)
    assert ["x may be theirs or somebody else's; say in the roster whose it is"] * 2 == [
        row.reason for row in intake.problems
    ]


def test_an_address_that_several_have_does_not_hide_an_id() -> None:
    """It only says nothing."""
    intake = joined(
        "id,name,email\n301,Ada,office@x.edu\n302,Bob,office@x.edu\n",
        handed_in("a", source_id="301", email="office@x.edu"),
        handed_in("b", source_id="302", email="office@x.edu"),
        layout="gradescope",
    )

    assert ["Ada", "Bob"] == [one.student for one in intake.submissions]
    assert () == intake.info.double_claims


TEAMS = "id,name,group\n301,Ada,Team 4\n302,Bob,Team 4\n303,Eve,\n"


def test_each_member_of_a_group_has_a_row() -> None:
    """Moodle names the group alone; each member has an own id, and the group."""
    intake = joined(
        TEAMS,
        handed_in("Team-4-0a1b2c", student="Team 4", group="Team 4", upload="Team 4_77_assignsubmission_file"),
        handed_in("eve", source_id="303", student="Eve"),
        layout="",
    )

    assert [("301", "Ada", "301", "Team 4"), ("302", "Bob", "302", "Team 4"), ("eve", "Eve", "303", "")] == [
        (one.id, one.student, one.source_id, one.group) for one in intake.submissions
    ]
    assert [] == missing(intake)
    assert {"Team 4_77_assignsubmission_file", ""} == {one.upload for one in intake.submissions}


def test_canvas_names_a_group_and_has_the_id_of_one_member() -> None:
    """The group's name in small letters."""
    groups = "name,canvas_user_id,login_id,group_name\nAda,4711,al,Team 4!\nBob,4712,bo,Team 4!\nEve,4713,ev,\n"
    intake = joined(
        groups,
        handed_in("4712", student="team4", source_id="4712"),
        handed_in("4713", student="eve", source_id="4713"),
        layout="canvas",
    )

    assert [("4711", "Ada", "Team 4!"), ("4712", "Bob", "Team 4!"), ("4713", "Eve", "")] == [
        (one.id, one.student, one.group) for one in intake.submissions
    ]


def test_the_number_of_a_group_is_not_taken_for_that_of_a_student() -> None:
    """Moodle does not say which it is: here Eve has the number of the group Enigma, so somebody must look."""
    worksheet = "Identifier,Full name,Group,Grade\nParticipant 12,Eve Li,,\nParticipant 301,Ada,Enigma,\n"
    intake = joined(worksheet, handed_in("12", student="Enigma", source_id="12"), layout="moodle")

    assert ("12 (Enigma) fits several students of the roster: Eve Li (line 2), Ada (line 3).",) == (
        intake.info.double_claims
    )
    assert [] == missing(intake)


def test_the_own_submission_of_a_member_is_a_double_claim() -> None:
    """Everything is graded, under ids of its own."""
    intake = joined(TEAMS, handed_in("team4"), handed_in("302"), handed_in("303"))

    ids = [one.id for one in intake.submissions]
    assert len(set(ids)) == 4
    assert {"301", "302", "303"} < set(ids)
    assert 1 == len(intake.info.double_claims)


def test_two_groups_with_nearly_one_name_are_not_told_apart() -> None:
    """Nobody is guessed."""
    intake = joined("id,name,group\n301,Ada,Team 4\n302,Bob,Team-4\n303,Eve,\n", handed_in("team4"), handed_in("303"))

    assert ["301", "302"] == missing(intake)
    assert ("team4: not in the roster.",) == intake.info.notes


def test_a_group_of_the_roster_does_not_hide_equal_files_of_two_students() -> None:
    """Only who handed in together is one group: a section is called a group too."""
    intake = joined(TEAMS, handed_in("301"), handed_in("302"), handed_in("303"))

    assert {""} == {one.group for one in intake.submissions}


def test_teachers_are_not_missing() -> None:
    """Nor is the student whom Canvas makes up; what they hand in is known as theirs."""
    intake = joined("id,name,role\n1,May,Teacher\n301,Ada,Student\n302,Bob,Student\n", handed_in("1"), handed_in("301"))

    assert ["302"] == missing(intake)
    assert ["May", "Ada"] == [one.student for one in intake.submissions]


def test_a_roster_of_other_ids_is_refused() -> None:
    """Otherwise the whole class would be missing; the message shows both kinds of ids."""
    moodle = handed_in("1201", student="Ada Lovelace", source_id="1201")
    with pytest.raises(UserError) as found:
        joined("ID number,Email address\n3031,ada@x.edu\n", moodle, layout="moodle")

    assert str(found.value) == (
        "r.csv: none of its students handed in. Its ids, logins and addresses are such as 3031; those who handed in are"
        " known as 1201; to a Moodle download belongs the grading worksheet of the same assignment"
    )


def test_equal_ids_with_other_names_are_named() -> None:
    """The roster may be that of another class; the order of the parts of a name does not matter."""
    intake = joined(
        'id,name\n301,"Lovelace, Ada"\n302,Bob Ng\n',
        handed_in("301", student="Ada Lovelace", source_id="301"),
        handed_in("302", student="Zoë Li", source_id="302"),
        layout="gradescope",
    )

    (note,) = intake.info.notes
    assert note.startswith("302 (Zoë Li): by the id this is Bob Ng (line 3) of the roster. The names have nothing in")


def test_a_student_without_any_id_is_not_called_missing() -> None:
    """Nobody knows; nobody vanishes."""
    intake = joined("id,name\n301,Ada\n,Bob\n", handed_in("301"))

    assert [("Bob", False)] == [(row.student, row.missing) for row in intake.problems]
    assert "no id, login or e-mail address" in intake.problems[0].reason


def test_the_order_of_the_roster_does_not_matter() -> None:
    """The same rows."""
    lines = ["301,Ada,al", "302,Bob,bo", "303,Eve,ev"]
    one, other = (
        joined("id,name,login\n" + "\n".join(order), handed_in("ev"), handed_in("301"))
        for order in (lines, lines[::-1])
    )

    assert (one.submissions, one.problems) == (other.submissions, other.problems)


def test_an_empty_class_is_all_missing() -> None:
    """Before the first hand-in."""
    assert ["301"] == missing(joined("id,name\n301,Ada\n"))


IDS = st.sampled_from(["", "1", "01", "2", "3", "al", "AL", "bo", "a@x", "b@x", "Team 4", "é-1", "con"])
LINES = st.tuples(IDS, IDS, IDS, st.sampled_from(["", "Team 4", "team-4", "B"]))
FACTS = st.fixed_dictionaries({"source_id": IDS, "login": IDS, "email": IDS, "group": st.sampled_from(["", "Team 4"])})


@settings(max_examples=60)
@given(
    lines=st.lists(LINES, min_size=1, max_size=6),
    rows=st.lists(st.tuples(IDS.filter(bool), FACTS), max_size=6),
    layout=st.sampled_from(["plain", "canvas", "moodle", "github-classroom", "nbgrader"]),
)
def test_nobody_and_nothing_vanishes(
    lines: list[tuple[str, ...]], rows: list[tuple[str, dict[str, str]]], layout: str
) -> None:
    """Whatever ids people have: each submission and each student of the roster has a row, and no id is there twice."""
    ids = distinct_ids([ClaimedName(name, f"{at}") for at, (name, _) in enumerate(rows)])
    given_in = [
        handed_in(name, **{**facts, "id": identity, "upload": f"{at}"})
        for at, (identity, (name, facts)) in enumerate(zip(ids, rows, strict=True))
    ]
    text = "\n".join(["id,login,email,group,name", *(f"{','.join(line)},N{at} O" for at, line in enumerate(lines))])
    try:
        intake = joined(text, *given_in, layout=layout)
    except UserError as error:
        assert "none of its students handed in" in str(error)  # noqa: PT017 - one of two right outcomes
        return
    everybody = [*intake.submissions, *intake.problems]

    assert {str(at) for at in range(len(rows))} == {one.upload for one in intake.submissions}
    assert {f"N{at} O" for at in range(len(lines))} <= {row.student for row in everybody}
    assert len(everybody) == len({folded(row.id) for row in everybody})
    assert all(is_safe_id(row.id) for row in everybody)


@pytest.mark.parametrize("name", ["bob.7z", "bob_tictactoe.rar", "A/BOB.docx"])
def test_a_skipped_file_that_is_named_like_a_student_is_no_missing_work(name: str) -> None:
    """The student is not graded, with the reason of the file; nobody vanishes among the skipped files."""
    class_of_ada = ClassIntake(
        rows=(handed_in("ada"),),
        layout=PLAIN_LAYOUT,
        info=ClassInfo(skipped=(Skipped(name=name, reason="unpack it"),)),
    )
    (bob,) = with_roster(class_of_ada, parse_roster(b"login\nada\nbob\n", "r.csv")).problems

    assert (False, f"{name}: unpack it") == (bob.missing, bob.reason)


def test_a_roster_that_does_not_fit_folders_asks_for_sections() -> None:
    """They may be the sections of the class."""
    with pytest.raises(UserError, match=r"sections, with the students in them, add --depth 2, or one level more$"):
        joined("login\nada\n", handed_in("group-1"))
