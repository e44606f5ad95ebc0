"""The other files that a student hands in: noted and read as far as the rubric demands something of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.capabilities.hand_in.capability import NEVER_HANDED_IN, FileRules, HandedOutFile
from grader.intake.class_folder import read_class
from grader.intake.one_submission import read_submission
from grader.intake.student_folder import MAX_FILES, MAX_TEXTS, read_other_files
from grader.marking.result_info import grader_info
from grader.model.submission import HandedIn, Submission
from grader.rubric_file import load_rubric
from tests.intake.module_specs import TICTACTOE
from tests.rubric_file.toy import SMALL, TOY

Plant = Callable[..., Path]
RULES = FileRules(
    readme=True,
    unchanged=(HandedOutFile(path="runner.py", sha256=""),),
    nothing_forbidden=NEVER_HANDED_IN,
    repository_link=True,
)


def noted(folder: Path, main: str = "tictactoe.py", rules: FileRules = RULES) -> dict[str, str | None]:
    """Return the texts of what is noted, by path; what is not read has None."""
    return {file.path: file.text for file in read_other_files(folder, folder / main, rules).files}


def handed_in(submission: Submission) -> HandedIn:
    """Return what was handed in with `submission`."""
    assert submission.handed_in is not None
    return submission.handed_in


def test_only_what_matters_is_noted(plant: Plant) -> None:
    """Texts are read where a check needs them, and names where a name is enough."""
    folder = plant("tictactoe.py", "README.md", "runner.py", "notes.txt", "picture.png", "data.csv", "x.pyc", text="t")

    assert {"README.md": "t", "notes.txt": "t", "runner.py": "t", "x.pyc": None} == noted(folder)
    assert {} == noted(folder, rules=FileRules())


def test_files_that_the_code_names_are_known_and_not_read(plant: Plant) -> None:
    """So a table that was handed in is told from one that was not."""
    text = "X = open('table.pkl'), 'openings.json'\n"
    folder = plant(
        "a/tictactoe.py", "a/table.pkl", "a/tables/openings.json", "a/notes.txt", "b/ada.py", "b/table.pkl", text=text
    )

    assert read_submission(folder / "a", TICTACTOE, 256).beside == ("openings.json", "table.pkl")
    assert read_submission(folder / "b" / "ada.py", TICTACTOE, 256).beside == ()


def test_folders_that_tools_made_are_noted_and_not_searched(plant: Plant) -> None:
    """A virtual environment holds ten thousand files, and one of any name has a mark."""
    inside = ("README.md", "a.pyc", "site-packages/x.zip")
    tools = (".venv", "venv", "__pycache__", ".idea", "node_modules")
    folder = plant(
        "tictactoe.py", "mine/pyvenv.cfg", *(f"{tool}/{name}" for tool in (*tools, "mine") for name in inside)
    )

    assert {
        *(f"{tool}/" for tool in tools),
        "mine/pyvenv.cfg",
        "mine/README.md",
        "mine/a.pyc",
        "mine/site-packages/",
    } == set(noted(folder))


def test_the_configuration_of_git_is_the_only_hidden_text(plant: Plant) -> None:
    """It names the repository that the folder is a clone of."""
    folder = plant("tictactoe.py", ".git/config", ".git/README.md", ".config/README.md", text="t")

    assert {".git/config": "t"} == noted(folder)


def test_the_graded_file_is_known_by_its_place(plant: Plant) -> None:
    """The README may lie above it."""
    found = read_other_files(folder := plant("src/tictactoe.py", "README.md"), folder / "src/tictactoe.py", RULES)

    assert ("src/tictactoe.py", "src/", ["README.md"]) == (
        found.main,
        found.folder,
        [file.path for file in found.files],
    )


def test_a_link_is_noted_and_not_followed(plant: Plant, tmp_path: Path) -> None:
    """A README that leads to a file of the instructor's is not read, and a folder is not entered."""
    (secret := tmp_path / "secret").mkdir()
    (secret / "README.md").write_text("secret", encoding="utf-8")
    folder = plant("class/ada/tictactoe.py") / "class" / "ada"
    (folder / "README.md").symlink_to(secret / "README.md")
    (folder / "more").symlink_to(secret)
    (folder / ".git").symlink_to(secret)
    (folder / "venv").symlink_to(secret)
    found = {file.path: file for file in read_other_files(folder, folder / "tictactoe.py", RULES).files}

    assert {"README.md", "venv"} == set(found)
    assert found["README.md"].text is None
    assert "a symbolic link, which is never followed" in found["README.md"].problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_cannot_be_read_has_a_reason(plant: Plant) -> None:
    """A pipe without a writer, and a text that is too large."""
    folder = plant("tictactoe.py")
    os.mkfifo(folder / "README.md")
    (folder / "runner.py").write_bytes(b"#" * (256 * 1024 + 1))
    problems = {file.path: file.problem for file in read_other_files(folder, folder / "tictactoe.py", RULES).files}

    assert problems["README.md"].startswith("not a regular file")
    assert problems["runner.py"] == "larger than 256 KiB"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "cp1252"])
