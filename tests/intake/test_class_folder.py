"""What `grader batch PATH` reads: every student once, or a reason."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.safe_read import is_ignored
from grader.intake.student_ids import folded, is_safe_id, submission_id
from tests.intake.module_specs import TICTACTOE, WITH_FUNCTIONS, defining

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """The name is for people, the id for folders; both are readable."""
    intake = read(plant("李雷/tictactoe.py", "José García_tictactoe.py"))
    shown = {submission.student: submission.id for submission in intake.submissions}

    assert shown == {"李雷": "李雷", "José García": "José-García-978edf"}


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
        "empty": "empty: no tictactoe.py, nor any other Python file; put the file to grade there, named tictactoe.py",
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


RIVALS = [
    pytest.param(["ada/tictactoe.py", "ada.py", "ada_tictactoe.py"], id="a folder and two files"),
    pytest.param(["Ada.py", "aDA/tictactoe.py"], id="case of letters"),
    pytest.param(["Jos\u00e9.py", "Jose\u0301.py"], id="two forms of an accent"),
    pytest.param(["J D/tictactoe.py", submission_id("J D") + "/tictactoe.py"], id="the id of another"),
    pytest.param(["Jos\u00e9.py", "JOSE\u0301/tictactoe.py"], id="case and form of an accent"),
    pytest.param(["ada/tictactoe.py", "aDa.py", "Ada.py", "ADa.py", "ADA_tictactoe.py"], id="many"),
]


@pytest.mark.parametrize("paths", RIVALS)
def test_who_claim_one_id_are_each_graded_under_an_id_of_their_own(plant: Plant, paths: list[str]) -> None:
    """Nobody takes the place of another, whoever is the real student; a note says what a person must decide."""
    intake = read(plant(*paths, "bob.py"))
    rivals = [submission for submission in intake.submissions if submission.id != "bob"]

    assert intake.problems == ()
    assert len({submission.id.casefold() for submission in rivals}) == len(paths)
    assert all(re.fullmatch(r"[A-Za-z].*-[0-9a-f]{12}", submission.id) for submission in rivals)
    (note,) = intake.info.double_claims
    assert all(submission.notes[0] == note for submission in rivals)
    assert "each is graded under an id of its own, and marks given by hand under the id" in note


def test_a_name_that_looks_like_an_id_made_here_takes_no_place(plant: Plant) -> None:
    """Whoever foresees the ids of two rivals, and hands in under those names, only gets another id."""
    rivals = plant("ada/tictactoe.py", "ada.py")
    foreseen = ids(read(rivals))
    for name in foreseen:
        (rivals / name).mkdir()
        (rivals / name / "tictactoe.py").write_text("X = 1\n", encoding="utf-8")
    intake = read(rivals)

    assert [submission.id for submission in intake.submissions if submission.student == "ada"] == foreseen
    assert len(set(ids(intake))) == 4


@pytest.mark.parametrize("name", ["tictactoe.py", "TicTacToe.py", "tictactoe (1).py", "_tictactoe.py"])
def test_a_flat_file_that_names_no_student_is_reported(plant: Plant, name: str) -> None:
    """It refuses nobody else, and does not take the place of a student called `tictactoe`."""
    intake = read(plant(name, "ada.py", "tictactoe/tictactoe.py"))

    assert ids(intake) == ["ada", "tictactoe"]
    assert list(reasons(intake).values()) == [
        f"{name}: names no student; name it <student>.py, or use `grader check` if the whole folder is one submission"
    ]
    assert intake.info.double_claims == ()


def test_a_folder_that_is_one_submission_is_no_class(plant: Plant) -> None:
    """The message names the other command."""
    root = plant("tictactoe.py", "notes.txt")

    with pytest.raises(UserError, match="one submission: use `grader check"):
        read(root)


def test_a_root_without_submissions_is_refused(plant: Plant) -> None:
    """Missing, a file, or with nothing in it that could be one."""
    root = plant("notes.txt")

    with pytest.raises(UserError, match="no submissions; each is a folder"):
        read(root)
    with pytest.raises(UserError, match=r"notes\.txt: neither a folder nor a zip; name the one"):
        read(root / "notes.txt")
    with pytest.raises(UserError, match="gone: no such folder or zip"):
        read(root / "gone")


def test_reports_that_a_student_hands_in_are_files_like_any_other(plant: Plant) -> None:
    """Neither a result nor a page in a student's folder is an error, or counts for anything."""
    handed_in = [f"reports/{name}" for name in ("index.html", "class.json", "gradebook.csv", "ada/result.json")]
    intake = read(plant("ada/tictactoe.py", "reports/tictactoe.py", *handed_in, "ada/result.json", "ada/report.html"))

    assert ids(intake) == ["ada", "reports"]
    assert (intake.problems, intake.info.skipped) == ((), ())
    assert [len(submission.files) for submission in intake.submissions] == [1, 1]


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


NAMES = st.lists(
    st.one_of(
        st.sampled_from(["ada", "ADA", "Jos\u00e9", "Jose\u0301", "jose", "con", "tictactoe", "x" * 70, "x" * 71, " "]),
        st.text(st.characters(codec=None, exclude_characters="/\0"), min_size=1, max_size=40),
        st.sampled_from(["ada", "Jos\u00e9", "\u674e"]).map(submission_id),
    ).flatmap(lambda name: st.sampled_from([f"{name}/", f"{name}.py", f"{name}_tictactoe.py", f"{name}.zip"])),
    max_size=12,
    unique_by=lambda name: name.rstrip("/"),
)


@settings(max_examples=60)
@given(NAMES, st.randoms(use_true_random=False))
def test_whatever_the_names_everybody_has_an_id_and_nothing_is_forgotten(names: list[str], order: Random) -> None:
    """Ids are unique, safe and stable, and each entry is graded, reported or passed over."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        written = ["zoe.py", *(name for name in names if _hand_in(root, name))]
        (root / "zoe.py").write_text("X = 1\n", encoding="utf-8")
        intake = read(root)
        order.shuffle(names)
        with tempfile.TemporaryDirectory() as other:
            for name in ("zoe.py", *names):
                _hand_in(Path(other), name)
            again = read(Path(other))

    found = [*ids(intake), *(problem.id for problem in intake.problems)]
    assert len(set(map(folded, found))) == len(found)
    assert all(map(is_safe_id, found))
    assert ids(again) == ids(intake)
    assert len(found) + len(intake.info.skipped) == sum(not is_ignored(name.rstrip("/")) for name in written)


def _hand_in(root: Path, name: str) -> bool:
    """Write an entry of a class's folder; return whether this system can hold one of that name."""
    try:
        if name.endswith("/"):
            (root / name).mkdir()
            (root / name / "tictactoe.py").write_text("X = 1\n", encoding="utf-8")
        else:
            (root / name).write_text("X = 1\n", encoding="utf-8")
    except (OSError, ValueError):
        return False
    return True
