"""`grader marks`, and marks of several people: nothing that a person typed is lost."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from pathlib import Path

import pytest

from grader.capabilities.by_hand.marks import marks_given
from grader.model.rubric import Rubric
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.marks_journal import FILE_NAME
from grader.store.report_files import write_student_reports
from grader.store.result_folder import load_result
from grader.store.safe_files import only_run_in
from grader.story.classes.mistakes import mistakes
from tests.batch.fakes import lossy, right, submission
from tests.cli.commands import Run

HEADER = "student,item,points,comment,by\n"


@pytest.fixture
def reports(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return the reports of a class of two."""
    out = tmp_path / "reports"
    for name in ("ada", "bob"):
        write_student_reports(right(submission(name), default_rubric), out / name, in_class=True)
    write_class_record(ClassRecord(graded=("ada", "bob"), not_graded=()), out)
    return out


def table(folder: Path, name: str, rows: str) -> Path:
    """Write a table of marks."""
    path = folder / name
    path.write_text(HEADER + rows, encoding="utf-8")
    return path


def given(reports: Path, student: str) -> dict[str, Decimal]:
    """Return the points by hand in the result of a student."""
    return {item: mark.points for item, mark in marks_given(load_result(reports / student)).items()}


def test_two_people_give_marks_and_agree(reports: Path, tmp_path: Path, run: Run) -> None:
    """Both tables count but for one item, which is decided when they agree."""
    kim = table(tmp_path, "kim.csv", "ada,code_quality,4,,Kim\nbob,code_quality,3,,Kim\n")
    lee = table(tmp_path, "lee.csv", "ada,code_quality,5,,Lee\nbob,alpha_beta,8,,Lee\n")

    ended = run("report", reports, "--manual", kim, "--manual", lee)

    assert (2, {}) == (ended.code, given(reports, "ada"))
    assert {"code_quality": 3, "alpha_beta": 8} == given(reports, "bob")
    assert f"conflict: ada: code_quality: 4 (Kim, {kim}:2) or 5 (Lee, {lee}:2)" in ended.err
    assert 0 == run("report", reports, "--manual", table(tmp_path, "both.csv", "ada,code_quality,4.5,,May\n")).code
    assert {"code_quality": Decimal("4.5")} == given(reports, "ada")


def test_the_history_of_a_student_is_shown_and_undone_step_by_step(reports: Path, tmp_path: Path, run: Run) -> None:
    """What held before holds again, in all reports; each step stays in the history."""
    for points in (3, 4):
        run("report", reports, "--manual", table(tmp_path, "kim.csv", f"ada,code_quality,{points},,Kim\n"))
    journal = (reports / FILE_NAME).read_bytes()

    undo = ("marks", "undo", "ada", "code_quality", "--by", "May", "--reason", "wrong student", "--out", reports)
    ended = run(*undo)

    assert 0 == ended.code
    assert "May: undone: code_quality 4 -> 3 of 5 (wrong student)" in ended.err
    assert {"code_quality": 3} == given(reports, "ada")
    shown = run("marks", "show", "ada", "--out", reports).out.split("\n")
    assert ["Kim: code_quality 3 of 5", "Kim: code_quality 3 -> 4 of 5"] == [
        line.partition(" UTC, ")[2].partition(" (")[0] for line in shown[:2]
    ]
    assert "holds now: code_quality 3" == shown[3]
    assert "History of the marks by hand: 3 changes" in (reports / "ada" / "report.html").read_text(encoding="utf-8")
    assert (0, {}) == (run(*undo).code, given(reports, "ada"))
    ended = run(*undo)
    assert 2 == ended.code
    assert "no change of code_quality is left to undo" in ended.err
    assert (reports / FILE_NAME).read_bytes().startswith(journal)


def test_the_history_says_which_mark_does_not_count_now(
    reports: Path, tmp_path: Path, default_rubric: Rubric, run: Run
) -> None:
    """Such as one for another version of the file; it is not called one that holds."""
    run("report", reports, "--manual", table(tmp_path, "kim.csv", "ada,code_quality,3,,Kim\n"))
    write_student_reports(right(submission("ada", "newer"), default_rubric), reports / "ada", in_class=True)

    shown = run("marks", "show", "ada", "--out", reports).out.split("\n")

    other = "it was given for another version of the file, or for other points"
    assert ["no mark by hand holds now", f"does not count now: code_quality 3; {other}"] == shown[1:3]


def test_reports_are_made_from_the_journal(reports: Path, tmp_path: Path, run: Run) -> None:
    """A run that was killed after it wrote there, and before it wrote the results, is made up for."""
    before = (reports / "ada" / "result.json").read_bytes()
    run("report", reports, "--manual", table(tmp_path, "kim.csv", "ada,code_quality,3,,Kim\n"))
    (reports / "ada" / "result.json").write_bytes(before)
    assert {} == given(reports, "ada")

    run("report", reports)

    assert {"code_quality": 3} == given(reports, "ada")


def test_a_line_that_is_no_mark_is_named(reports: Path, tmp_path: Path, run: Run) -> None:
    """All others count."""
    run("report", reports, "--manual", table(tmp_path, "kim.csv", "ada,code_quality,3,,Kim\n"))
    with (reports / FILE_NAME).open("ab") as file:
        file.write(b'{"version": 1, "stu')

    ended = run("report", reports)

    assert 0 == ended.code
    assert f"{FILE_NAME}:2: this change of a mark does not count: the line is not whole" in ended.err
    assert {"code_quality": 3} == given(reports, "ada")


