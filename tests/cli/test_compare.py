"""`grader compare`: whose mark differs between two folders of reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.model.rubric import Rubric
from grader.store.report_files import write_student_reports
from tests.batch.fakes import right, submission
from tests.cli.commands import Run


@pytest.fixture
def folders(tmp_path: Path, default_rubric: Rubric) -> tuple[Path, Path]:
    """Return two folders of reports: Bob's second file is wrong."""
    for name, text in (("old", "bob"), ("new", "wrong")):
        for one in (submission("ada"), submission("bob", text)):
            write_student_reports(right(one, default_rubric), tmp_path / name / one.id, in_class=True)
    return tmp_path / "old", tmp_path / "new"


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_each_format_names_who_changed_and_nobody_else(folders: tuple[Path, Path], run: Run, form: str) -> None:
    """Nothing is written into either folder."""
    before = sorted(folders[0].parent.rglob("*"))

    ended = run("compare", *folders, "--format", form)

    assert (0, "") == (ended.code, ended.err)
    assert ("bob" in ended.out, "ada" in ended.out, "winner" in ended.out) == (True, False, True)
    assert before == sorted(folders[0].parent.rglob("*"))


def test_a_lower_mark_fails_only_if_that_is_asked_for(folders: tuple[Path, Path], run: Run) -> None:
    """The other way round nobody has lost anything."""
    old, new = folders

    assert [0, 1, 0] == [
        run("compare", *order, *option).code
        for order, option in (((old, new), ()), ((old, new), ("--fail-on-drop",)), ((new, old), ("--fail-on-drop",)))
    ]


def test_a_folder_without_reports_is_named(folders: tuple[Path, Path], run: Run, tmp_path: Path) -> None:
    """The remedy stands beside it."""
    ended = run("compare", folders[0], tmp_path / "nothing")

    assert 2 == ended.code
    assert "nothing: no such folder; name the folder that `grader batch --out`" in ended.err
