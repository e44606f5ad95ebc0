"""The one graded file in a student's folder, its helper modules, and what is passed over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake import safe_read, student_folder
from grader.intake.main_file import WantedSources
from grader.intake.student_folder import Sources, read_folder
from tests.intake.module_specs import TICTACTOE, WITH_FUNCTIONS, defining

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Plant = Callable[..., Path]


def read(folder: Path) -> Sources:
    """Read `folder` as the student "ada"."""
    return read_folder(folder, "ada", WantedSources(TICTACTOE, 256))


def paths(sources: Sources) -> list[str]:
    """Return the paths of the files read."""
    return [file.path for file in sources.files]


@pytest.mark.parametrize("place", ["", "hw1/", "a/b/c/d/e/"])
def test_the_graded_file_is_found_down_to_five_folders_below(plant: Plant, place: str) -> None:
    """Repositories and exports wrap it in folders; its own path begins where it lies."""
    sources = read(plant(f"{place}tictactoe.py"))

    assert paths(sources) == ["tictactoe.py"]
    assert sources.notes == ()


def test_a_file_six_folders_below_is_not_found(plant: Plant) -> None:
    """The search is bounded."""
    with pytest.raises(UserError, match=r"^ada: no tictactoe\.py, nor any other Python file"):
        read(plant("a/b/c/d/e/f/tictactoe.py"))


@pytest.mark.parametrize("name", ["TicTacToe.py", "tictactoe-1.py", "tictactoe (1).py"])
def test_a_name_like_the_sheets_is_accepted_with_a_note(plant: Plant, name: str) -> None:
    """When it is the only candidate."""
    sources = read(plant(name))

    assert paths(sources) == [name]
    assert sources.notes == (f"The file was handed in as {name}; the assignment asks for tictactoe.py.",)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tictactoe.py", "tictactoe-1.py"),
        ("TicTacToe.py", "hw/tictactoe (1).py"),
        ("tictactoe.py", "old/tictactoe.py"),
    ],
)
def test_two_candidates_are_both_named_and_none_is_taken(plant: Plant, one: str, other: str) -> None:
    """Not even when one of them has the sheet's very name."""
    with pytest.raises(UserError) as caught:
        read(plant(one, other))

    assert str(caught.value).startswith("ada: 2 files could be the one to grade: ")
    assert one in str(caught.value)
    assert other in str(caught.value)


@pytest.mark.parametrize("other", ["tictactoe_final.py", "old/my_tictactoe.py", "TicTacToe_v2.PY"])
def test_a_name_like_the_sheets_is_not_taken_beside_a_similar_one(plant: Plant, other: str) -> None:
    """Nobody knows which of the two the student means."""
    plant(other, text=defining("minimax"))
    with pytest.raises(UserError) as caught:
        read_folder(plant("tictactoe1.py"), "ada", WantedSources(WITH_FUNCTIONS, 256))

    names = " and ".join(sorted(["tictactoe1.py", other]))
    assert str(caught.value) == f"ada: 2 files could be the one to grade: {names}; keep one, named tictactoe.py"


def test_a_similar_file_that_cannot_be_read_is_not_ruled_out(plant: Plant) -> None:
    """It is named instead of the other one being graded."""
    plant("tictactoe_final.py", text="\0")
    with pytest.raises(UserError, match=r"tictactoe1\.py and tictactoe_final\.py"):
        read_folder(plant("tictactoe1.py"), "ada", WantedSources(WITH_FUNCTIONS, 256))


def test_a_similar_file_without_any_of_the_functions_is_no_candidate(plant: Plant) -> None:
    """Such as a student's own tests, or a window to play in."""
    plant("test_tictactoe.py", "tictactoe_gui.py", text="import tictactoe1\n\n\ndef test_winner():\n    pass\n")
    sources = read_folder(plant("tictactoe1.py", text=defining("minimax")), "ada", WantedSources(WITH_FUNCTIONS, 256))

    assert paths(sources) == ["tictactoe1.py", "test_tictactoe.py", "tictactoe_gui.py"]


def test_the_sheets_very_name_counts_more_than_a_similar_one(plant: Plant) -> None:
    """Then nothing has to be guessed."""
    plant("tictactoe_final.py", text=defining("minimax"))
    sources = read_folder(plant("tictactoe.py"), "ada", WantedSources(WITH_FUNCTIONS, 256))

    assert paths(sources)[0] == "tictactoe.py"


