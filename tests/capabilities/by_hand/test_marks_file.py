"""Marks by hand are read from a CSV file, with every problem named at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.capabilities.by_hand.marks import with_manual, with_marks_to_confirm
from grader.capabilities.by_hand.marks_file import MarksByStudent, MarksTable, parse_manual
from grader.capabilities.by_hand.marks_table import MAX_FILE_BYTES
from grader.errors import UserError
from grader.marking.result_info import submission_info
from grader.model.class_row import NotGraded
from grader.model.result import ManualMark, Result
from tests.batch.fakes import submission
from tests.render.samples import SAMPLES

HEADER = "student,item,points,comment\n"


@pytest.fixture
def results() -> dict[str, Result]:
    """Return a class: two students of one name, one with a name of her own, and a harness fault."""
    pending = SAMPLES["pending"]()
    names = {"ada": "Ada", "bob-1": "Bob", "bob-2": "Bob", "zoe": "Zoë"}
    found = {
        key: dataclasses.replace(
            pending,
            submission=dataclasses.replace(pending.submission, id=key, student=name),
        )
        for key, name in names.items()
    }
    fault = dataclasses.replace(SAMPLES["harness_fault"](), criteria=())
    return {**found, "eve": dataclasses.replace(fault, submission=dataclasses.replace(fault.submission, id="eve"))}


def problems(results: Mapping[str, Result], rows: str, header: str = HEADER) -> list[str]:
    """Return what is wrong with a file."""
    with pytest.raises(UserError) as caught:
        parse_manual((header + rows).encode(), "marks.csv", results)
    return str(caught.value).split("\n")


def test_marks_are_read_by_student_and_line(results: Mapping[str, Result]) -> None:
    """By id, or by a name that only one student has; comments may hold commas."""
    rows = 'ada,quality,4.5,"short, clear"\nada,alpha_beta,10,\nZoë,quality,0,none\n'

    assert parse_manual((HEADER + rows).encode(), "marks.csv", results).marks == {
        "ada": {
            "quality": ManualMark(points=Decimal("4.5"), comment="short, clear"),
            "alpha_beta": ManualMark(points=Decimal(10)),
        },
        "zoe": {"quality": ManualMark(points=Decimal(0), comment="none")},
    }


@pytest.mark.parametrize(
    "data",
    [
        "\ufeffstudent,item,points,comment\r\nada,quality,5,\r\n",
        "Student;Line;Points\nada;quality;5\n",
        "points,line,student\n\n5, quality , ada \n",
        "student,item,points\n'ada,quality,5\n",
        "student,item,points,comment\nada,quality,5,\nbob-1,quality,,\n",
        "sep=;\nstudent;item;points;;\nada;quality;5;;\n;;;;\nstudent;item;points;;\n",
        "points,item,student\n5,quality,ada,,\n",
    ],
)
def test_what_spreadsheets_make_of_a_file_is_accepted(results: Mapping[str, Result], data: str) -> None:
    """Marks in front, semicolons, other orders, blank cells, the gradebook's apostrophe, rows not yet filled in."""
    assert parse_manual(data.encode(), "marks.csv", results).marks == {
        "ada": {"quality": ManualMark(points=Decimal(5))}
    }


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_umlauts_are_read_as_spreadsheets_write_them(results: Mapping[str, Result], encoding: str) -> None:
    """In the name of a student and in a comment."""
    data = "student\titem\tpoints\tcomment\nZoë\tquality\t4,5\tschön\n".encode(encoding)

    assert parse_manual(data, "marks.csv", results).marks == {
        "zoe": {"quality": ManualMark(points=Decimal("4.5"), comment="schön")}
    }


def test_a_name_is_the_same_however_its_accents_and_spaces_are_stored(results: Mapping[str, Result]) -> None:
    """Another system may store letter and accent as two characters."""
    for name in ("Zoe\u0308", "\u3000Zo\u00eb\u00a0"):
        assert list(parse_manual(f"{HEADER}{name},quality,1,\n".encode(), "marks.csv", results).marks) == ["zoe"]


