"""`grader batch --choices` and `--choices-template`: nothing is graded for the one, nor before the other is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.model.rubric import Rubric
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.report_files import write_student_reports
from tests.batch.fakes import right, submission
from tests.cli.commands import Run
from tests.fixture_folders import ROOT, SLOW
from tests.intake.git.repositories import History, run_git

CODE = (ROOT / "fixtures" / "plain-minimax-deepcopy" / "tictactoe.py").read_bytes()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a class of one, whose file has a wrong name."""
    (tmp_path / "class" / "bob").mkdir(parents=True)
    (tmp_path / "class" / "bob" / "final (2).py").write_bytes(CODE)
    return tmp_path / "class"


def test_a_template_is_written_and_no_file_is_overwritten(run: Run, root: Path) -> None:
    """It has the file whose name alone is wrong; no folder of reports is made."""
    table = root.parent / "choices.csv"
    first = run("batch", root, "--out", root.parent / "reports", "--choices-template", table)
    again = run("batch", root, "--out", root.parent / "reports", "--choices-template", table)

    assert (0, 2) == (first.code, again.code)
    assert "bob,bob,final (2).py,,,,,only the name is wrong," in table.read_text("utf-8-sig")
    assert "1 student not graded, first in it" in first.err
    assert "is not overwritten" in again.err
    assert not (root.parent / "reports").exists()


def test_wrong_rows_are_named_and_nothing_is_graded(run: Run, root: Path) -> None:
    """One line each, with the file, the line and the remedy."""
    table = root.parent / "choices.csv"
    table.write_text("student,file\nzoe,a.py\n")
    completed = run("batch", root, "--out", root.parent / "reports", "--choices", table)

    assert 2 == completed.code
    assert 'choices.csv, line 2: nobody here is called "zoe"; write an id, as the gradebook has it.' in completed.err
    assert not (root.parent / "reports").exists()


def test_work_that_is_gone_stops_the_run_though_the_roster_knows_the_student(
    run: Run, tmp_path: Path, default_rubric: Rubric
) -> None:
    """A download that is not whole would turn a mark into "nothing handed in"."""
    out = tmp_path / "reports"
    for name in ("ada", "bob"):
        write_student_reports(right(submission(name), default_rubric), out / name, in_class=True)
    write_class_record(ClassRecord(graded=("ada", "bob"), not_graded=()), out)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_bytes(CODE)
    (tmp_path / "roster.csv").write_text("login\nada\nbob\n")

    options = ("--require-isolation", "basic", "--out", out)
    stopped = run("batch", tmp_path / "class", "--roster", tmp_path / "roster.csv", *options)

    assert 2 == stopped.code
    assert "it holds 1 student whose work is not among these: bob" in stopped.err


DUE = ("--deadline", "2026-09-01T23:59+02:00", "--require-isolation", "basic")


@pytest.fixture
def clones(tmp_path: Path) -> Path:
    """Return a class of two repositories: only their second commit, an hour late, can be imported."""
    for name in ("ada", "bob"):
        history = History()
        history.commit("2026-09-01 20:00 +0200", {"tictactoe.py": "import nothing\n"})
        history.commit("2026-09-02 00:59 +0200", {"tictactoe.py": CODE.decode()})
        history.write(tmp_path / "clones" / name)
    return tmp_path / "clones"


@SLOW
def test_a_commit_is_chosen_for_one_student(run: Run, clones: Path) -> None:
    """The others keep that of the deadline; the result says what was chosen and why, and later runs know it."""
    late = run_git("-C", str(clones / "ada" / ".git"), "rev-parse", "main").decode().strip()
    table, reports = clones.parent / "mine.csv", clones.parent / "reports"
    table.write_text(f"student,commit,reason\nada,{late[:10]},was ill\n")
    first = run("batch", clones, *DUE, "--out", reports, "--choices", table)
    ada, bob = (json.loads((reports / name / "result.json").read_bytes()) for name in ("ada", "bob"))

    assert (95, 0) == (ada["score"]["earned"], bob["score"]["earned"])
    assert f"commit {late[:10]} (was ill)" == ada["submission"]["decided"]
    assert "of 1 another commit was chosen" in first.err
    assert f"ada,,{late[:10]},,,,was ill" in (reports / "choices.csv").read_text()


def test_the_template_has_the_commits_to_choose_from(run: Run, clones: Path) -> None:
    """The newest first, with their times, and a late one: who was ill may need it. Without a wanted commit, none."""
    run("batch", clones, *DUE, "--choices-template", clones.parent / "due.csv")
    run("batch", clones, "--at", "HEAD", "--choices-template", clones.parent / "head.csv")
    run("batch", clones, "--choices-template", clones.parent / "plain.csv")
    due, head, plain = ((clones.parent / f"{name}.csv").read_text("utf-8-sig") for name in ("due", "head", "plain"))

    assert (2, 2) == (due.splitlines()[1].count(" of 2026-09-"), head.splitlines()[1].count(" of 2026-09-"))
    assert all(one.index("2026-09-02 00:59") < one.index("2026-09-01 20:00") for one in (due, head))
    assert ["commits" in one for one in (due, head, plain)] == [True, True, False]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("ada,v9", "mine.csv, line 2: commit 'v9': its repository has no tag, branch or commit 'v9'; it has main"),
        ("eve,v9", "mine.csv, line 2: commit 'v9': no git repository, so it has no commits; put a clone"),
    ],
)
def test_a_commit_that_there_is_not_is_refused(run: Run, clones: Path, row: str, problem: str) -> None:
    """One line, with the row and the remedy, and nothing is graded."""
    (clones / "eve").mkdir()
    (clones / "eve" / "tictactoe.py").write_bytes(CODE)
    (clones.parent / "mine.csv").write_text(f"student,commit\n{row}\n")
    reports = clones.parent / "reports"
    completed = run("batch", clones, *DUE, "--out", reports, "--choices", clones.parent / "mine.csv")

    assert (2, False) == (completed.code, reports.exists())
    assert problem in completed.err
    assert 1 == len(completed.err.strip().splitlines())
