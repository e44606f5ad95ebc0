"""The table to fill in holds all that waits for a person, and what is filled in is read back."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.batch.compact import compact
from grader.capabilities.by_hand.marks import with_manual, with_marks_to_confirm
from grader.capabilities.by_hand.marks_file import parse_manual
from grader.capabilities.by_hand.several_people import joined, second_sample
from grader.capabilities.quality.capability import QualityFinding, QualityKind, QualityReport
from grader.errors import UserError
from grader.model.result import ManualMark, Result
from grader.store.marks_template import marks_template, share_of
from grader.store.result_json import from_json, to_json
from grader.text.spreadsheet_cell import csv_table
from tests.render.samples import SAMPLES
from tests.words import words

BEFORE = ManualMark(points=Decimal(3), comment="=short names; see line 3", by="May")
UNUSED = QualityKind(
    id="unused",
    cost=Decimal("0.25"),
    count=4,
    findings=tuple(QualityFinding(at=f"tictactoe.py:{line}", why=words("m is unused.")) for line in (1, 5, 9, 12)),
)
REPORT = QualityReport(tool="ruff", files=("tictactoe.py",), functions=7, written=7, kinds=(UNUSED,))


@pytest.fixture
def results(samples: Mapping[str, Result]) -> dict[str, Result]:
    """Return a class: one with a proposal and findings, one with an earlier mark, one marked, one with a fault."""
    plain = samples["pending"]
    lines = tuple(
        dataclasses.replace(
            one, proposed=Decimal("4.5"), reasons=words("Two kinds."), capability="quality", found=REPORT
        )
        if one.id == "quality"
        else one
        for one in plain.criteria
    )
    full = {item.id: ManualMark(points=item.points) for item in plain.criteria if item.by_hand}
    made = {
        "Zoë-李雷": dataclasses.replace(plain, criteria=lines),
        "bob": with_marks_to_confirm(plain, {"quality": BEFORE, "winner.rows": BEFORE}),
        "dan": with_manual(plain, full),
        "eve": samples["harness_fault"],
    }
    return {name: called(name, one) for name, one in made.items()}


def called(name: str, result: Result) -> Result:
    """Return `result` of a student whose name would be a formula."""
    return dataclasses.replace(
        result, submission=dataclasses.replace(result.submission, id=name, student=f"={name.title()}")
    )


def table(data: bytes) -> list[dict[str, str]]:
    """Return the rows as another program reads them."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def filled(data: bytes, **cells: str) -> bytes:
    """Return the table with `cells` in its first row that has such columns."""
    text = io.StringIO()
    rows = table(data)
    rows[0].update(cells)
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def test_the_table_has_a_row_for_each_student_and_item_that_waits(results: Mapping[str, Result]) -> None:
    """With the name, what is possible, proposed and found; nobody else is in it."""
    rows = table(marks_template(results.values()))

    assert [(row["student"], row["name"], row["points"], row["comment"]) for row in rows[:1]] == [
        ("Zoë-李雷", "'=Zoë-李雷", "", "")
    ]
    assert [tuple(row.values())[2:6] for row in rows] == [
        ("quality", "5", "4.5", ""),
        ("alpha_beta", "10", "", ""),
        ("winner.rows", "4.5", "", "3"),
        ("quality", "5", "3.5", "3"),
        ("alpha_beta", "10", "", ""),
    ]
    assert rows[0]["found"] == ("Two kinds; Unused imports and names (tictactoe.py:1, 5, 9 and 1 more), -0.25 points")
    assert rows[2]["found"] == "3 (for an earlier version of the file: =short names; see line 3), by May"


@pytest.mark.parametrize("wide", [False, True])
def test_an_empty_table_gives_nobody_any_points(results: Mapping[str, Result], *, wide: bool) -> None:
    """It is no mistake to fill in a part of it."""
    assert parse_manual(marks_template(results.values(), wide=wide), "marks.csv", results).marks == {}


def test_what_is_filled_in_is_read_back(results: Mapping[str, Result]) -> None:
    """Points and words, in both forms of the table."""
    data = marks_template(results.values())
    wide = marks_template(results.values(), wide=True)
    mark = ManualMark(points=Decimal("4.5"), comment="one; two, three")

    assert len(table(wide)) == 2
    for form in (
        filled(data, points="4.5", comment=mark.comment),
        filled(data, points="ok", comment=mark.comment),
        filled(wide, quality="4.5", **{"quality: comment": mark.comment}),
        filled(wide, quality="ok", **{"quality: comment": mark.comment}),
    ):
        assert parse_manual(form, "marks.csv", results).marks == {"Zoë-李雷": {"quality": mark}}