def test_a_folder_in_use_is_left_alone(reports: Path, run: Run) -> None:
    """Two runs would write each other's reports."""
    with only_run_in(reports):
        ended = run("report", reports)

    assert 2 == ended.code
    assert "another run of grader is writing there" in ended.err


@pytest.mark.parametrize(("name", "problem"), [("adda", "the id 'adda'; did you mean 'ada'?"), ("q", "the id 'q'")])
def test_an_unknown_student_is_named(reports: Path, run: Run, name: str, problem: str) -> None:
    """With the nearest id, if there is one."""
    ended = run("marks", "show", name, "--out", reports)

    assert 2 == ended.code
    assert f"no student has {problem}" in ended.err


def test_points_are_given_by_mistake_with_one_reason(reports: Path, default_rubric: Rubric, run: Run) -> None:
    """To all who failed a check: a number, or more than each has; who cannot get any is named."""
    write_student_reports(
        lossy(submission("cy", "wrong"), default_rubric, {"winner.rows"}), reports / "cy", in_class=True
    )
    write_class_record(ClassRecord(graded=("ada", "bob", "cy"), not_graded=()), reports)
    give = ("marks", "give", "--out", reports, "--by", "May", "--reason", "the sheet was not clear")

    ended = run(*give, "winner.rows", "+1,5", "--failed", "winner.rows")

    assert (0, "1 student given points for winner.rows") == (ended.code, ended.err.partition(";")[0])
    assert {"winner.rows": Decimal("1.5")} == given(reports, "cy")
    assert {} == given(reports, "ada")
    assert 0 == run(*give, "winner.rows", "-1", "--failed", "winner.rows").code
    assert {"winner.rows": Decimal("0.5")} == given(reports, "cy")
    assert (
        "May: winner.rows 1.5 -> 0.5 of 4, the sheet was not clear" in run("marks", "show", "cy", "--out", reports).out
    )
    ended = run(*give, "winner", "3", "--failed", "winner.rows")
    assert (2, True) == (ended.code, "left out: cy: item winner and its check winner.rows" in ended.err)
    for wrong_points in ("auto", "ten", "+"):
        assert 2 == run(*give, "winner.rows", wrong_points, "--failed", "winner.rows").code
    assert "no student fits" in run(*give, "winner.rows", "1", "--mistake", "00000000").err
    assert "Say to whom" in run(*give, "winner.rows", "1").err


def test_many_marks_at_once_replace_those_of_nobody_else(reports: Path, tmp_path: Path, run: Run) -> None:
    """As in a table: two people, two marks are a conflict, which `--replace` or agreement ends. Names are cleaned."""
    run("report", reports, "--manual", table(tmp_path, "kim.csv", "ada,code_quality,4,,Kim\n"))
    give = ("marks", "give", "code_quality", "--failed", "", "--section", "A", "--reason", "read", "--out", reports)
    for name in ("ada", "bob"):
        result = load_result(reports / name)
        who = dataclasses.replace(result.submission, section="A")
        write_student_reports(dataclasses.replace(result, submission=who), reports / name, in_class=True)

    ended = run(*give, "3", "--by", "L\x1bee")

    assert 2 == ended.code
    assert "conflict: ada: code_quality: 4 (Kim, until now) or 3 (L\\x1bee, grader marks give: read)" in ended.err
    assert "1 student given points" in ended.err
    assert {"code_quality": 4} == given(reports, "ada")
    assert {"code_quality": 3} == given(reports, "bob")
    assert "\\u001bee" not in (reports / FILE_NAME).read_text(encoding="utf-8")
    nobody = ("marks", "give", "code_quality", "1", "--section", "CS-A", "--reason", "read", "--out", reports)
    assert "no student fits --failed, --mistake and --section; nothing was changed (sections: A)" in run(*nobody).err
    before = run("marks", "show", "ada", "--out", reports).out
    assert 0 == run(*give, "4", "--by", "May", "--replace").code
    assert len(before.split("\n")) < len(run("marks", "show", "ada", "--out", reports).out.split("\n"))
    assert 0 == run("release", reports, "--anyway").code
    assert "In conflict" not in (reports.parent / "reports-released-1" / "release.md").read_text(encoding="utf-8")


def test_a_mistake_is_known_by_the_key_of_the_whole_class(reports: Path, default_rubric: Rubric, run: Run) -> None:
    """Of one section it might be merged with another."""
    for name, section, failed in (("cy", "A", {"winner.rows", "winner.columns"}), ("dee", "B", {"winner.columns"})):
        one = dataclasses.replace(submission(name, name), section=section)
        result = lossy(one, default_rubric, failed)
        criteria = tuple(
            dataclasses.replace(
                item, checks=tuple(dataclasses.replace(check, behaviour=check.id) for check in item.checks)
            )
            for item in result.criteria
        )
        write_student_reports(dataclasses.replace(result, criteria=criteria), reports / name, in_class=True)
    write_class_record(ClassRecord(graded=("ada", "bob", "cy", "dee"), not_graded=()), reports)
    found = mistakes([load_result(reports / name) for name in ("ada", "bob", "cy", "dee")])
    (key,) = (one.key for one in found if len(one.students) == 2)

    give = ("marks", "give", "winner.columns", "1", "--mistake", key, "--section", "A", "--reason", "unclear")
    assert 0 == run(*give, "--out", reports).code
    assert {"winner.columns": 1} == given(reports, "cy")
    assert {} == given(reports, "dee")
