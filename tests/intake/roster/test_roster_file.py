"""Rosters of all platforms are read, in any usual encoding; what is wrong is named with its line."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.roster.roster_file import RosterEntry, parse_roster, together
from grader.model.identity import IdKind, Key
from grader.model.instant import parse_instant
from grader.model.sanitize import sanitize

PLAIN = "id,name,email,login,section,group,extension\n0301,Ada Lovelace,ada@x.edu,al,AI-1,Team 4,2 days\n"
PLATFORMS = {
    "plain": (PLAIN, ("Ada Lovelace", "0301", "al", "ada@x.edu", "AI-1", ("Team 4",))),
    "Canvas gradebook": (
        (
            "Student,ID,SIS User ID,SIS Login ID,Section,Tic-Tac-Toe (8123)\n    Points Possible,,,,,20\n"
            '"Lovelace, Ada",4711,3031,ada,AI-1,17.5\n"Student, Test",99,,f00,AI-1,\n'
        ),
        ("Lovelace, Ada", "4711", "ada", "", "AI-1", ()),
    ),
    "Canvas groups": (
        (
            "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
            "Ada Lovelace,4711,3031,ada,AI-1,Team 4,12,\n"
        ),
        ("Ada Lovelace", "4711", "ada", "", "AI-1", ("Team 4",)),
    ),
    "Moodle worksheet": (
        (
            'Identifier,"Full name","Email address",Status,Grade,"Maximum grade"\n'
            '"Participant 301","Ada Lovelace",ada@x.edu,"Submitted for grading - ",,20.00\n'
        ),
        ("Ada Lovelace", "301", "", "ada@x.edu", "", ()),
    ),
    "Moodle worksheet in German": (
        "Identifier;Full name;Status;Maximum grade\nTeilnehmer/in301;Ada Lovelace;;20,00\n",
        ("Ada Lovelace", "301", "", "", "", ()),
    ),
    "Moodle worksheet, all in German": (
        '"ID","Vollständiger Name","E-Mail-Adresse",Bewertung\n"Teilnehmer/in 301","Ada Lovelace",ada@x.edu,\n',
        ("Ada Lovelace", "301", "", "ada@x.edu", "", ()),
    ),
    "Moodle participants": (
        '"First name","Last name","ID number","Email address",Groups\nAda,Lovelace,3031,ada@x.edu,"Team 4, Lab 2"\n',
        ("Ada Lovelace", "3031", "", "ada@x.edu", "", ("Team 4, Lab 2", "Team 4", "Lab 2")),
    ),
    "GitHub Classroom": (
        '"identifier","github_username","github_id","name"\n"ada@x.edu","adal","123","Ada Lovelace"\n',
        ("Ada Lovelace", "", "adal", "ada@x.edu", "", ()),
    ),
    "Gradescope": (
        (
            "First Name,Last Name,SID,Email,Role,Section\nAda,Lovelace,3031,ada@x.edu,Student,AI-1\n"
            "Tom,May,1,tom@x.edu,Instructor,\n"
        ),
        ("Ada Lovelace", "3031", "", "ada@x.edu", "AI-1", ()),
    ),
    "Blackboard": (
        '"Last Name"\t"First Name"\t"Username"\t"Student ID"\nLovelace\tAda\tada\t3031\n',
        ("Ada Lovelace", "3031", "ada", "", "", ()),
    ),
}


def only(text: str) -> RosterEntry:
    """Return the one entry of a roster."""
    (entry,) = parse_roster(text.encode(), "r.csv").entries
    return entry


def test_ids_of_words_are_participants_only_if_the_words_are_the_same() -> None:
    """In one's own table an id may look like them."""
    ids = [one.source_id for one in parse_roster(b"id,name\nRoom 7,Ada\nDesk 9,Bob\n", "r.csv").entries]
    logins = [one.source_id for one in parse_roster(b"id,name\nuser07,Ada\nuser09,Bob\n", "r.csv").entries]

    assert [["Room 7", "Desk 9"], ["user07", "user09"]] == [ids, logins]


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_roster_of_a_platform_is_read(name: str) -> None:
    """By the names of its columns; only students are waited for."""
    text, expected = PLATFORMS[name]
    (entry,) = (one for one in parse_roster(text.encode(), "r.csv").entries if one.is_student)

    assert expected == (entry.name, entry.source_id, entry.login, entry.email, entry.section, entry.groups)


def test_an_id_of_canvas_is_no_number_of_the_university() -> None:
    """Equal numbers of two kinds may be those of two students."""
    text, _ = PLATFORMS["Canvas gradebook"]
    entry = parse_roster(text.encode(), "r.csv").entries[0]

    assert {Key(IdKind.CANVAS_USER, "4711"), Key(IdKind.STUDENT_NUMBER, "3031"), Key(IdKind.LOGIN, "ada")} == entry.keys


