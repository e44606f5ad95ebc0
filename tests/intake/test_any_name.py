"""If the sheet allows any file name: which file is graded, script or notebook, in one submission and in a class."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake import main_file
from grader.intake.class_folder import read_class
from grader.intake.main_file import WantedSources, defines_enough
from grader.intake.one_submission import read_submission
from grader.intake.student_folder import Sources, read_folder
from tests.intake.module_specs import AI_GAME, NAMES, WHOLE, defining
from tests.intake.notebooks import notebook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Plant = Callable[..., Path]

SHEET = "the assignment asks for AI_game.py or AI_game.ipynb."
BOOK = notebook("import math", WHOLE)


def read(folder: Path) -> Sources:
    """Read `folder` as the student "ada"."""
    return read_folder(folder, "ada", WantedSources(AI_GAME, 256))


def paths(sources: Sources) -> list[str]:
    """Return the paths of the files read."""
    return [file.path for file in sources.files]


@pytest.mark.parametrize(("name", "text"), [("AI_game.py", WHOLE), ("AI_game.ipynb", BOOK)])
def test_both_names_of_the_sheet_are_read_without_a_note(plant: Plant, name: str, text: str) -> None:
    """A script as it is; a notebook keeps its name, and knows where its cells begin."""
    (main,) = read(plant(name, text=text)).files

    assert main.path == name
    assert main.text.endswith(WHOLE)
    assert main.cells == ((1, 2) if name.endswith(".ipynb") else ())
    assert read(plant(name, text=text)).notes == ()


@pytest.mark.parametrize(("name", "text"), [("lab4.py", WHOLE), ("Untitled12.ipynb", BOOK), ("hw/x.PY", WHOLE)])
def test_the_one_file_that_defines_the_functions_is_taken_with_a_note(plant: Plant, name: str, text: str) -> None:
    """Its name and its folder do not matter; other scripts beside it are helpers, other notebooks are ignored."""
    plant(name, text=text)
    folder = plant(f"{name.rpartition('/')[0] or '.'}/minimax.py", text=defining("minimax"))
    plant("notes.ipynb", text=notebook("x = 1"))
    sources = read(folder)
    own = name.rpartition("/")[2]

    assert paths(sources) == [own, "minimax.py"]
    assert sources.notes == (f"The file was handed in as {own}; {SHEET}",)


def test_a_file_called_like_the_module_comes_first(plant: Plant) -> None:
    """Even if others define the functions and it defines none."""
    plant("lab4.py", "old.ipynb", text=WHOLE)
    sources = read(plant("ai game (1).py", text="x = 1\n"))

    assert paths(sources) == ["ai game (1).py", "lab4.py"]
    assert sources.notes == (f"The file was handed in as ai game (1).py; {SHEET}",)


@pytest.mark.parametrize(
    ("first", "second", "remedy"),
    [
        ("AI_game.ipynb", "AI_game.py", "keep one"),
        ("AI_game.ipynb", "hw/AI-Game (1).ipynb", "keep one"),
        ("lab.ipynb", "lab.py", "keep one, or name it AI_game.py"),
        ("a.py", "b.py", "keep one, or name it AI_game.py"),
    ],
)
def test_two_candidates_are_both_named_and_none_is_taken(plant: Plant, first: str, second: str, remedy: str) -> None:
    """Also a script and a notebook of the same name: neither of them is more likely."""
    for name in (first, second):
        plant(name, text=BOOK if name.endswith("ipynb") else WHOLE)

    with pytest.raises(UserError) as caught:
        read(plant())

    assert str(caught.value) == f"ada: 2 files could be the one to grade: {first} and {second}; {remedy}"


def test_without_a_candidate_the_files_found_are_listed(plant: Plant) -> None:
    """The message also has the expected name."""
    with pytest.raises(UserError) as caught:
        read(plant())
    assert str(caught.value) == ("ada: holds no file; put the file to grade there, named AI_game.py")

    plant("a.py", text=defining("minimax", "best_move"))
    with pytest.raises(
        UserError, match=r"ada: no AI_game\.py or AI_game\.ipynb, only a\.py and b\.ipynb; name the file"
    ):
        read(plant("b.ipynb", text=notebook("x = 1")))


def test_a_file_that_cannot_be_read_is_named_where_no_other_will_do(plant: Plant) -> None:
    """It may be the one to grade; if another file can be graded it is left out."""
    folder = plant("lab.ipynb", text="{")
    with pytest.raises(UserError, match=r"^ada/lab\.ipynb: broken, line 1 is no JSON"):
        read(folder)

    (folder / "link.py").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.ipynb")
    assert paths(read(plant("fine.py", text=WHOLE))) == ["fine.py"]


def test_the_look_for_the_file_is_bounded(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """In files and in bytes; a file called like the module needs no look."""
    reason = "^ada: too many files to look for the one to grade; name it AI_game.py$"
    monkeypatch.setattr(main_file, "MAX_SEARCHED", 2)
    plant("a.py", "b.py")
    assert paths(read(plant("a.py", text=WHOLE))) == ["a.py", "b.py"]
    plant("c.py")
    with pytest.raises(UserError, match=reason):
        read(plant())

    monkeypatch.setattr(main_file, "MAX_SEARCHED", 9)
    monkeypatch.setattr(main_file, "MAX_SEARCHED_KIB", 1)
    plant("d.py", text="#" * 1024)
    with pytest.raises(UserError, match=reason):
        read(plant())
    assert paths(read(plant("AI_game.py")))[0] == "AI_game.py"


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        (WHOLE, True),
        (defining(*NAMES[:3]), True),
        (defining(*NAMES[:2]), False),
        (WHOLE.replace("\n", "\r"), True),
        (WHOLE.replace("\n", "\r\n"), True),
        (defining(*[NAMES[0]] * 6), False),
        (WHOLE.replace("def ", "    def "), False),
        (WHOLE.replace("def ", "def\t").replace("(", " ("), True),
        (WHOLE.replace("(", "_2("), False),
        ("# " + "def minimax( " * 9, False),
        ("", False),
    ],
)
def test_half_of_the_functions_at_the_top_level_are_enough(text: str, enough: bool) -> None:  # noqa: FBT001 - a table
    """Each function counts once, with any line ends; methods and longer names do not count."""
    assert defines_enough(text, AI_GAME) is enough


@pytest.mark.parametrize("name", ["AI_game.ipynb", "whatever.ipynb", "whatever.py"])
def test_a_file_named_by_the_user_is_the_one(plant: Plant, name: str) -> None:
    """The functions in it and the files beside it do not matter."""
    plant("AI_game.py", "other.py", text=WHOLE)
    folder = plant(name, text=notebook("x = 1") if name.endswith("ipynb") else "x = 1\n")
    submission = read_submission(folder / name, AI_GAME, 256)

    assert submission.main == name
    assert submission.files[0].text == "x = 1\n"
    assert "AI_game.py" not in [file.path for file in submission.files[1:]]
    assert submission.notes == (() if name.startswith("AI") else (f"The file was handed in as {name}; {SHEET}",))


def test_a_file_of_another_kind_is_refused_with_the_names_that_are_read(plant: Plant) -> None:
    """As one line."""
    with pytest.raises(UserError) as caught:
        read_submission(plant("notes.txt") / "notes.txt", AI_GAME, 256)

    assert str(caught.value).endswith(
        "notes.txt: neither a Python file nor a notebook; name AI_game.py or AI_game.ipynb or the folder that holds it"
    )


def test_notes_about_a_notebook_follow_the_one_about_its_name(plant: Plant) -> None:
    """There is one note on what was left out."""
    submission = read_submission(plant("x.ipynb", text=notebook("%who\n!ls")) / "x.ipynb", AI_GAME, 256)

    assert submission.notes == (
        f"The file was handed in as x.ipynb; {SHEET}",
        "The file is empty.",
        "Cell 1, line 1 was left out: %who",
        "Cell 1, line 2 was left out: !ls",
    )


def test_a_class_may_mix_folders_scripts_and_notebooks(plant: Plant) -> None:
    """Each student once, under the name the file or the folder gives."""
    plant("zoe/hw/lab4.py", "ada.py", "bob_AI_game.py", text=WHOLE)
    plant("eve.ipynb", "dan_ai_game (1).ipynb", "cyd/AI_game.ipynb", ".ipynb_checkpoints/x.ipynb", text=BOOK)
    plant("tom/lab.ipynb", "tom/lab.py", "ida.ipynb", text="{}")
    plant("lea.py", "lea.ipynb", "AI-game.ipynb")
    intake = read_class(plant("notes.txt"), AI_GAME, 256)
    mains = {submission.student: submission.main for submission in intake.submissions}
    reasons = {problem.student: problem.reason for problem in intake.problems}

    assert mains == {
        "ada": "ada.py",
        "bob": "bob_AI_game.py",
        "cyd": "AI_game.ipynb",
        "dan": "dan_ai_game (1).ipynb",
        "eve": "eve.ipynb",
        "lea": "lea.py",
        "zoe": "lab4.py",
    }
    assert reasons == {
        "AI-game.ipynb": "AI-game.ipynb: names no student; name it <student>.py or <student>.ipynb, or use"
        " `grader check` if the whole folder is one submission",
        "ida": "ida.ipynb: JSON but no notebook; open it in Jupyter or Colab and save it again",
        "lea": "lea.ipynb: broken, line 1 is no JSON; open it in Jupyter or Colab and save it again",
        "tom": "tom/lab.ipynb: JSON but no notebook; open it in Jupyter or Colab and save it again",
    }
    assert [one.text for one in intake.info.skipped] == ["notes.txt (neither Python nor a notebook)"]
    assert [note.partition(" name the same")[0] for note in intake.info.double_claims] == ["lea.ipynb, lea.py"]


def test_a_folder_that_holds_the_sheets_notebook_is_no_class(plant: Plant) -> None:
    """The message names the other command; for an empty folder it says what a submission is."""
    folder = plant("notes.txt")
    with pytest.raises(
        UserError, match=r"a folder with AI_game\.py or AI_game\.ipynb in it, or a file <student>\.py or "
    ):
        read_class(folder, AI_GAME, 256)

    plant("AI_game.ipynb", text=BOOK)
    with pytest.raises(UserError, match=r"holds AI_game\.ipynb itself, so it is one submission: use `grader check"):
        read_class(folder, AI_GAME, 256)


def test_a_hostile_name_of_a_notebook_does_no_harm(plant: Plant) -> None:
    """Control characters are escaped in every message."""
    folder = plant("x\x1b[31m\u202e.ipynb", text=BOOK)
    sources = read(folder)

    assert all(text.isprintable() for text in (*paths(sources), *sources.notes))
