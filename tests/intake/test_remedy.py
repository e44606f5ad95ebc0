"""What cannot be graded as it is: the message names what there is, and what to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake.class_folder import read_class
from grader.intake.file_names import remedy
from grader.intake.one_submission import read_submission
from tests.intake.module_specs import AI_GAME, TICTACTOE

if TYPE_CHECKING:
    from collections.abc import Callable

    Plant = Callable[..., Path]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("hw.zip", "unpack it"),
        ("HW.ZIP", "unpack it"),
        ("hw.tar.gz", "unpack it"),
        ("hw.rar", "unpack it"),
        ("hw.7z", "unpack it"),
        ("tictactoe.py.zip", "unpack it"),
        ("tictactoe.py.txt", "rename it to tictactoe.py"),
        ("ada_tictactoe.PY.TXT", "rename it to ada_tictactoe.py"),
        ("tictactoe.pyw", "rename it to tictactoe.py"),
        ("tictactoe.py.bak", "rename it to tictactoe.py"),
        ("tictactoe.py~", "rename it to tictactoe.py"),
        ("tictactoe.py_", ""),
        ("TicTacToe.txt", "rename it to tictactoe.py"),
        ("tictactoe", "rename it to tictactoe.py"),
        ("tictactoe.ipynb", "save its code as tictactoe.py"),
        ("tictactoe.cpython-312.pyc", "hand in the .py file that it was made from"),
        ("tictactoe.py", ""),
        ("TICTACTOE.PY", ""),
        ("notes.txt", ""),
        ("report.docx", ""),
        ("\x1b[31m.py.txt", "rename it to \\x1b[31m.py"),
    ],
)
def test_the_name_tells_what_to_do(name: str, advice: str) -> None:
    """Whatever a browser, a mail program, an editor or Windows made of the name."""
    assert remedy(name, TICTACTOE) == advice


def test_a_notebook_needs_no_remedy_where_notebooks_are_taken() -> None:
    """There it is graded."""
    assert remedy("AI_game.ipynb", AI_GAME) == ""


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("hw.rar", "an archive; unpack it and name tictactoe.py or the folder that holds it"),
        ("ada.tar.xz", "an archive; unpack it and name tictactoe.py or the folder that holds it"),
        ("hw.zip", "neither a zip nor a tar archive, or cut off; download it or pack it again"),
        ("hw.ipynb", "not a Python file; save its code as tictactoe.py"),
        ("mine.py.txt", "not a Python file; rename it to mine.py"),
        ("mine.pyw", "not a Python file; rename it to mine.py"),
        ("missing.py", "no such file; check the path"),
        ("mine.py", "no such file; did you mean 'mine.py.txt'? Then rename it to mine.py"),
        ("deep.py", "no such file; did you mean 'week3/deep.py'?"),
    ],
)
def test_a_path_of_another_kind_is_refused_with_the_remedy(plant: Plant, path: str, message: str) -> None:
    """`grader check PATH` says what is there and what to do, in one line."""
    folder = plant("hw.zip", "hw.rar", "ada.tar.xz", "hw.ipynb", "mine.py.txt", "mine.pyw", "week3/deep.py")
    if path == "mine.py":
        (folder / "mine.pyw").unlink()

    with pytest.raises(UserError) as caught:
        read_submission(folder / path, TICTACTOE, 256)

    assert str(caught.value) == f"{folder / path}: {message}"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["hw.rar"], "no tictactoe.py, but hw.rar: unpack it"),
        (["mine.py.txt"], "no tictactoe.py, but mine.py.txt: rename it to tictactoe.py"),
        (["src/tictactoe.ipynb"], "no tictactoe.py, but src/tictactoe.ipynb: save its code as tictactoe.py"),
        (
            ["a.py.txt", "b.xz"],
            "no tictactoe.py, but a.py.txt (rename it to a.py), b.xz (unpack it); name the file to grade tictactoe.py",
        ),
        (["game.py", "photos.7z"], "no tictactoe.py, only game.py; name the file to grade tictactoe.py"),
        (["game.py", "tictactoe.py.txt"], "no tictactoe.py, but tictactoe.py.txt: rename it to tictactoe.py"),
        (
            ["__MACOSX/hw.zip"],
            "holds no file; put the file to grade there, named tictactoe.py",
        ),
    ],
)
def test_a_folder_without_the_file_names_what_it_holds(plant: Plant, files: list[str], message: str) -> None:
    """For `grader check` and for a student of a class alike."""
    root = plant("fine/tictactoe.py", *(f"ada/{file}" for file in files))

    with pytest.raises(UserError) as caught:
        read_submission(root / "ada", TICTACTOE, 256)

    assert str(caught.value) == f"{root / 'ada'}: {message}"
    assert [problem.reason for problem in read_class(root, TICTACTOE, 256).problems] == [f"ada: {message}"]


def test_what_a_class_leaves_out_is_named_with_the_remedy(plant: Plant) -> None:
    """It is not graded, and no student is made of it; a file with nothing but a wrong ending is somebody's."""
    root = plant("fine/tictactoe.py", "bob.rar", "carol.ipynb", "dan_tictactoe.py.txt", "grades.xlsx")

    intake = read_class(root, TICTACTOE, 256)

    assert [submission.id for submission in intake.submissions] == ["fine"]
    assert [one.text for one in intake.info.skipped] == [
        "bob.rar (unpack it)",
        "carol.ipynb (save its code as carol.py)",
        "grades.xlsx (not Python)",
    ]
    (dan,) = intake.problems
    assert ("dan", "dan_tictactoe.py.txt: rename it to dan_tictactoe.py") == (dan.id, dan.reason)