def test_without_a_candidate_the_python_files_found_are_listed(plant: Plant) -> None:
    """At most five of them by name, and the name that is wanted."""
    with pytest.raises(UserError) as caught:
        read(plant(*(f"part{number}.py" for number in range(7))))

    assert str(caught.value) == (
        "ada: no tictactoe.py, only part0.py, part1.py, part2.py, part3.py, part4.py and 2 more; "
        "name the file to grade tictactoe.py"
    )


@pytest.mark.parametrize(
    "folder", [".git", "__MACOSX", "__pycache__", "venv", ".venv", "env", "site-packages", "node_modules", ".hidden"]
)
def test_folders_made_by_tools_are_passed_over(plant: Plant, folder: str) -> None:
    """Neither candidates nor helpers come from there, at any depth."""
    sources = read(plant("tictactoe.py", f"{folder}/tictactoe.py", f"hw/{folder}/helper.py"))

    assert paths(sources) == ["tictactoe.py"]


def test_a_virtual_environment_of_any_name_is_passed_over(plant: Plant) -> None:
    """Its marker file tells."""
    sources = read(plant("tictactoe.py", "stuff/pyvenv.cfg", "stuff/lib/tictactoe.py"))

    assert paths(sources) == ["tictactoe.py"]


def test_an_environment_made_in_the_students_own_folder_does_not_hide_the_file(plant: Plant) -> None:
    """The marker counts below the top only; the packages have a folder that is passed over by name."""
    sources = read(plant("tictactoe.py", "pyvenv.cfg", "lib/python3/site-packages/tictactoe.py"))

    assert paths(sources) == ["tictactoe.py"]


def test_hidden_files_are_passed_over(plant: Plant) -> None:
    """Archives made on macOS hold a `._tictactoe.py` beside the file itself."""
    assert paths(read(plant("tictactoe.py", "._tictactoe.py", ".secret.py"))) == ["tictactoe.py"]


def test_helper_modules_lie_in_and_below_the_graded_files_folder(plant: Plant) -> None:
    """Sorted, with forward slashes, from where the graded file lies; what is above or beside that is not carried."""
    sources = read(plant("hw/tictactoe.py", "hw/b.py", "hw/pkg/__init__.py", "hw/pkg/z.py", "hw/a.txt", "other/c.py"))

    assert paths(sources) == ["tictactoe.py", "b.py", "pkg/__init__.py", "pkg/z.py"]
    assert {file.text for file in sources.files} == {"X = 'X'\n"}


def test_an_empty_file_is_read_with_a_note(plant: Plant) -> None:
    """It can be graded; it earns nothing."""
    sources = read(plant("tictactoe.py", text=" \n"))

    assert sources.notes == ("The file is empty.",)


def test_a_fault_of_the_graded_file_names_its_place(plant: Plant) -> None:
    """The student's folder and the way from there."""
    with pytest.raises(UserError, match=r"^ada/hw/tictactoe\.py: larger than 256 KiB"):
        read(plant("hw/tictactoe.py", text="#" * 300_000))


def test_helpers_that_cannot_be_carried_are_left_out_with_a_note(plant: Plant) -> None:
    """A fault in a helper never costs the submission."""
    folder = plant("tictactoe.py", "good.py", "tictactoe/__init__.py")
    (folder / "big.py").write_text("#" * 300_000)
    (folder / "latin.py").write_bytes(b"x = 'caf\xe9'\n")
    (folder / "note.py").write_bytes(b"x = 1\n# caf\xe9\n")
    (folder / "link.py").symlink_to("good.py")
    os.mkfifo(folder / "pipe.py")
    sources = read(folder)

    assert paths(sources) == ["tictactoe.py", "good.py", "note.py"]
    assert [note.split(";")[0].split(" of that")[0] for note in sources.notes] == [
        "Helper module left out: big.py: larger than 256 KiB",
        "Helper module left out: latin.py: line 1 is not UTF-8 (it looks like cp1252)",
        "Helper module left out: link.py: a symbolic link, which is never followed",
        "Helper module left out: pipe.py: not a regular file",
        "Helper module left out: tictactoe/__init__.py: a package called tictactoe would stand in for the graded file",
        "Helper module note.py: line 2 is not UTF-8 (it looks like cp1252): Python takes no notice",
    ]