@pytest.mark.parametrize("name", ["al99", "ada@x.edu", "3031"])
def test_a_student_may_be_named_by_all_that_only_one_student_has(results: dict[str, Result], name: str) -> None:
    """Login, address, the platform's id; what two students have is not guessed."""
    facts = {"login": "al99", "email": "ada@x.edu", "source_id": "3031"}
    known = {key: dataclasses.replace(results[key].submission, **facts) for key in ("ada", "bob-1")}  # type: ignore[arg-type]
    results["ada"] = dataclasses.replace(results["ada"], submission=known["ada"])
    row = f"{name},quality,1,\n"

    assert list(parse_manual((HEADER + row).encode(), "marks.csv", results).marks) == ["ada"]
    results["bob-1"] = dataclasses.replace(results["bob-1"], submission=known["bob-1"])
    assert problems(results, row) == [f'marks.csv:2: 2 students are called "{name}"; write the id: ada, bob-1']


def test_a_spreadsheet_with_decimal_commas_writes_points_that_count(results: dict[str, Result]) -> None:
    """No number of points has a comma for another reason; words stay as they are."""
    text = "student;item;points;comment;proposed\nada;quality;4,5;1,5;\nzoe;quality;1,234;x;\n"

    with pytest.raises(UserError, match=r"marks\.csv:3: points must be a number"):
        parse_manual(text.encode(), "marks.csv", results)
    marks = parse_manual(text.partition("zoe")[0].encode(), "marks.csv", results).marks
    assert marks == {"ada": {"quality": ManualMark(points=Decimal("4.5"), comment="1,5")}}
    assert read(results, 'ada,quality,"4,5","1,5"\n') == marks


def test_a_sign_stays_where_the_decimal_mark_is_a_comma(results: dict[str, Result]) -> None:
    """Points taken off are read like others."""
    late = dataclasses.replace(results["ada"].criteria[0], id="lateness", points=Decimal(0), deduction=Decimal(10))
    results["ada"] = dataclasses.replace(results["ada"], criteria=(*results["ada"].criteria, late))
    text = "student;item;points;comment\nada;lateness;-5,5;was ill\n"

    marks = parse_manual(text.encode(), "marks.csv", results).marks
    assert marks == {"ada": {"lateness": ManualMark(points=Decimal("-5.5"), comment="was ill")}}
    assert read(results, 'ada,lateness,"-5,5",was ill\n') == marks


def test_an_id_counts_in_any_form_of_its_accents(results: dict[str, Result]) -> None:
    """Another system may store letters in another form."""
    info = dataclasses.replace(results["zoe"].submission, id="Zoë", student="Zoë")
    known = {"Zoë": dataclasses.replace(results["zoe"], submission=info)}

    assert list(parse_manual(f"{HEADER}Zoe\u0308,quality,1,\n".encode(), "marks.csv", known).marks) == ["Zoë"]


def test_keep_takes_what_an_earlier_version_of_the_file_had(results: dict[str, Result]) -> None:
    """With its comment, unless the row has another; not if it is another one than the person has seen."""
    before = ManualMark(points=Decimal("3.5"), comment="two names say nothing", by="May")
    results["ada"] = with_marks_to_confirm(results["ada"], {"quality": before})
    header = "student,line,points,comment,earlier\n"

    assert read(results, "ada,quality,keep,,3.50\n", header) == {"ada": {"quality": before}}
    assert read(results, "ada,quality,Keep,one name,\n", header) == {
        "ada": {"quality": dataclasses.replace(before, comment="one name")}
    }
    assert problems(results, "ada,quality,keep,,4\nzoe,quality,keep,,\n", header) == [
        "marks.csv:2: the earlier version had 3.5 for quality, not 4; look at it again",
        "marks.csv:3: quality has no points of an earlier version of the file; write a number",
    ]


def test_all_problems_are_told_at_once(results: Mapping[str, Result]) -> None:
    """One line for each, with file and line in front."""
    rows = "adda,quality,1,\nada,qualty,1,\nada,winner,1,\nada,quality,six,\n"

    assert problems(results, rows) == [
        'marks.csv:2: unknown student "adda"; did you mean "ada"?',
        'marks.csv:3: unknown item "qualty"; did you mean "quality"?',
        "marks.csv:4: item winner was graded automatically: a comment must say why its points are changed",
        'marks.csv:5: points must be a number, got "six"',
    ]