def test_a_text_may_have_any_encoding(plant: Plant, encoding: str) -> None:
    """What PowerShell and Notepad write; a text without a mark that is not UTF-8 is taken for that of Windows."""
    folder = plant("tictactoe.py")
    (folder / "README.md").write_bytes("é".encode(encoding))

    assert {"README.md": "\xe9\0" if encoding == "utf-16-le" else "é"} == noted(folder)


def test_names_are_safe_to_show(plant: Plant) -> None:
    """A student names the files."""
    assert {"a\\x0ab.zip": None} == noted(plant("tictactoe.py", "a\nb.zip"))


def test_there_is_an_end_to_what_is_noted_and_read(plant: Plant) -> None:
    """Nearest to the top first."""
    folder = plant("tictactoe.py", *(f"a/{at:03}.txt" for at in range(MAX_FILES)), "z.txt")
    found = read_other_files(folder, folder / "tictactoe.py", RULES).files

    assert "z.txt" == found[0].path
    assert (MAX_FILES, MAX_TEXTS) == (len(found), sum(file.text is not None for file in found))
    assert "one file too many" == found[-1].problem


def test_a_folder_with_too_many_files_is_not_looked_at(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a file is checked in the folder of all downloads."""
    monkeypatch.setattr("grader.intake.safe_read.MAX_ENTRIES", 2)
    folder = plant("tictactoe.py", "README.md", "a", "b")

    assert "holds more than 2 files" in read_other_files(folder, folder / "tictactoe.py", RULES).problem


@pytest.mark.parametrize("name", ["tictactoe.py", "TicTacToe.py", "."])
def test_the_folder_counts_if_it_is_the_students_own(plant: Plant, name: str) -> None:
    """As for helper modules: beside a file with the sheet's name."""
    folder = plant("TicTacToe.py" if name == "TicTacToe.py" else "tictactoe.py", "README.md")

    assert ["README.md"] == [
        file.path for file in handed_in(read_submission(folder / name, TICTACTOE, 256, RULES)).files
    ]


def test_beside_a_file_of_another_name_nothing_counts(plant: Plant) -> None:
    """The others may be other people's."""
    folder = plant("class/ada.py", "class/README.md", "class/bob/tictactoe.py", "class/bob/README.md") / "class"
    ada, bob = read_class(folder, TICTACTOE, 256, RULES).submissions

    assert ada.handed_in is None
    assert ["README.md"] == [file.path for file in handed_in(bob).files]
    assert read_submission(folder / "ada.py", TICTACTOE, 256, RULES).handed_in is None


def test_without_demands_nothing_is_looked_at(plant: Plant) -> None:
    """A rubric without the section `files` costs no time."""
    folder = plant("ada/tictactoe.py", "ada/README.md")

    assert [None] == [submission.handed_in for submission in read_class(folder, TICTACTOE, 256).submissions]


def key(folder: Path, rules: FileRules | None = RULES) -> str:
    """Return what a stored result must have to be still valid."""
    rubric = load_rubric(SMALL.encode(), "r.yaml", {"toy": TOY})
    return grader_info(read_submission(folder, TICTACTOE, 256, rules), rubric, None).key


def test_a_changed_file_that_matters_is_graded_again(plant: Plant) -> None:
    """And nothing else is: not for a picture, and not at all if the rubric demands nothing."""
    before, without = key(folder := plant("tictactoe.py", "README.md")), key(folder, None)
    plant("picture.png", "data/more.csv")
    assert (before, without) == (key(folder), key(folder, None))
    keys = {before}
    for change in ("README.md", "link.txt", "x.pyc"):
        plant(change, text="changed")
        keys.add(key(folder))

    assert 4 == len(keys)
    assert without == key(folder, None)


def test_the_hash_of_the_code_stays() -> None:
    """Marks that a person gave to the code survive a README that was edited."""
    one = Submission(id="a", student="a", main="x.py", files=(), handed_in=None)
    other = Submission(id="a", student="a", main="x.py", files=(), handed_in=HandedIn(main="x.py"))

    assert one.sha256 == other.sha256
