"""`grader export`: the marks in a folder of reports go into the file of a platform, and what does not is listed."""

from __future__ import annotations

import dataclasses
import zipfile
from pathlib import Path

import pytest

from grader.model.class_row import ClassInfo, ClassRow, NotGraded
from grader.model.result import Result
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.report_files import RECORD, student_report
from tests.cli.commands import Run
from tests.platforms.graded_class import CANVAS, MOODLE, marked, missing, waiting

FILES = Path(__file__).parent.parent / "platforms" / "grades"
WORKSHEET = FILES / "moodle-worksheet.csv"
HEADER = "Student,ID,SIS Login ID,Section,Lab (1)\n    Points Possible,,,,20\n"


def reports(folder: Path, layout: str, *rows: ClassRow) -> Path:
    """Write what is needed of the reports of a class, and return their folder."""
    folder.mkdir()
    for row in rows:
        if isinstance(row, Result):
            (folder / row.submission.id).mkdir()
            (folder / row.submission.id / RECORD).write_bytes(student_report(RECORD, row))
    record = ClassRecord(
        graded=tuple(row.submission.id for row in rows if isinstance(row, Result)),
        not_graded=tuple(row for row in rows if isinstance(row, NotGraded)),
        info=ClassInfo(layout=layout),
    )
    write_class_record(record, folder)
    return folder


def test_marks_go_into_the_file_of_a_platform(tmp_path: Path, run: Run) -> None:
    """The golden file of the pure functions, and every mark that is not in it by name."""
    out = tmp_path / "filled.csv"
    found = reports(tmp_path / "reports", "canvas", *CANVAS)
    ended = run("export", found, "--to", "canvas", "--into", FILES / "canvas.csv", "--column", "8123", "--out", out)

    assert (FILES / "filled-canvas.csv").read_bytes() == out.read_bytes()
    assert ended.code == 2
    assert ended.out == (
        f'{out}: 3 marks in "Tic-Tac-Toe (8123)", 1 in place of another mark; the points, with the bonus, out of 20,'
        " rounded half up to 2 decimals\n"
    )
    assert "Not entered (3):\n  4713: is excused (EX)" in ended.err
    assert "No mark (2):\n  jsb: no mark (internal error; grade it again)\n  4716: no mark" in ended.err
    assert "Student, Test" not in ended.err


def test_a_file_with_other_names_may_be_that_of_another_class(tmp_path: Path, run: Run) -> None:
    """Students are found by ids alone, so a person must look; a name that is written otherwise has a word in common."""
    rows = '"Lovelace, A. Ada",1,ada,S,\nBob Li,2,bo,S,\n'
    (tmp_path / "grades.csv").write_text(f"{HEADER}{rows}", encoding="utf-8")
    found = reports(
        *(tmp_path / "reports", "canvas"),
        *(marked(number, "3", student=name, source_id=number) for number, name in (("1", "Ada B."), ("2", "Cy May"))),
    )
    ended = run("export", found, "--to", "canvas", "--into", tmp_path / "grades.csv", "--out", tmp_path / "new.csv")

    assert ended.err == (
        'note: 1 row with another name (2 (Cy May) is "Bob Li, 2, bo"): look whether the file is that of this class\n'
    )


def test_rows_of_nobody_are_listed(tmp_path: Path, run: Run) -> None:
    """The student whom Canvas made up is nobody that anybody waits for."""
    rows = "Ada,1,ada,S,\nBo,2,bo,S,\n"
    (tmp_path / "grades.csv").write_text(f'{HEADER}{rows}"Student, Test",3,f00,S,\n', encoding="utf-8")
    found = reports(tmp_path / "reports", "canvas", marked("1", "17.5", source_id="1"))
    ended = run("export", found, "--to", "canvas", "--into", tmp_path / "grades.csv", "--out", tmp_path / "new.csv")

    assert (2, "Only in the platform's file (1):\n  Bo, 2, bo\n") == (ended.code, ended.err)


def test_a_file_with_all_marks_is_a_success(tmp_path: Path, run: Run) -> None:
    """Students without a mark are named; that they have none is known."""
    (tmp_path / "grades.csv").write_text(f"{HEADER}Ada,1,ada,S,\nBo,2,bo,S,\n", encoding="utf-8")
    found = reports(tmp_path / "reports", "canvas", marked("1", "17.5", source_id="1"), missing("2", source_id="2"))
    arguments = ("export", found, "--to", "canvas", "--into", tmp_path / "grades.csv", "--out", tmp_path / "new.csv")
    ended = run(*arguments)

    assert (0, "No mark (1):\n  2: no mark (nothing handed in)\n") == (ended.code, ended.err)
    assert f"{HEADER}Ada,1,ada,S,17.5\nBo,2,bo,S,\n" == (tmp_path / "new.csv").read_text(encoding="utf-8")
    assert "is there already and is not overwritten" in run(*arguments).err