def test_a_class_of_archives_says_so(plant: Plant) -> None:
    """As a learning platform exports it."""
    with pytest.raises(
        UserError, match=r"a file <student>\.py; here is ada\.rar \(unpack it\), bob\.7z \(unpack it\)$"
    ):
        read_class(plant("ada.rar", "bob.7z"), TICTACTOE, 256)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("all.7z", "an archive; unpack it and name the folder that holds the submissions"),
        ("submision", "no such folder or zip; did you mean 'submissions'?"),
        ("elsewhere", "no such folder or zip; name the one that holds the submissions"),
    ],
)
def test_a_class_that_is_no_folder_is_refused_with_the_remedy(plant: Plant, name: str, message: str) -> None:
    """`grader batch PATH` says what is there and what to do, in one line."""
    root = plant("all.7z", "submissions/ada/tictactoe.py")

    with pytest.raises(UserError) as caught:
        read_class(root / name, TICTACTOE, 256)

    assert str(caught.value) == f"{root / name}: {message}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04rest", "an archive or an office document, whatever its name says; hand in the Python text itself"),
        (b"\x1f\x8b\x08", "an archive, whatever its name says; hand in the Python text itself"),
        (b"%PDF-1.7", "a PDF, whatever its name says; hand in the Python text itself"),
        (b"{\\rtf1\\ansi", "rich text, whatever its name says; save it as plain text"),
        (
            b"\xef\xbb\xbf\n<!DOCTYPE html>\n<html>",
            "a web page, whatever its name says; download the file itself (on GitHub: Raw)",
        ),
        (
            b'{\n "cells": [],\n "nbformat": 4\n}',
            "a notebook, whatever its name says; save its code as a Python file",
        ),
    ],
)
def test_a_file_that_only_its_name_calls_python_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """Renamed, or saved by a browser or an editor as something else."""
    (tmp_path / "tictactoe.py").write_bytes(data)

    with pytest.raises(UserError) as caught:
        read_submission(tmp_path, TICTACTOE, 256)

    assert str(caught.value) == f"{tmp_path}/tictactoe.py: {message}"


@pytest.mark.parametrize("text", ['{"cells": 3}\n', "{}\n", "x = '<html>'\n", "{'nbformat': 1}\n"])
def test_python_that_begins_like_something_else_is_read(tmp_path: Path, text: str) -> None:
    """Only what is certainly something else is refused."""
    (tmp_path / "tictactoe.py").write_text(text, encoding="utf-8")

    assert read_submission(tmp_path, TICTACTOE, 256).files[0].text == text