def test_a_file_that_is_wrong_throughout_gets_a_few_hints(results: Mapping[str, Result]) -> None:
    """Every row is named, but near names are looked for in the first ones only."""
    found = problems(results, "adda,quality,1,\n" * 30)

    assert len(found) == 30
    assert sum("did you mean" in line for line in found) == 20


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ("-1", "points must not be negative, got -1"),
        ("5.5", "5.5 points, but item quality has 5"),
        ("1.234", "points have at most 2 decimals, got 1.234"),
        ('"1,500"', 'points must be a number, got "1,500"'),
        ("1e1", 'points must be a number, got "1e1"'),
        ("NaN", 'points must be a number, got "NaN"'),
        ("٤", 'points must be a number, got "٤"'),
    ],
)
def test_points_are_plain_numbers_within_their_line(results: Mapping[str, Result], points: str, problem: str) -> None:
    """No number that a person might read in another way than the program."""
    assert problems(results, f"ada,quality,{points},x\n") == [f"marks.csv:2: {problem}"]


def read(results: Mapping[str, Result], rows: str, header: str = HEADER) -> MarksByStudent:
    """Return the marks in a file that is right."""
    return parse_manual((header + rows).encode(), "marks.csv", results).marks


def test_any_line_and_any_check_can_be_marked_by_hand_with_a_reason(results: Mapping[str, Result]) -> None:
    """The column `item` takes the id of a check as well; a line that waits for a person needs no reason."""
    rows = "ada,winner,8,regraded\nbob-1,winner.rows,4.25,the order of rows is free\nbob-1,quality,5,\n"

    assert read(results, rows) == {
        "ada": {"winner": ManualMark(points=Decimal(8), comment="regraded")},
        "bob-1": {
            "winner.rows": ManualMark(points=Decimal("4.25"), comment="the order of rows is free"),
            "quality": ManualMark(points=Decimal(5)),
        },
    }


@pytest.mark.parametrize("item", ["winner", "winner.rows"])
def test_automatic_points_are_not_changed_without_a_reason(results: Mapping[str, Result], item: str) -> None:
    """The student would read another number than the evidence stands for, and no word about it."""
    kind = "check" if "." in item else "item"

    assert problems(results, f"ada,{item},1,\n") == [
        f"marks.csv:2: {kind} {item} was graded automatically: a comment must say why its points are changed"
    ]


def test_a_check_gets_no_more_points_than_it_has(results: Mapping[str, Result]) -> None:
    """Its line would have more than the rubric says."""
    assert problems(results, "ada,winner.rows,5,why\n") == ["marks.csv:2: 5 points, but check winner.rows has 4.5"]


def test_a_line_and_its_check_are_not_both_marked(results: Mapping[str, Result]) -> None:
    """The points of the line would hide those of the check, whether they are in one file or were given before."""
    text = (
        '"ada": item winner and its check winner.rows cannot both have points by hand; take one of them back with the'
        " points auto"
    )
    given = {**results, "ada": with_manual(results["ada"], {"winner": ManualMark(points=Decimal(1), comment="x")})}

    assert problems(results, "ada,winner.rows,1,why\nada,winner,2,why\n") == [f"marks.csv:3: {text}"]
    assert problems(given, "ada,winner.rows,1,why\n") == [f"marks.csv:2: {text}"]
    assert read(given, "ada,winner.rows,1,why\nada,winner,auto,\n")["ada"] == {
        "winner": None,
        "winner.rows": ManualMark(points=Decimal(1), comment="why"),
    }


def test_problems_are_told_in_the_order_of_the_rows(results: Mapping[str, Result]) -> None:
    """Also the one between two rows, which is found when all are read."""
    found = problems(results, "ada,winner.rows,1,why\nada,winner,2,why\nadda,quality,1,\nada,quality,six,\n")

    assert [problem.split(":")[1] for problem in found] == ["3", "4", "5"]


def test_points_are_taken_back_with_a_word(results: Mapping[str, Result]) -> None:
    """Also where there are none, so that a file can be given twice."""
    assert read(results, "ada,winner,Auto,\nada,quality,auto,changed my mind\n") == {
        "ada": {"winner": None, "quality": None}
    }


def test_who_and_when_are_as_given(results: Mapping[str, Result]) -> None:
    """They are no user and no time of the machine, and a row that has nothing else is not filled in."""
    header = "student,item,points,comment,by,when\n"
    rows = "ada,quality,5,,Dr. May,on Friday\nada,alpha_beta,,,Dr. May,on Friday\n"

    assert read(results, rows, header) == {
        "ada": {"quality": ManualMark(points=Decimal(5), by="Dr. May", when="on Friday")}
    }


