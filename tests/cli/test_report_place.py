"""Nothing below the submissions is ever taken for ours, and nothing strange in a folder of reports is used."""

from __future__ import annotations

import csv
import dataclasses
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from grader.capabilities.by_hand.marks import with_manual
from grader.marking.result_info import grader_info
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.model.submission import HandedIn
from grader.store.report_files import RECORD, write_student_reports
from grader.store.result_json import to_json
from grader.store.safe_files import lies_in
from tests.batch.fakes import right, submission
from tests.batch.sources import BROKEN, write_class
from tests.cli.commands import Completed, Run
from tests.sandbox.isolations import FULL

POSIX = pytest.mark.skipif(os.name == "nt", reason="these kinds of files are not there")


@pytest.fixture
def students(tmp_path: Path, default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a class of one, whose file earns nothing, and a folder `reports` in it with a forged result."""
    folder = write_class(tmp_path / "submissions", {"mallory": BROKEN})
    plant_result(folder / "reports", "mallory", default_rubric, BROKEN)
    monkeypatch.chdir(folder)
    return folder


def plant_result(folder: Path, name: str, rubric: Rubric, text: str) -> None:
    """Write a result with full marks and marks by hand for the file `text`, made of facts that everybody knows."""
    (folder / name).mkdir(parents=True)
    (folder / name / RECORD).write_bytes(to_json(forged(name, rubric, text)))


def forged(name: str, rubric: Rubric, text: str) -> Result:
    """Return such a result."""
    marks = {"code_quality": ManualMark(points=Decimal(5)), "alpha_beta": ManualMark(points=Decimal(10))}
    only_the_file = dataclasses.replace(submission(name, text), handed_in=HandedIn(main="tictactoe.py"))
    result = right(only_the_file, rubric)
    assert result.grader == grader_info(only_the_file, rubric, FULL)
    return with_manual(result, marks)


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
@pytest.mark.parametrize(
    ("folder", "out"),
    [
        (".", "reports"),
        (".", "."),
        (".", "mallory"),
        (".", "mallory/deep/reports"),
        ("../submissions", "../submissions/reports"),
        (".", "../elsewhere/../submissions/new"),
    ],
)
def test_reports_among_the_submissions_are_refused(
    folder: str, out: str, fresh: list[str], students: Path, run: Run
) -> None:
    """Before anything is read or written there; the line says where they may go."""
    before = set(students.rglob("*"))
    ended = run("batch", folder, "--out", out, *fresh)
    better = "reports" if out == "." else Path(out).name

    assert (2, "") == (ended.code, ended.out)
    assert ended.err == (
        f"grader: --out {Path(out)}: lies among the submissions, where students may have put forged results; use"
        f" --out ../{better}\n"
    )
    assert before == set(students.rglob("*"))


def test_the_default_place_is_refused_too(students: Path, run: Run) -> None:
    """As after `cd submissions`: without a refusal the forged result would be a mark of 100, and nothing be run."""
    ended = run("batch", ".")

    assert (2, "") == (ended.code, ended.out)
    assert ended.err.endswith("; use --out ../reports\n")
    assert not (students / "reports" / "gradebook.csv").exists()


def test_the_place_is_named_as_the_class_was(students: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the working directory, or as an absolute path, in a form that a shell takes."""
    spaced = students.rename(students.parent / "my class")
    monkeypatch.chdir(spaced.parent)

    assert run("batch", "my class", "--out", "my class/out").err.endswith("; use --out out\n")
    assert run("batch", spaced, "--out", spaced / "my class").err.endswith(f"; use --out '{spaced}-reports'\n")


@POSIX
@pytest.mark.parametrize("way", ["into", "out of", "folder"])
def test_links_lead_no_reports_among_the_submissions(way: str, students: Path, run: Run) -> None:
    """Neither a link into the class's folder, nor a link in it that leads out, nor the folder under another name."""
    folder, out = students, students.parent / "out"
    if way == "into":
        out.symlink_to(students / "reports")
    elif way == "out of":
        (students.parent / "target").mkdir()
        out = students / "link"
        out.symlink_to(students.parent / "target")
    else:
        folder = students.parent / "alias"
        folder.symlink_to(students)
        out = students / "reports"

    assert lies_in(out, folder)
    assert 2 == run("batch", folder, "--out", out).code
    assert not list(students.parent.rglob("gradebook.csv"))


def test_a_folder_beside_the_submissions_is_not_among_them(students: Path) -> None:
    """Also if its name begins alike, or if it holds them."""
    for place in ("../reports", "../submissions-reports", "..", "../.."):
        assert not lies_in(Path(place), students)
        assert not lies_in(Path(place), Path())


def test_a_result_beside_the_submissions_is_kept(students: Path, default_rubric: Rubric, run: Run) -> None:
    """No student reaches it, so it counts, with the marks by hand; the student's own `reports` has no mark."""
    out = students.parent / "reports"
    plant_result(out, "mallory", default_rubric, BROKEN)

    ended = run("batch", ".", "--out", out)

    assert "Not graded: 1\n  -  reports: no tictactoe.py" in ended.out
    assert (2, "100") == (ended.code, rows(out)["mallory"]["earned"])


@pytest.mark.parametrize("out", ["..", "../..", "../../{}"])
def test_reports_above_the_submissions_are_refused(out: str, students: Path, run: Run) -> None:
    """Among other people's files, and where the name of a student may lead back into the class's folder."""
    above = out.format(students.parent.name)
    before = set(students.parent.rglob("*"))
    ended = run("batch", ".", "--out", above)

    assert (2, "") == (ended.code, ended.out)
    assert ended.err == (
        f"grader: --out {above}: holds the submissions, and reports belong in a folder of their own; use"
        " --out ../reports\n"
    )
    assert before == set(students.parent.rglob("*"))


@POSIX
def test_reports_in_a_student_s_folder_that_a_link_stands_for_are_refused(students: Path, run: Run) -> None:
    """The link is not followed, but the folder is that student's."""
    elsewhere = students.parent / "elsewhere"
    elsewhere.mkdir()
    (students / "zoe").symlink_to(elsewhere)

    for out in (elsewhere, elsewhere / "reports"):
        ended = run("batch", ".", "--out", out)
        assert (2, "") == (ended.code, ended.out)
        assert "lies among the submissions" in ended.err
    assert not list(elsewhere.iterdir())


def rows(out: Path) -> dict[str, dict[str, str]]:
    """Return the gradebook's rows by id."""
    with (out / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


Plant = Callable[[Path, Path], None]
STRANGE: dict[str, Plant] = {
    "a link": lambda place, elsewhere: place.symlink_to(elsewhere),
    "a link to nothing": lambda place, elsewhere: place.symlink_to(elsewhere / "nowhere"),
    "a link to a device": lambda place, _: place.symlink_to("/dev/zero"),
    "a pipe": lambda place, _: os.mkfifo(place),
    "a folder": lambda place, _: place.mkdir(),
}


@POSIX
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("name", [RECORD, "class.json"])
def test_what_is_no_file_of_ours_is_named_and_neither_read_nor_waited_for(
    name: str, kind: str, tmp_path: Path, default_rubric: Rubric, run: Run
) -> None:
    """`grader report` on one result and on a class."""
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_bytes(to_json(forged("ada", default_rubric, "x")))
    (tmp_path / "out").mkdir()
    STRANGE[kind](tmp_path / "out" / name, elsewhere)

    ended = run("report", tmp_path / "out")

    assert (2, "") == (ended.code, ended.out)
    assert str(tmp_path / "out" / name) in ended.err
    assert [tmp_path / "out" / name] == list((tmp_path / "out").iterdir())


@POSIX
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", [kind for kind in STRANGE if kind != "a folder"])
@pytest.mark.parametrize("command", ["batch", "report"])
def test_a_students_folder_that_is_none_is_refused_before_anything_is_written(
    command: str, kind: str, students: Path, default_rubric: Rubric, run: Run
) -> None:
    """A link there would have us read and write elsewhere."""
    out, elsewhere = students.parent / "out", students.parent / "elsewhere"
    plant_result(elsewhere, "mallory", default_rubric, BROKEN)
    plant_result(out, "other", default_rubric, "x")
    STRANGE[kind](out / "mallory", elsewhere / "mallory")
    before = sorted(students.parent.rglob("*"))

    ended = run("batch", ".", "--out", out) if command == "batch" else run("report", out)

    if command == "report" and kind != "a link":
        return  # nothing says that this should be a student's folder
    assert (2, "") == (ended.code, ended.out)
    assert f"{out / 'mallory'}: not a folder but a link or a file" in ended.err
    assert before == sorted(students.parent.rglob("*"))


@POSIX
def test_a_table_of_marks_is_a_file_and_nothing_else(tmp_path: Path, default_rubric: Rubric, run: Run) -> None:
    """A pipe is not waited for, and a link not followed."""
    write_student_reports(right(submission("ada"), default_rubric), tmp_path / "out")
    os.mkfifo(tmp_path / "out" / "marks.csv")
    (tmp_path / "linked.csv").symlink_to(tmp_path / "secret")

    for name in ("out/marks.csv", "linked.csv"):
        ended = run("report", tmp_path / "out", "--manual", tmp_path / name)
        assert (2, "") == (ended.code, ended.out)
        assert ended.err.startswith(f"grader: {tmp_path / name}: ")


@pytest.mark.parametrize("with_record", ["with a record", ""])
def test_results_that_students_hand_in_make_no_class(
    with_record: str,
    tmp_path: Path,
    default_rubric: Rubric,
    run: Run,
) -> None:
    """`grader report` on the submissions by mistake: a result beside code was not written by us."""
    write_class(tmp_path, {"ada": BROKEN, "mallory": BROKEN})
    for name in ("mallory", "eve"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / RECORD).write_bytes(to_json(forged(name, default_rubric, BROKEN)))
    if with_record:
        text = '{"schema": "grader/class/v1", "graded": ["mallory", "eve"], "not_graded": []}'
        (tmp_path / "class.json").write_text(text, encoding="utf-8")

    ended = run("report", tmp_path)

    assert (2, "") == (ended.code, ended.out)
    assert "holds submissions, not reports; name the folder that `grader batch --out` wrote" in ended.err
    assert not (tmp_path / "gradebook.csv").exists()


@POSIX
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files to other users")
def test_files_of_strangers_are_refused(students: Path, default_rubric: Rubric, run: Run) -> None:
    """A result of another user than us, root or the owner of the folder of reports; it is not lost either."""
    out = students.parent / "reports"
    plant_result(out, "mallory", default_rubric, BROKEN)
    stranger, owner = 54321, 54322
    for at in (out / "mallory" / RECORD, out / "mallory"):
        os.chown(at, stranger, -1)
        ended = run("batch", ".", "--out", out)
        assert (2, "") == (ended.code, ended.out)
        assert f"{at}: belongs to another user" in ended.err
        ended = run("report", out)
        assert (2, "") == (ended.code, ended.out)
        os.chown(at, owner, -1)
        os.chown(out, owner, -1)
        os.chown(out / "mallory", owner, -1)
        assert "100" == _earned(run("batch", ".", "--out", out), out)
        os.chown(out, 0, -1)
        os.chown(out / "mallory", 0, -1)
        os.chown(out / "mallory" / RECORD, 0, -1)


def _earned(ended: Completed, out: Path) -> str:
    assert ended.code == 2  # the student's folder `reports` is not graded
    return rows(out)["mallory"]["earned"]


@POSIX
def test_a_link_in_the_submission_leads_no_report_elsewhere(students: Path, run: Run) -> None:
    """`grader check . --out report` in a folder where the student has made `report` a link."""
    target = students.parent / "precious"
    target.mkdir()
    (students / "mallory" / "report").symlink_to(target)
    for out in ("mallory/report", "mallory/report/deeper"):
        ended = run("check", "mallory", "--out", out)
        assert (2, "") == (ended.code, ended.out)
        assert f"--out {out}: a link in the submission's folder, which is never followed" in ended.err
    assert not list(target.iterdir())