def test_a_wide_table_may_be_written_by_hand(results: Mapping[str, Result]) -> None:
    """With the columns that one needs; items and checks, in any order."""
    data = "by,Alpha_Beta,student,winner.rows,winner.rows: comment,quality\nMay,10,bob,4,regraded,keep\n\n"

    assert parse_manual(data.encode(), "marks.csv", results).marks == {
        "bob": {
            "alpha_beta": ManualMark(points=Decimal(10), by="May"),
            "winner.rows": ManualMark(points=Decimal(4), comment="regraded", by="May"),
            "quality": dataclasses.replace(BEFORE, by="May"),
        }
    }


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("student,quality,quality\nbob,1,2\n", 'marks.csv: column "quality" is there twice'),
        ("student,quality,qualty\nbob,1,2\n", 'marks.csv:2: unknown item "qualty"; did you mean "quality"?'),
        (
            "student,quality,alpha_beta\nbob,1,2,x\n",
            "marks.csv:2: more cells than columns; put quotes around a comment that has commas in it",
        ),
        ("student,quality\nbob,6\n", "marks.csv:2: 6 points, but item quality has 5"),
        (
            "student,quality,quality: comment\nbob,,good\n",
            (
                "marks.csv:2: a comment, but no points; write ok for the proposed 3.5 or keep for the 3 of the earlier"
                " version"
            ),
        ),
    ],
)
def test_problems_of_a_wide_table_are_told(results: Mapping[str, Result], data: str, problem: str) -> None:
    """With the row, as for the other one."""
    with pytest.raises(UserError) as caught:
        parse_manual(data.encode(), "marks.csv", results)

    assert str(caught.value) == problem


def test_nothing_waits_once_everybody_is_marked(results: Mapping[str, Result]) -> None:
    """Then there is no table."""
    assert marks_template([results["dan"], results["eve"]]) == b""


def test_what_is_found_is_in_the_results_that_a_class_keeps(results: Mapping[str, Result]) -> None:
    """They are small, and read back from the disk."""
    kept = [compact(from_json(to_json(one), "result.json")) for one in results.values()]

    assert marks_template(kept) == marks_template(results.values())


def test_each_of_several_people_has_a_share() -> None:
    """Together they have everybody once; members of a group stay together; a section is a share too."""
    pending = SAMPLES["pending"]()
    facts = [("a", "", "A"), ("b", "Team 1", "A"), ("c", "", "B"), ("d", "Team 1", "B"), ("e", "", "B")]
    results = [
        dataclasses.replace(
            pending, submission=dataclasses.replace(pending.submission, id=name, group=group, section=section)
        )
        for name, group, section in facts
    ]

    def share(mine: str) -> list[str]:
        return [one.submission.id for one in share_of(results, mine)]

    assert sorted(share("1/2") + share("2/2")) == list("abcde")
    assert all(("b" in part) == ("d" in part) for part in (share("1/2"), share("2/2")))
    assert share("b") == list("cde")
    first = share("1/2")
    fault = called("0", SAMPLES["harness_fault"]())
    assert first == [one.submission.id for one in share_of([fault, *results], "1/2")]  # as the page numbers them
    for wrong, problem in (("3/2", "one of 1 to 2"), ("0/2", "one of 1 to 2"), ("C", r"nor a section \(A, B\)")):
        with pytest.raises(UserError, match=problem):
            share(wrong)


def test_a_sample_is_marked_a_second_time(results: Mapping[str, Result]) -> None:
    """It shows no marks. The same points are agreement; others are a conflict, also where nobody gave a name."""
    sample = second_sample(results.values())
    table = marks_template(sample, second=True).decode("utf-8-sig")

    assert ["dan"] == [one.submission.id for one in sample]
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert {"quality", "alpha_beta"} == {row["item"] for row in rows}
    assert {""} == {row["points"] for row in rows}
    for by, points, conflicts in (("Kim", 4, 0), ("Kim", 3, 1), ("", 4, 0), ("", 3, 1)):
        given = ManualMark(points=Decimal(4), comment="short names", by=by)
        one = with_manual(results["dan"], {"quality": given})
        for wide in (False, True):
            table = marks_template([one], second=True, wide=wide).decode("utf-8-sig")
            header, *rest = csv.reader(io.StringIO(table, newline=""))
            at = header.index("quality" if wide else "points")
            filled = [[*row[:at], str(points), *row[at + 1 :]] for row in rest if wide or "quality" in row]
            joint = joined(
                [parse_manual(csv_table([header, *filled]).encode(), "second.csv", {"dan": one})], {"dan": one}
            )
            assert (conflicts, conflicts == 0) == (len(joint.conflicts), joint.marks == {"dan": {"quality": given}})