def test_an_id_without_more_may_be_that_of_any_platform() -> None:
    """A table of one's own has the ids that one sees; Moodle's have a word of the site's language before them."""
    assert {kind for kind, _ in only("id\n301\n").keys} == {
        IdKind.CANVAS_USER,
        IdKind.MOODLE_PARTICIPANT,
        IdKind.STUDENT_NUMBER,
    }
    moodle = only("ID;Vollständiger Name;E-Mail-Adresse;Bewertung\nTeilnehmer/in301;Ada Lovelace;ada@x.edu;\n")
    assert {Key(IdKind.MOODLE_PARTICIPANT, "301"), Key(IdKind.EMAIL, "ada@x.edu")} < moodle.keys
    assert "Ada Lovelace" == moodle.name


@pytest.mark.parametrize("cell", ['"=""0301"""', "'0301", " 0301 ", "０３０１"])  # noqa: RUF001 - full-width digits
def test_an_id_is_read_as_it_was_before_a_spreadsheet_guarded_it(cell: str) -> None:
    """Against being a number, or a formula."""
    assert Key(IdKind.STUDENT_NUMBER, "301") in only(f"id,name\n{cell},Ada\n").keys


@pytest.mark.parametrize("row", ["    Punkte möglich,,,20\n", ",,,Manual Posting\n", "\n"])
def test_rows_about_columns_are_nobody(row: str) -> None:
    """Canvas writes them in the language of the user."""
    assert "Ada" == only(f"Student,ID,Section,Tic-Tac-Toe (1)\n{row}Ada,4711,A,5\n").name


def test_ids_are_compared_without_case_and_leading_zeros() -> None:
    """Spreadsheets drop zeros; what is shown is as it was written."""
    entry = only("ID,Email\n0301,Ada@X.edu\n")

    assert {Key(IdKind.STUDENT_NUMBER, "301"), Key(IdKind.EMAIL, "ada@x.edu")} < entry.keys
    assert ("0301", "Ada@X.edu") == (entry.source_id, entry.email)


@pytest.mark.parametrize(
    "data",
    [
        "﻿id;name\r\n1;Zoë\r\n".encode(),
        "id;name\n1;Zoë".encode("cp1252"),
        codecs.BOM_UTF16_LE + "id\tname\r\n1\tZoë\r\n".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "id,name\n1,Zoë\n".encode("utf-16-be"),
        "id\tname\n1\tZoë\n".encode("utf-16-le"),
        b"sep=;\r\nid;name\r\n1;Zo\xc3\xab\r\n",
        "\r\n\r\nid,name\r\r1,Zoë\r".encode(),
        'name,"id"\n"Zoë",1\n'.encode(),
    ],
)
def test_any_usual_encoding_and_delimiter_is_read(data: bytes) -> None:
    """With or without a byte-order mark, as Excel, LibreOffice and platforms write CSV files."""
    (entry,) = parse_roster(data, "r.csv").entries

    assert ("1", "Zoë") == (entry.source_id, entry.name)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", r"r\.csv: empty; the first line must name the columns"),
        (b"\n \n", r"r\.csv: empty"),
        (b"PK\x03\x04xlsx", r"r\.csv: a spreadsheet or an archive, not CSV; save or download it as CSV"),
        (b"id,na\0me\n", r"r\.csv: not a text file; save or download it as CSV"),
        (b"id,name\n", r"r\.csv: lists no student"),
        (b"name,grade\nAda,1\n", r'r\.csv: no column of ids, logins or e-mail addresses among "name", "grade"; the'),
        (b"id,name\n1,Lovelace, Ada\n", r"r\.csv, line 2: 3 cells for 2 columns; put a cell with a comma in it in quo"),
        (b'id,name\n1,"Ada\n2,Bob\n', r"r\.csv: line 2: a quotation mark is not closed"),
        (b"id,name\n3.03E+07,Ada\n", r'r\.csv, line 2: "3.03E\+07": a spreadsheet has cut this number; write'),
        (b"id,extension\n\n1,soon\n", r'r\.csv, line 3: extension "soon": not a date and time'),
        (b"id,extension\n1,2 d\n2,x\n3,y\n", r"line 3: extension[^\n]*\nr\.csv, line 4: extension"),
        (b"id,name\n1," + b"x" * 1001, r"r\.csv: line 2: a cell of more than 1,000 characters"),
        (b"id,name\n1" + b"," * 3000, r"r\.csv: line 2: more than 2,000 cells; is a quote not closed"),
        (b"id\n" + b"1\n" * 20_001, r"r\.csv: more than 20,000 rows"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, problem: str) -> None:
    """With the line and the remedy."""
    with pytest.raises(UserError, match=problem):
        parse_roster(data, "r.csv")


def test_the_header_of_a_second_file_in_the_same_file_is_no_student() -> None:
    """Two exports put into one, with the byte-order mark that programs write in front of each."""
    data = b"\xef\xbb\xbf\xef\xbb\xbfid,name\n1,Ada\n\xef\xbb\xbfid,name\n2,Bob\n"

    assert ["Ada", "Bob"] == [entry.name for entry in parse_roster(data, "r.csv").entries]


