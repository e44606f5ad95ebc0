"""`grader batch --choices` and `--choices-template`: nothing is graded for the one, nor before the other is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Run
from tests.fixture_folders import ROOT

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
    assert "bob,bob,final (2).py,,,,only the name is wrong," in table.read_text("utf-8-sig")
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
