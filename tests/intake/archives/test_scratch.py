"""Folders for what is unpacked."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.archives.unpacking import MAKE_ROOM
from grader.intake.class_folder import read_class
from grader.intake.git.checkout import WantedCommit
from grader.intake.one_submission import read_submission
from tests.intake.module_specs import TICTACTOE
from tests.intake.packed import CODE, packed, write


def test_only_what_is_unpacked_needs_room_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a class is read as ever, and a student's zip is a problem that names the remedy."""
    write(tmp_path, {"ada/tictactoe.py": CODE, "bob.zip": packed("tictactoe.py")})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))

    intake = read_class(tmp_path, TICTACTOE, 256)

    assert [one.id for one in intake.submissions] == ["ada"]
    (problem,) = intake.problems
    made = "no folder for unpacked files can be made (No such file or directory)"
    assert problem.reason == f"bob.zip: {made}; {MAKE_ROOM}"
    with pytest.raises(UserError, match=r"bob\.zip: no folder for unpacked files can be made"):
        read_class(tmp_path / "bob.zip", TICTACTOE, 256)


def test_a_commit_without_room_for_temporary_files_is_a_problem_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no error of the grader."""
    write(tmp_path, {"ada/tictactoe.py": CODE, "ada/.git/HEAD": b"ref: refs/heads/main\n"})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))

    with pytest.raises(UserError, match=r"ada: no folder for unpacked files can be made .*; make room"):
        read_submission(tmp_path / "ada", TICTACTOE, 256, commit=WantedCommit(name="v1"))