def test_a_student_who_is_there_twice_is_one_student() -> None:
    """Only if both lines say the same of who it is; it is reported."""
    roster = parse_roster(b"id,name,section,group\n1,Ada,A,\n2,Bob,A,\n1,Ada,B,Team 4\n", "r.csv")

    assert [("1", "A", ("Team 4",)), ("2", "A", ())] == [
        (one.source_id, one.section, one.groups) for one in roster.entries
    ]
    assert ("The roster has students twice: line 4 is about somebody of an earlier line.",) == roster.notes


def test_an_id_of_several_students_is_named() -> None:
    """They are not merged."""
    roster = parse_roster(b"id,name,email\n1,Ada,office@x.edu\n2,Bob,OFFICE@x.edu\n", "r.csv")

    assert len(roster.entries) == 2
    who = "Ada (line 2), Bob (line 3)"
    assert (f'In the roster "office@x.edu" belongs to several students: {who}. Nobody is found by it alone.',) == (
        roster.notes
    )


@given(
    st.one_of(
        st.binary(max_size=300), st.text(max_size=200).map(lambda text: f"id,name\n{text}".encode("utf-8", "replace"))
    )
)
def test_any_file_is_read_or_refused(data: bytes) -> None:
    """Never another exception, and no text that misleads."""
    try:
        roster = parse_roster(data, "r.csv")
    except UserError as error:
        texts = str(error).splitlines()
        is_clear = all(text.startswith(("r.csv", "and ")) for text in texts)
    else:
        is_clear = all(entry.name == sanitize(entry.name) for entry in roster.entries)
    assert is_clear


def test_several_rosters_are_one() -> None:
    """Such as those of two sections: who is in both is one student, and what is told names the file."""
    one = parse_roster(b"id,name,section\n1,Ada,A\n2,Bob,A\n", "a.csv")
    two = parse_roster(b"id,name,section\n1,Ada,A\n2,Eve,B\n", "b.csv")

    both = together([one, two])

    assert ["Ada (a.csv, line 2)", "Bob (a.csv, line 3)", "Eve (b.csv, line 3)"] == [one.shown for one in both.entries]
    assert ("a.csv, b.csv",) == (both.shown,)
    assert any("belongs to several students: Bob (a.csv, line 3), Eve (b.csv, line 3)" in note for note in both.notes)
    assert together([one]) == one


@pytest.mark.parametrize(
    ("one", "other", "students"),
    [
        ("Identifier,Full name\nParticipant 301,Ada Lovelace\n", "id,name,section\n301,Lovelace Ada,A\n", 1),
        ("Identifier,Email address\nParticipant 301,ada@x.edu\n", "id,email,section\n3031,ADA@x.edu,A\n", 1),
        ("id,name\n1,Ada Smith\n", "id,name\n1,Bob Smith\n", 2),
        ("id,name,email\n1,Ada,ada@x.edu\n", "id,name,email\n1,Ada,ada@y.edu\n", 2),
        ("id,email\n1,office@x.edu\n2,office@x.edu\n", "name,email\nAda,office@x.edu\n", 3),
    ],
    ids=["worksheet", "address", "other names", "other addresses", "address of several"],
)
def test_two_files_about_one_student_are_joined(one: str, other: str, students: int) -> None:
    """By an id, login or address, if nothing else speaks against it; each says what the other does not."""
    both = together([parse_roster(text.encode(), name) for text, name in ((one, "a.csv"), (other, "b.csv"))])

    assert students == len(both.entries)
    assert students > 1 or both.entries[0].section == "A"


def test_a_worksheet_says_when_work_was_handed_in() -> None:
    """By its date, or by how late it was; a time that is not understood is one note, and refuses nobody."""
    header = "Identifier,Full name,Status,Maximum grade,Last modified (submission)\n"
    rows = (
        'Participant 1,Ada,Submitted for grading,20,"Tuesday, 1 September 2026, 9:13 PM"\n'
        "Participant 2,Bob,Submitted for grading - 2 hours late,20,qui sait\nParticipant 3,Cyd,No submission,20,-\n"
    )
    found = parse_roster((header + rows).encode(), "w.csv", parse_instant("2026-09-01T23:59+02:00"))

    times = [("2026-09-01T21:13:00+02:00", None), ("2026-09-02T01:59:00+02:00", True), ("", None)]
    assert times == [(one.submitted_at, one.late) for one in found.entries]
    (note,) = found.notes
    assert note.startswith('Times of the roster that are not understood do not count: line 3: time "qui sait": not a')


def test_rosters_of_two_sections_name_them() -> None:
    """After their files, if no column does and nobody is in both."""
    one, other = (parse_roster(f"login\n{name}\n".encode(), f"lists/{name}-1.csv") for name in ("ada", "bob"))

    assert ["ada-1", "bob-1"] == [entry.section for entry in together([one, other]).entries]
    assert ["", ""] == [entry.section for entry in together([one, other, other]).entries]