def test_one_word_confirms_the_proposed_points(results: Mapping[str, Result]) -> None:
    """Points that are not those that the person saw are not confirmed."""
    proposing = {**results, "ada": proposed(results["ada"], "4.5")}
    header = "student,item,points,proposed\n"

    wanted = {"ada": {"quality": ManualMark(points=Decimal("4.5"))}}
    assert read(proposing, "ada,quality,ok,\n") == wanted
    assert read(proposing, "ada,quality,OK,4.50\n", header) == wanted
    for seen in ("4", "much"):
        assert problems(proposing, f"ada,quality,ok,{seen}\n", header) == [
            f"marks.csv:2: the proposal for quality is 4.5 now, not {seen}; look at it again"
        ]


@pytest.mark.parametrize("item", ["alpha_beta", "winner", "winner.rows"])
def test_nothing_is_confirmed_where_nothing_is_proposed(results: Mapping[str, Result], item: str) -> None:
    """A number is needed there."""
    assert problems(results, f"ada,{item},ok,fine\n") == [
        f"marks.csv:2: no points are proposed for {item}; write a number"
    ]


@pytest.mark.parametrize("comment", ["=1+1", "'=1+1", "@home", " -1 each"])
def test_a_comment_that_would_run_as_a_formula_is_read_without_its_guard(
    results: Mapping[str, Result], comment: str
) -> None:
    """The page writes an apostrophe before it, as the gradebook does."""
    assert read(results, f'ada,quality,1,"\'{comment}"\n') == {
        "ada": {"quality": ManualMark(points=Decimal(1), comment=comment)}
    }


def test_an_apostrophe_of_the_person_stays(results: Mapping[str, Result]) -> None:
    """Only the one before a formula is ours."""
    assert read(results, "ada,quality,1,'tis fine\n") == {
        "ada": {"quality": ManualMark(points=Decimal(1), comment="'tis fine")}
    }


def proposed(result: Result, points: str) -> Result:
    """Return `result` with points that the grader proposes for code quality."""
    lines = (
        dataclasses.replace(item, proposed=Decimal(points)) if item.id == "quality" else item
        for item in result.criteria
    )
    return dataclasses.replace(result, criteria=tuple(lines))


def test_a_comment_without_points_is_a_slip(results: Mapping[str, Result]) -> None:
    """A person began to fill in the row, so it is not skipped."""
    assert problems(results, "ada,alpha_beta,,nice\n") == ["marks.csv:2: a comment, but no points"]
    assert problems(results, "ada,quality,,nice\n") == [
        "marks.csv:2: a comment, but no points; write ok for the proposed 3.5"
    ]


def test_zeros_that_a_spreadsheet_takes_away_are_not_missed(results: dict[str, Result]) -> None:
    """Unless two students would have one number; who has just this id is meant first."""
    ids = ("007", "08", "8")
    known = {one: dataclasses.replace(results["zoe"], submission=submission_info(submission(one))) for one in ids}

    assert ["007", "8"] == list(read(known, "7,quality,1,\n8,quality,1,\n"))
    assert problems(known, "008,quality,1,\n") == ['marks.csv:2: 2 students are called "008"; write the id: 08, 8']


@pytest.mark.parametrize(("graded", "not_graded"), [("007", "7"), ("7", "007")])
def test_an_exact_id_is_meant_first_whether_graded_or_not(
    results: dict[str, Result], graded: str, not_graded: str
) -> None:
    """A number that fits both is refused."""
    known = {graded: dataclasses.replace(results["zoe"], submission=submission_info(submission(graded)))}
    missing = [NotGraded(id=not_graded, student=not_graded, reason="no file")]

    def parsed(row: str) -> MarksTable:
        return parse_manual(f"{HEADER}{row}\n".encode(), "marks.csv", known, missing, ["late"])

    for one in (graded, not_graded):
        assert [one] == [case.student for case in parsed(f"{one},needs:late,done,").looked_at]
    with pytest.raises(UserError, match=f'"{not_graded}" was not graded'):
        parsed(f"{not_graded},quality,1,")
    for row in ("07,needs:late,done,", "07,quality,1,"):
        with pytest.raises(UserError, match=r'2 students are called "07"; write the id: 0*7, 0*7'):
            parsed(row)