def test_more_helpers_than_are_carried_cost_the_farthest_ones(plant: Plant) -> None:
    """64 files in all, the nearest first, and a handful of notes."""
    sources = read(plant("tictactoe.py", *(f"h{number:02}.py" for number in range(62)), "a/1.py", "a/2.py", "b/3.py"))

    assert len(sources.files) == 64
    assert paths(sources)[:3] == ["tictactoe.py", "a/1.py", "h00.py"]
    assert sources.notes == (
        "Helper module left out: a/2.py: no more than 63 are carried",
        "Helper module left out: b/3.py: no more than 63 are carried",
    )


def test_all_helpers_together_stay_within_their_limit(plant: Plant) -> None:
    """What does not fit is left out, a smaller one after it still finds room."""
    plant("a.py", "b.py", "c.py", "d.py", "e.py", text="#" * (250 * 1024))
    sources = read(plant("tictactoe.py", "f.py"))

    assert paths(sources) == ["tictactoe.py", "a.py", "b.py", "c.py", "d.py", "f.py"]
    assert sources.notes == ("Helper module left out: e.py: no room within 1024 KiB for all helper modules",)


def test_many_faulty_helpers_make_few_notes(plant: Plant) -> None:
    """A report stays readable."""
    plant(*(f"h{number}.py" for number in range(9)), text="\0")
    sources = read(plant("tictactoe.py"))

    assert len(sources.notes) == student_folder.MAX_NOTES + 1
    assert sources.notes[-1] == "4 more helper modules were left out."


@pytest.mark.parametrize("name", ["h\x1b[31m.py", "h\n.py", "h\u202epy.py", "caf\udce9.py"])
def test_a_helper_whose_name_could_do_harm_is_left_out(plant: Plant, name: str) -> None:
    """Escapes, line breaks, direction marks and broken encodings never get into a result."""
    folder = plant("tictactoe.py")
    (folder / name).write_text("X = 1\n")
    sources = read(folder)

    assert paths(sources) == ["tictactoe.py"]
    assert len(sources.notes) == 1
    assert sources.notes[0].isprintable()


def test_helper_names_are_stored_composed(plant: Plant) -> None:
    """Python composes the names it imports, macOS decomposes those of files; of two alike one is carried."""
    sources = read(plant("tictactoe.py", "u\u0308ber.py", "\u00fcber.py"))

    assert paths(sources) == ["tictactoe.py", "\u00fcber.py"]
    assert sources.notes == ("Helper module left out: \u00fcber.py: two files have this name",)


def test_links_to_folders_are_not_entered(plant: Plant, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neither to another student's nor back to one's own, where a walk would never end."""
    elsewhere = tmp_path_factory.mktemp("bob")
    (elsewhere / "tictactoe.py").write_text("secret = 1\n")
    folder = plant("tictactoe.py")
    (folder / "theirs").symlink_to(elsewhere)
    (folder / "round").symlink_to(".")

    assert paths(read(folder)) == ["tictactoe.py"]


def test_a_linked_candidate_is_a_candidate_and_is_refused(plant: Plant) -> None:
    """It is not silently passed over."""
    folder = plant("mine/notes.txt")
    (folder / "tictactoe.py").symlink_to("/dev/zero")

    with pytest.raises(UserError, match=r"^ada/tictactoe\.py: a symbolic link"):
        read(folder)


def test_a_folder_with_too_many_entries_is_refused(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk gives up at a fixed count over all folders."""
    monkeypatch.setattr(safe_read, "MAX_ENTRIES", 10)
    folder = plant("tictactoe.py", *(f"data/{number}.txt" for number in range(8)))
    assert paths(read(folder)) == ["tictactoe.py"]

    plant("data/8.txt")
    with pytest.raises(UserError, match="ada: holds more than 10 files; hand in the Python files alone"):
        read(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list everything")
def test_a_folder_that_cannot_be_listed_is_named(plant: Plant) -> None:
    """A second candidate might be in it, so nothing is guessed."""
    folder = plant("tictactoe.py", "closed/a.py")
    (folder / "closed").chmod(0)
    try:
        with pytest.raises(UserError, match="ada/closed: cannot be listed"):
            read(folder)
    finally:
        (folder / "closed").chmod(0o700)


def test_a_folder_called_like_the_file_is_looked_into_and_no_candidate(plant: Plant) -> None:
    """Some archives put a file into a folder of the same name."""
    assert paths(read(plant("tictactoe.py/tictactoe.py"))) == ["tictactoe.py"]
