"""What `grader check PATH` reads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake.one_submission import read_submission
from tests.intake.module_specs import TICTACTOE

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.submission import Submission

    Plant = Callable[..., Path]


def read(path: Path) -> Submission:
    """Read `path` as `grader check` does."""
    return read_submission(path, TICTACTOE, 256)


def test_the_file_and_its_folder_are_the_same_submission(plant: Plant) -> None:
    """Same files, same hash, no notes; only the name to show differs."""
    folder = plant("ada/tictactoe.py", "ada/helper.py") / "ada"
    by_file, by_folder = read(folder / "tictactoe.py"), read(folder)

    assert by_file.files == by_folder.files
    assert by_file.sha256 == by_folder.sha256
    assert by_file.notes == by_folder.notes == ()
    assert (by_file.main, by_file.student) == ("tictactoe.py", "tictactoe")
    assert (by_folder.id, by_folder.student) == ("ada", "ada")


def test_the_working_directory_has_its_own_name(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dot is no name for a student."""
    monkeypatch.chdir(plant("José/tictactoe.py") / "José")
    submission = read(Path())

    assert submission.student == "José"
    assert submission.id == "José"


def test_a_fault_in_the_working_directory_is_named_without_a_dot(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place is what one would type."""
    monkeypatch.chdir(plant("hw/tictactoe.py", text="\0"))

    with pytest.raises(UserError, match=r"^hw/tictactoe\.py: holds NUL bytes"):
        read(Path())


def test_any_python_file_is_accepted_by_name_with_a_note(plant: Plant) -> None:
    """The files beside it belong to other people, so no helpers are read."""
    folder = plant("ada_tictactoe.py", "bob_tictactoe.py", "tictactoe.py")
    submission = read(folder / "ada_tictactoe.py")

    assert (submission.id, submission.main) == ("ada", "ada_tictactoe.py")
    assert [file.path for file in submission.files] == ["ada_tictactoe.py"]
    assert submission.notes == ("The file was handed in as ada_tictactoe.py; the assignment asks for tictactoe.py.",)


def test_helpers_that_are_not_read_are_named_if_the_file_imports_them(plant: Plant) -> None:
    """Else its import fails, and nobody knows why; what it does not import is nobody's business."""
    folder = plant("mine.py", text="import math, rules\nfrom board import *\n")
    plant("rules.py", "board.py", "other.py")
    submission = read(folder / "mine.py")

    assert submission.notes[1:] == (
        "Not read: rules.py, board.py. Helper modules are read only beside a file named tictactoe.py.",
    )


def test_a_file_named_among_several_candidates_is_the_one(plant: Plant) -> None:
    """The user decided; the others are not carried as helpers."""
    folder = plant("tictactoe.py", "tictactoe (1).py", "old/tictactoe.py", "helper.py")
    submission = read(folder / "tictactoe (1).py")

    assert [file.path for file in submission.files] == ["tictactoe (1).py", "helper.py"]
    assert submission.notes == ("The file was handed in as tictactoe (1).py; the assignment asks for tictactoe.py.",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.py", "no such file; check the path"),
        ("missing", "no such file; check the path"),
        ("notes.txt", "not a Python file; name tictactoe.py or the folder that holds it"),
        ("link.py", "a symbolic link, which is never followed; put the file itself there"),
        ("pipe.py", "not a regular file; put the Python file itself there"),
        ("utf16.py", "saved as UTF-16; save it as UTF-8"),
    ],
)
def test_a_path_that_cannot_be_graded_is_refused_in_one_line(plant: Plant, name: str, message: str) -> None:
    """The path as it was named, and the remedy."""
    folder = plant("tictactoe.py", "notes.txt")
    (folder / "link.py").symlink_to("tictactoe.py")
    os.mkfifo(folder / "pipe.py")
    (folder / "utf16.py").write_text("X = 1\n", encoding="utf-16")

    with pytest.raises(UserError) as caught:
        read(folder / name)

    assert str(caught.value) == f"{folder / name}: {message}"


def test_a_link_to_a_folder_may_be_named_by_the_user(plant: Plant) -> None:
    """It is the user's own; links below it are not followed."""
    folder = plant("ada/tictactoe.py")
    (folder / "mine").symlink_to("ada")

    assert read(folder / "mine").student == "mine"


@pytest.mark.parametrize("name", ["x" * 5000 + ".py", "a\0b.py", "\x1b[31m.py"])
def test_names_that_no_file_can_have_are_refused_too(plant: Plant, name: str) -> None:
    """Too long, with a NUL, with an escape: one printable line."""
    with pytest.raises(UserError) as caught:
        read(plant() / name)

    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["a\x1b[31m.py", "b\nc.py", "d\u202ey.py", "caf\udce9.py"])
def test_a_graded_file_with_a_hostile_name_is_shown_cleaned(plant: Plant, name: str) -> None:
    """Its content is graded; its name reaches no terminal as it is."""
    folder = plant("x.py")
    (folder / name).write_text("X = 1\n")
    submission = read(folder / name)

    for text in (submission.student, submission.main, submission.files[0].path, *submission.notes):
        assert text.isprintable()