def test_a_name_of_several_students_is_not_guessed(results: Mapping[str, Result]) -> None:
    """The ids to choose from are named."""
    assert problems(results, "Bob,quality,1,\n") == [
        'marks.csv:2: 2 students are called "Bob"; write the id: bob-1, bob-2'
    ]


def test_one_line_is_marked_once(results: Mapping[str, Result]) -> None:
    """Two rows by id and by name count as two as well."""
    assert problems(results, "ada,quality,1,\nAda,quality,2,\n") == [
        'marks.csv:3: "ada" already has points for quality'
    ]


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("student,points\n", "1: no column item; the first line is student,item,points,comment"),
        ("", "1: no column student, item, points; the first line is student,item,points,comment"),
        ("student,item,points,coment\n", '1: unknown column "coment"; did you mean "comment"?'),
        ("student,item,points,points\n", "1: column points is there twice"),
    ],
)
def test_columns_are_told_by_their_names(results: Mapping[str, Result], header: str, problem: str) -> None:
    """The content of a misspelled column would be lost."""
    assert problems(results, "", header) == [f"marks.csv:{problem}"]


def test_a_row_with_too_many_or_too_few_cells_is_a_slip(results: Mapping[str, Result]) -> None:
    """Too many most often by a comma in a comment."""
    assert problems(results, "5\n", "points,item,student\n") == ['marks.csv:2: unknown student ""']
    assert "put quotes around" in problems(results, "ada,quality,1,good, clear\n")[0]


@pytest.mark.parametrize("row", ["ada,4,5", "ada,12", "ada"])
def test_a_row_of_a_wide_table_that_ends_too_early_gives_no_points(results: Mapping[str, Result], row: str) -> None:
    """A decimal comma moves the cells behind it, and a cut number is another number. Blank columns are none."""
    header = "student,quality,quality: comment,alpha_beta,,\n"

    assert problems(results, f"{row}\nbob-1,5,good,\n", header) == [
        "marks.csv:2: fewer cells than columns; write the row to its end, blank cells too, and 4.5 instead of 4,5"
    ]
    assert ["bob-1"] == list(read(results, "bob-1,5,good,\n", header))


def test_the_line_of_a_problem_is_right_after_a_long_comment(results: Mapping[str, Result]) -> None:
    """A comment over several lines counts as those lines."""
    assert problems(results, 'ada,quality,1,"a\nb\nc"\nnobody,quality,1,\n')[0].startswith("marks.csv:5: ")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"PK\x03\x04", "marks.csv: a spreadsheet or an archive, not CSV"),
        (b"", f"marks.csv:1: no column student, item, points; the first line is {HEADER}".strip()),
        (b"x" * (MAX_FILE_BYTES + 1), "marks.csv: larger than 1 MiB"),
        (HEADER.encode() + b'ada,quality,1,"open', "marks.csv: line 2: a quotation mark is not closed"),
    ],
)
def test_what_is_no_csv_is_refused(results: Mapping[str, Result], data: bytes, problem: str) -> None:
    """In one line."""
    with pytest.raises(UserError) as caught:
        parse_manual(data, "marks.csv", results)

    assert str(caught.value).startswith(problem)


def test_a_fault_of_ours_does_not_refuse_the_class(results: Mapping[str, Result]) -> None:
    """The marks of a student whose grading failed are read by the lines of the same rubric."""
    marks = parse_manual(f"{HEADER}eve,quality,3,\n".encode(), "marks.csv", results).marks

    assert marks["eve"]["quality"] == ManualMark(points=Decimal(3))


def test_a_line_nobody_has_is_unknown() -> None:
    """If no result of the rubric has lines, there is nothing to fill in."""
    lone = dataclasses.replace(SAMPLES["harness_fault"](), criteria=())

    assert problems({"eve": lone}, "eve,quality,3,\n") == ['marks.csv:2: unknown item "quality"']


def test_hostile_text_is_cleaned(results: Mapping[str, Result]) -> None:
    """Comments and messages hold visible characters only."""
    rows = '\x1b[31m,quality,1,\nada,quality,1,"\x1b[31m"\n'
    only = parse_manual(f'{HEADER}ada,quality,1,"\x1b[31m"\n'.encode(), "marks.csv", results).marks

    assert "\x1b" not in "".join(problems(results, rows))
    assert only["ada"]["quality"] == ManualMark(points=Decimal(1), comment="\\x1b[31m")