@pytest.mark.parametrize("in_rubric", [False, True])
def test_nobody_gets_a_zero_by_itself(tmp_path: Path, run: Run, *, in_rubric: bool) -> None:
    """
    With `--zero missing`, or so in the rubric, who handed in nothing does, where nothing stands yet.

    Who could not be graded never does.
    """
    table = f"{HEADER}Ada,1,ada,S,\nBo,2,bo,S,\nCy,3,cy,S,7\nDee,4,dee,S,\nEd,5,ed,S,excused (ill)\nFay,6,fay,S,-\n"
    (tmp_path / "grades.csv").write_text(table, encoding="utf-8")
    gone = (missing(name, source_id=name) for name in ("2", "3", "5", "6"))
    unread = NotGraded(id="4", student="4", source_id="4", reason="a.py or b.py?")
    one = marked("1", "17.5", source_id="1")
    one = dataclasses.replace(one, rubric=dataclasses.replace(one.rubric, zero_missing=in_rubric))
    found = reports(tmp_path / "reports", "canvas", one, *gone, unread)
    ended = run(
        *("export", found, "--to", "canvas", "--into", tmp_path / "grades.csv", "--out", tmp_path / "new.csv"),
        *([] if in_rubric else ["--zero", "missing"]),
    )

    filled = (
        f"{HEADER}Ada,1,ada,S,17.5\nBo,2,bo,S,0\nCy,3,cy,S,7\nDee,4,dee,S,\nEd,5,ed,S,excused (ill)\nFay,6,fay,S,0\n"
    )
    assert filled == (tmp_path / "new.csv").read_text(encoding="utf-8")
    assert "2: no mark (nothing handed in); entered as 0\n" in ended.err
    assert '3: no mark (nothing handed in); the cell stays "7"\n' in ended.err
    assert '5: no mark (nothing handed in); the cell stays "excused (ill)"\n' in ended.err


@pytest.mark.parametrize(("pending", "mark"), [("skip", ""), ("so-far", "4")])
def test_points_that_wait_for_a_person_are_not_passed_over(pending: str, mark: str, tmp_path: Path, run: Run) -> None:
    """Until somebody says what a mark without them means, nothing is written."""
    (tmp_path / "grades.csv").write_text(f"{HEADER}Ada,1,ada,S,\nBo,2,bo,S,\n", encoding="utf-8")
    found = reports(tmp_path / "reports", "", marked("ada", "3", login="ada"), waiting("bo", "4", login="bo"))
    arguments = ("export", found, "--to", "canvas", "--into", tmp_path / "grades.csv", "--out", tmp_path / "new.csv")
    refused = run(*arguments)

    assert refused.code == 2
    assert "Points are still to be marked by hand (1):\n  bo\n" in refused.err
    assert "1 of 2 students" in refused.err
    assert not (tmp_path / "new.csv").exists()
    assert run(*arguments, "--pending", pending).code == 0
    assert (tmp_path / "new.csv").read_text(encoding="utf-8").endswith(f"Ada,1,ada,S,3\nBo,2,bo,S,{mark}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "canvas"], "--to canvas fills in the file that the platform wrote: name it by --into"),
        (["--to", "otter", "--into", WORKSHEET], "--to otter writes a new file and takes no --into"),
        (["--to", "feedback-zip"], "--to feedback-zip and --for belong together"),
        (["--to", "nbgrader", "--for", "canvas"], "--to feedback-zip and --for belong together"),
        (["--to", "otter", "--points", "percent", "--pending", "skip"], "--to otter has the points of the rubric"),
        (["--to", "canvas", "--into", WORKSHEET, "--pending", "skip"], "not a gradebook of Canvas: its first row has"),
        (["--to", "feedback-zip", "--for", "moodle"], "1 of 5 students have points still to be marked by hand"),
        (
            ["--to", "feedback-zip", "--for", "canvas", "--pending", "skip"],
            "the ids in Canvas's file name are not known; grade the class as downloaded from Canvas",
        ),
        (
            ["--to", "canvas", "--into", "nope.csv", "--pending", "skip"],
            "nope.csv: No such file or directory; name the",
        ),
        (
            ["--to", "moodle-worksheet", "--into", WORKSHEET, "--pending", "skip", "--points", "scaled"],
            "--points scaled: the rubric has no second scale; choose another",
        ),
        (
            ["--to", "blackboard", "--into", FILES / "blackboard.xls", "--pending", "skip", "--column", "982"],
            "nothing could be entered, so filled.csv is not written",
        ),
    ],
)
def test_wrong_options_and_files_are_one_line(
    arguments: list[str], message: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the remedy; nothing is written."""
    monkeypatch.chdir(tmp_path)
    reports(tmp_path / "reports", "moodle", *MOODLE)
    ended = run("export", "reports", *arguments, "--out", "filled.csv")

    assert (2, "") == (ended.code, ended.out)
    assert message in ended.err
    assert not Path("filled.csv").exists()


def test_new_lists_and_pages_need_no_file_of_a_platform(tmp_path: Path, run: Run) -> None:
    """Moodle's gradebook, nbgrader's table, a zip with the pages."""
    found = reports(tmp_path / "reports", "moodle", marked("301", "3", source_id="301", email="ada@x.edu"))

    assert run("export", found, "--to", "moodle-gradebook", "--out", tmp_path / "new.csv").code == 0
    assert run("export", found, "--to", "nbgrader", "--out", tmp_path / "nb.csv").code == 0
    assert run("export", found, "--to", "feedback-zip", "--for", "moodle", "--out", tmp_path / "pages.zip").code == 0
    assert "\nada@x.edu,3," in (tmp_path / "new.csv").read_text(encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "pages.zip") as archive:
        assert b"<!doctype html>" in archive.read("student 301_301_assignsubmission_file_/report.html").lower()
