"""`grader similar`: the page, hidden names, one pair, other years; and the code for Dolos."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from grader.model.rubric import Rubric
from grader.model.source import copies_of
from grader.store.report_files import write_student_reports
from tests.batch.fakes import right, submission
from tests.cli.commands import Run
from tests.fixture_folders import SLOW
from tests.similarity.disguises import renamed
from tests.similarity.planted import independent

HOSTILE = '\n# <script>alert("Ada")</script>\n'


@pytest.fixture
def reports(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return a folder of reports: Bob's file is Ada's, renamed."""
    sources = dict(zip(("ada", "carl", "dora", "emil", "finn"), independent(), strict=False))
    sources |= {"bob": renamed(sources["ada"]), "ada": sources["ada"] + HOSTILE}
    for name, text in sources.items():
        one = submission(name, text)
        result = dataclasses.replace(right(one, default_rubric), source=copies_of(one))
        write_student_reports(result, tmp_path / "reports" / name, in_class=True)
    return tmp_path / "reports"


@SLOW
def test_the_copy_is_the_first_pair(reports: Path, run: Run) -> None:
    """The page shows both files, and what a student wrote stays text."""
    ended = run("similar", reports)
    page = (reports / "similar.html").read_text()

    assert (0, "") == (ended.code, ended.err)
    assert "ada; bob" in next(line for line in ended.out.split("\n") if line.strip().startswith("1 "))
    assert "<mark>" in page
    assert "<script>alert" not in page


def test_only_pages_that_exist_are_linked(reports: Path, run: Run) -> None:
    """A class that was graded with `--pages none` has none."""
    (reports / "bob" / "report.html").unlink()
    assert 0 == run("similar", reports).code
    page = (reports / "similar.html").read_text()

    assert ("ada/report.html" in page, "bob/report.html" in page) == (True, False)


def test_hidden_names_stand_nowhere(reports: Path, run: Run) -> None:
    """Neither in the list nor on the page, where comments of the code are left out."""
    ended = run("similar", reports, "--anonymous")
    page = (reports / "similar.html").read_text()

    assert 0 == ended.code
    assert not [name for name in ("ada", "bob", "Ada") if name in ended.out + page]
    assert "student 1; student 2" in ended.out


def test_one_pair_is_shown_alone(reports: Path, run: Run) -> None:
    """Also if it is not among the most alike; a name that is not there is put right."""
    assert 0 == run("similar", reports, "--pair", "carl", "dora").code
    page = (reports / "similar.html").read_text()

    assert ("carl" in page, "ada" in page) == (True, False)
    assert "did you mean 'dora'?" in run("similar", reports, "--pair", "carl", "dorra").err


def test_next_year_finds_the_file_of_last_year(reports: Path, run: Run, tmp_path: Path) -> None:
    """The key is made once; without it nothing is saved or read."""
    saved, key = tmp_path / "2025.json", tmp_path / "course.key"
    assert 2 == run("similar", reports, "--save", saved).code
    assert 0 == run("similar", reports, "--save", saved, "--key", key).code
    for name in ("ada", "carl", "dora", "emil", "finn"):
        (reports / name).rename(tmp_path / name)
    (tmp_path / "new").mkdir()
    (reports / "bob").rename(tmp_path / "new" / "bob")

    ended = run("similar", tmp_path / "new", "--against", saved, "--key", key)

    assert "of 2025.json" in ended.out
    assert "100 %" in ended.out or "9" in ended.out
    assert 2 == run("similar", tmp_path / "new", "--against", saved, "--key", tmp_path / "none").code
    assert "is there already" in run("similar", tmp_path / "new", "--save", saved, "--key", key).err


def test_reports_without_code_say_the_remedy(tmp_path: Path, run: Run, default_rubric: Rubric) -> None:
    """Results of an older grader keep no code."""
    for name in ("ada", "bob"):
        write_student_reports(right(submission(name), default_rubric), tmp_path / "old" / name, in_class=True)

    ended = run("similar", tmp_path / "old")

    assert 2 == ended.code
    assert "2 of 2 results keep no code; grade them again" in ended.err


def test_dolos_gets_the_code(tmp_path: Path, run: Run, default_rubric: Rubric) -> None:
    """Marks that are open do not matter; a class without code is refused."""
    one = submission("ada", "x = 1")
    write_student_reports(right(one, default_rubric), tmp_path / "old" / "ada", in_class=True)
    kept = dataclasses.replace(right(one, default_rubric), source=copies_of(one))
    write_student_reports(kept, tmp_path / "new" / "ada", in_class=True)

    assert "keep no code" in run("export", tmp_path / "old", "--to", "dolos", "--out", tmp_path / "a.zip").err
    ended = run("export", tmp_path / "new", "--to", "dolos", "--out", tmp_path / "b.zip")
    assert (0, "") == (ended.code, ended.err)
    assert "the code of 1 student" in ended.out
    assert (
        "--base is for"
        in run("export", tmp_path / "new", "--to", "canvas", "--into", "x", "--base", "y", "--out", "z").err
    )
