"""`grader report`: all reports again from the results on disk, with marks that a person gave."""

from __future__ import annotations

import csv
import dataclasses
import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from grader.marking.mark import fault_result
from grader.model.class_row import NotGraded
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.platforms.registry import export_commands
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.report_files import STUDENT_FILES, write_class_reports, write_student_reports
from grader.store.result_folder import load_result
from tests.batch.fakes import right, submission
from tests.cli.commands import Run

HEADER = "student,item,points,comment\n"


@pytest.fixture
def reports(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return the reports of a class of four: two graded, one fault of the grader, one whose id is not unique."""
    out = tmp_path / "reports"
    results = [right(submission("ada"), default_rubric), right(submission("bob", "wrong"), default_rubric)]
    results.append(fault_result(submission("eve"), default_rubric, "the sandbox does not start"))
    missing = [NotGraded(id="zoe", student="Zoë", reason="zoe/: 2 files could be the one to grade")]
    for result in results:
        write_student_reports(result, out / result.submission.id, in_class=True)
    graded = tuple(result.submission.id for result in results)
    write_class_record(ClassRecord(graded=graded, not_graded=tuple(missing)), out)
    write_class_reports([*results, *missing], out, exports=export_commands("", out))
    return out


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder`."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def gradebook(folder: Path) -> dict[str, dict[str, str]]:
    """Return the gradebook's rows by id."""
    with (folder / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def test_reports_come_out_the_same_from_the_results_alone(reports: Path, run: Run) -> None:
    """Pages, gradebook and summary can be deleted; they are made again with the same bytes."""
    before = contents(reports)
    for path in [*reports.rglob("*.md"), reports / "gradebook.csv"]:
        path.unlink()

    ended = run("report", reports)

    assert (0, "") == (ended.code, ended.err)
    assert before == contents(reports)
    assert "4 submissions: 2 graded, 1 internal error, 1 not graded" in ended.out
    assert str(reports / "index.html") in ended.out


def test_results_without_a_class_record_are_a_class_too(reports: Path, run: Run) -> None:
    """A run that was killed has not written it yet: all students with a result are reported."""
    (reports / "class.json").unlink()

    assert "3 submissions: 2 graded, 1 internal error" in run("report", reports).out


def test_marks_by_hand_fill_the_pending_lines(reports: Path, tmp_path: Path, run: Run) -> None:
    """By id, whole lines or parts; they are in the result, on the page and in the gradebook, and stay there."""
    marks = f"{HEADER}ada,code_quality,4.5,clear names\nada,alpha_beta,10,\nbob,code_quality,5,\n"
    (tmp_path / "marks.csv").write_text(marks, encoding="utf-8")

    ended = run("report", reports, "--manual", tmp_path / "marks.csv")
    again = run("report", reports)

    assert (0, "", 0) == (ended.code, ended.err, again.code)
    assert ended.out.startswith("3 marks by hand\n\n")
    row = gradebook(reports)["ada"]
    assert ("99.5", "4.5", "10", "0") == (row["earned"], row["code_quality"], row["alpha_beta"], row["pending"])
    assert "clear names" in (reports / "ada" / "report.md").read_text(encoding="utf-8")
    assert "96" == gradebook(reports)["bob"]["earned"]


def test_a_table_to_fill_in_is_written_once(reports: Path, tmp_path: Path, run: Run) -> None:
    """The filled table is taken over; it is never overwritten, and nothing is written when nothing waits."""
    table = tmp_path / "marks.csv"
    written = run("report", reports, "--template", table, "--wide")
    text = table.read_text(encoding="utf-8-sig")
    header = text.splitlines()[0].split(",")

    assert (0, f"written: {table}; fill in points and comments, then give it to --manual\n") == (
        written.code,
        written.err,
    )
    assert ["student", "name", "code_quality: possible"] == header[:3]
    ids = {line.split(",")[0] for line in text.splitlines()[1:]}
    assert {"ada", "bob"} == ids
    again = run("report", reports, "--template", table)
    assert (2, f"grader: {table}: is there already and is not overwritten; choose another name\n") == (
        again.code,
        again.err,
    )
    rows = [
        ",".join({"student": one, "code_quality": "4", "alpha_beta": "10"}.get(name, "") for name in header)
        for one in ids
    ]
    table.write_text("\n".join([",".join(header), *rows]), encoding="utf-8-sig")
    assert run("report", reports, "--manual", table).out.startswith("4 marks by hand\n")
    assert "nothing is left to be marked by hand" in run("report", reports, "--template", tmp_path / "more.csv").err
    assert not (tmp_path / "more.csv").exists()
    assert 2 == run("report", reports, "--wide").code


def test_points_in_place_of_the_grader_s_are_shown_everywhere(reports: Path, tmp_path: Path, run: Run) -> None:
    """What counts, what it was and why: in the record, both reports of the student, all of the class, the terminal."""
    table = 'student,item,points,comment,by,when\nbob,winner,13,"regraded, row order clarified",Dr. May,Friday\n'
    (tmp_path / "marks.csv").write_text(table, encoding="utf-8")

    ended = run("report", reports, "--manual", tmp_path / "marks.csv")

    shown = "13 (was 11: regraded, row order clarified), by Dr. May, Friday"
    row, result = gradebook(reports)["bob"], load_result(reports / "bob")
    item = next(item for item in result.criteria if item.id == "winner")
    assert (row["earned"], row["winner"], row["changed"]) == ("93", "13", f"winner {shown}")
    assert item.manual == ManualMark(
        points=Decimal(13), comment="regraded, row order clarified", by="Dr. May", when="Friday"
    )
    assert f"bob: winner {shown}" in " ".join(ended.out.replace("\n  |", "").split())
    for name in ("summary.md", "index.html"):
        assert shown in (reports / name).read_text(encoding="utf-8")
    report = (reports / "bob" / "report.md").read_text(encoding="utf-8")
    assert "### winner(board) (13 (was 11) of 15, marked by hand)" in report
    assert 'By Dr. May, Friday: "regraded, row order clarified"' in report
    page = (reports / "bob" / "report.html").read_text(encoding="utf-8")
    assert "13 (was 11) of 15, marked by hand." in page
    assert "regraded, row order clarified" in page

    (tmp_path / "marks.csv").write_text(f"{HEADER}bob,winner,auto,\n", encoding="utf-8")
    assert run("report", reports, "--manual", tmp_path / "marks.csv").out.startswith("0 marks by hand, 1 taken back\n")
    assert (gradebook(reports)["bob"]["earned"], gradebook(reports)["bob"]["changed"]) == ("91", "")


def test_bad_marks_are_named_all_at_once_and_nothing_is_written(reports: Path, tmp_path: Path, run: Run) -> None:
    """With one wrong row no row is taken."""
    rows = "ada,code_quality,5,\nadda,code_quality,5,\nbob,code_qualty,5,\nbob,code_quality,6,\nbob,winner,1,\n"
    (tmp_path / "marks.csv").write_text(HEADER + rows, encoding="utf-8")
    before = contents(reports)

    ended = run("report", reports, "--manual", tmp_path / "marks.csv")

    head, *problems = ended.err.splitlines()
    places = [f"{tmp_path / 'marks.csv'}:{line}:" for line in (3, 4, 5, 6)]
    assert (2, "", before) == (ended.code, ended.out, contents(reports))
    assert (4, "grader: 4 problems") == (len(problems), head)
    assert all(problem.startswith(place) for problem, place in zip(problems, places, strict=True))
    assert 'did you mean "ada"?' in problems[0]


def test_marks_for_who_was_not_graded_say_so(reports: Path, tmp_path: Path, run: Run) -> None:
    """It is not an unknown name: the id of the submission is not unique."""
    (tmp_path / "marks.csv").write_text(f"{HEADER}Zoë,code_quality,5,\n", encoding="utf-8")

    ended = run("report", reports, "--manual", tmp_path / "marks.csv")

    assert 2 == ended.code
    assert ended.err.endswith(':2: "Zoë" was not graded; grade the submission first, or take the row out\n')


def test_marks_for_a_fault_of_ours_are_not_lost_silently(reports: Path, tmp_path: Path, run: Run) -> None:
    """Without a mark nothing can be added; the others' marks are taken, and a line says whose were not."""
    marks = f"{HEADER}eve,code_quality,5,\nada,code_quality,5,\n"
    (tmp_path / "marks.csv").write_text(marks, encoding="utf-8")

    ended = run("report", reports, "--manual", tmp_path / "marks.csv")

    assert (0, "100", "") == (ended.code, gradebook(reports)["ada"]["earned"], gradebook(reports)["eve"]["earned"])
    assert ended.err.startswith("grader: eve: no mark yet (internal error)")


def test_the_folder_of_one_check_is_shown_as_check_shows_it(reports: Path, tmp_path: Path, run: Run) -> None:
    """Its page is made again, and marks by hand are taken there too."""
    shutil.move(reports / "bob", tmp_path / "one")
    (tmp_path / "one" / "report.md").unlink()
    (tmp_path / "marks.csv").write_text(f"{HEADER}bob,code_quality,3,\n", encoding="utf-8")

    ended = run("report", tmp_path / "one", "--manual", tmp_path / "marks.csv")

    assert 0 == ended.code
    assert "bob  94 of 100" in ended.out
    assert "94 of 100" in (tmp_path / "one" / "report.md").read_text(encoding="utf-8")
    assert {*STUDENT_FILES, "marks.jsonl"} == set(contents(tmp_path / "one"))


@pytest.mark.parametrize("damage", ["half", "gone", "foreign"])
def test_a_result_that_cannot_be_read_is_named_and_nothing_is_written(
    damage: str, reports: Path, run: Run, default_rubric: Rubric
) -> None:
    """A gradebook without one of the students would look complete."""
    path = reports / "bob" / "result.json"
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"{}" if damage == "foreign" else path.read_bytes()[:200])
    write_student_reports(_renamed(right(submission("ada"), default_rubric)), reports / "ada")
    before = contents(reports)

    ended = run("report", reports)

    assert (2, before) == (ended.code, contents(reports))
    assert ended.err.startswith(f"grader: {path}: ")
    assert 1 == ended.err.count("\n")


def test_a_missing_file_of_marks_is_named(reports: Path, run: Run) -> None:
    """The message says which columns the file needs."""
    ended = run("report", reports, "--manual", "nope.csv")

    message = "grader: nope.csv: No such file or directory; --manual takes a CSV file: student,item,points,comment\n"
    assert (2, message) == (ended.code, ended.err)


def test_a_class_record_cannot_name_a_place_outside(reports: Path, run: Run) -> None:
    """Only folders directly below count, even if the record names others."""
    text = (reports / "class.json").read_text(encoding="utf-8")
    (reports / "class.json").write_text(text.replace('"bob"', '"../reports/bob", ".."'), encoding="utf-8")

    assert "3 submissions: 1 graded, 1 internal error, 1 not graded" in run("report", reports).out


def _renamed(result: Result) -> Result:
    info = dataclasses.replace(result.submission, student="Ada L.")
    return dataclasses.replace(result, submission=info)
