"""What `grader batch DIR` reads: every student once, or a reason."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake import ClassIntake, read_class
from tests.intake.module_specs import TICTACTOE, WITH_FUNCTIONS, defining

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Plant = Callable[..., Path]


def read(root: Path) -> ClassIntake:
    """Read `root` as `grader batch` does."""
    return read_class(root, TICTACTOE, 256)


def ids(intake: ClassIntake) -> list[str]:
    """Return the ids of what can be graded."""
    return [submission.id for submission in intake.submissions]


def reasons(intake: ClassIntake) -> dict[str, str]:
    """Return why the others cannot."""
    return {problem.id: problem.reason for problem in intake.problems}


def test_folders_and_files_are_submissions_sorted_by_id(plant: Plant) -> None:
    """One per sub-folder or Python file directly below the root; other files are passed over."""
    intake = read(plant("zoe/hw/tictactoe.py", "bob.py", "ada_tictactoe.py", "readme.txt", ".git/x.py", "venv/y.py"))

    assert ids(intake) == ["ada", "bob", "zoe"]
    assert [submission.main for submission in intake.submissions] == ["ada_tictactoe.py", "bob.py", "tictactoe.py"]
    assert [submission.notes for submission in intake.submissions] == [(), (), ()]
    assert intake.problems == ()


def test_flat_files_are_not_each_others_helpers(plant: Plant) -> None:
    """A student never gets another's files as helpers; helpers in the student's own folder are kept."""
    intake = read(plant("ada.py", "bob.py", "zoe/tictactoe.py", "zoe/helper.py"))

    assert [len(submission.files) for submission in intake.submissions] == [1, 1, 2]


def test_names_in_any_script_are_kept_and_have_safe_ids(plant: Plant) -> None:
    """The name is for people, the id for folders."""
    intake = read(plant("李雷/tictactoe.py", "José García_tictactoe.py"))
    shown = {submission.student: submission.id for submission in intake.submissions}

    assert set(shown) == {"李雷", "José García"}
    assert all(identity.isascii() for identity in shown.values())


def test_faults_are_reported_and_never_stop_the_class(plant: Plant) -> None:
    """None, two, unreadable, linked, a pipe: each a reason beside the one that is fine."""
    root = plant("fine/tictactoe.py", "two/tictactoe.py", "two/b/tictactoe.py", "none/game.py", "empty/notes.txt")
    plant("big.py", text="#" * 300_000)
    plant("utf16/tictactoe.py", text="")
    (root / "utf16/tictactoe.py").write_text("X = 1\n", encoding="utf-16")
    (root / "thief.py").symlink_to("fine/tictactoe.py")
    (root / "zero.py").symlink_to("/dev/zero")
    (root / "lazy").symlink_to("fine")
    (root / "gone").symlink_to("../gone")
    (root / "round").symlink_to("round")
    (root / "readme").symlink_to("empty/notes.txt")
    os.mkfifo(root / "pipe.py")
    intake = read(root)

    assert ids(intake) == ["fine"]
    assert list(reasons(intake)) == [
        *("big", "empty", "gone", "lazy", "none", "pipe", "round", "thief", "two", "utf16", "zero"),
    ]
    assert reasons(intake) == {
        "big": "big.py: larger than 256 KiB; hand in the source alone, or raise the rubric's limit",
        "empty": "empty: no tictactoe.py, nor any other Python file; name the file to grade tictactoe.py",
        "gone": "gone: a symbolic link, which is never followed; put the folder itself there",
        "lazy": "lazy: a symbolic link, which is never followed; put the folder itself there",
        "none": "none: no tictactoe.py, only game.py; name the file to grade tictactoe.py",
        "pipe": "pipe.py: not a regular file; put the Python file itself there",
        "round": "round: a symbolic link, which is never followed; put the folder itself there",
        "thief": "thief.py: a symbolic link, which is never followed; put the file itself there",
        "two": "two: 2 files could be the one to grade: b/tictactoe.py and tictactoe.py; keep one",
        "utf16": "utf16/tictactoe.py: saved as UTF-16; save it as UTF-8",
        "zero": "zero.py: a symbolic link, which is never followed; put the file itself there",
    }


def test_of_two_similar_names_none_is_graded_and_both_are_reported(plant: Plant) -> None:
    """The other students are graded."""
    plant("eve/tictactoe_final.py", "eve/tictactoe1.py", text=defining("minimax"))
    intake = read_class(plant("fine/tictactoe.py"), WITH_FUNCTIONS, 256)

    assert ids(intake) == ["fine"]
    assert reasons(intake) == {
        "eve": "eve: 2 files could be the one to grade: tictactoe1.py and tictactoe_final.py; "
        "keep one, named tictactoe.py"
    }


def test_all_who_claim_one_id_are_reported(plant: Plant) -> None:
    """A folder and two files of one name: three problems, each naming all three; the others are graded."""
    intake = read(plant("ada/tictactoe.py", "ada.py", "ada_tictactoe.py", "bob.py"))

    assert ids(intake) == ["bob"]
    assert [problem.id for problem in intake.problems] == ["ada"] * 3
    assert {problem.reason for problem in intake.problems} == {
        "ada.py and ada/ and ada_tictactoe.py: all claim the same id; keep one, or rename the others"
    }


def test_ids_that_differ_in_case_alone_are_reported(plant: Plant) -> None:
    """On some systems their reports would be written over each other."""
    intake = read(plant("Ada.py", "aDA/tictactoe.py"))

    assert ids(intake) == []
    assert list(reasons(intake)) == ["Ada", "aDA"]


def test_two_spellings_of_one_name_are_reported(plant: Plant) -> None:
    """Composed and decomposed accents are the same student."""
    intake = read(plant("Jos\u00e9.py", "Jose\u0301.py"))

    assert ids(intake) == []
    assert [problem.student for problem in intake.problems] == ["Jos\u00e9", "Jos\u00e9"]


@pytest.mark.parametrize("name", ["TicTacToe.py", "tictactoe (1).py", "_tictactoe.py"])
def test_a_flat_file_that_names_no_student_is_reported(plant: Plant, name: str) -> None:
    """The name of the file mentions no student."""
    intake = read(plant(name, "ada.py"))

    assert ids(intake) == ["ada"]
    assert list(reasons(intake).values()) == [f"{name}: names no student; name it <student>.py"]


def test_a_folder_that_is_one_submission_is_no_class(plant: Plant) -> None:
    """The message names the other command."""
    root = plant("tictactoe.py", "helper.py")

    with pytest.raises(UserError, match="one submission: use `grader check"):
        read(root)


def test_a_root_without_submissions_is_refused(plant: Plant) -> None:
    """Missing, a file, or with nothing in it that could be one."""
    root = plant("notes.txt")

    with pytest.raises(UserError, match="no submissions; each is a folder"):
        read(root)
    with pytest.raises(UserError, match=r"notes\.txt: not a folder; name the folder"):
        read(root / "notes.txt")
    with pytest.raises(UserError, match="gone: no such folder"):
        read(root / "gone")


def test_the_folder_of_reports_is_no_submission(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lie among the submissions, and be named in another way than they are."""
    root = plant("ada.py", "reports/gradebook.csv")
    monkeypatch.chdir(root)

    intake = read_class(root, TICTACTOE, 256, skip=root.relative_to(root) / "reports")

    assert ids(intake) == ["ada"]
    assert intake.problems == ()
    assert list(reasons(read(root))) == ["reports"]


@pytest.mark.parametrize("name", ["a\x1b[31m", "b\nc", "d\u202ey", "caf\udce9", "-rf", "CON", "..."])
def test_hostile_names_do_no_harm(plant: Plant, name: str) -> None:
    """As a file, as a folder, and in a problem's reason; a name that consists of dots is hidden."""
    root = plant("ada.py")
    (root / f"{name}.py").write_text("X = 1\n")
    (root / f"{name} 2").mkdir()
    intake = read(root)
    texts = [text for problem in intake.problems for text in (problem.id, problem.student, problem.reason)]
    texts += [text for submission in intake.submissions for text in (submission.student, submission.main)]

    assert len(intake.submissions) == (1 if name == "..." else 2)
    assert len(intake.problems) == (0 if name == "..." else 1)
    assert all(text.isprintable() for text in texts)


def test_reading_twice_gives_the_same(plant: Plant) -> None:
    """Nothing depends on the order in which the system lists a folder."""
    root = plant(*(f"s{number}/hw/tictactoe.py" for number in range(5)), *(f"s{number}/h.py" for number in range(5)))

    assert read(root) == read(root)
