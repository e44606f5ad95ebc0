"""Archives of a class and of its students: what is packed is read as if it lay in a folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from grader.capabilities.hand_in.capability import FileRules
from grader.errors import UserError
from grader.intake.archives.members import Allowance, ArchiveLimits
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_listing import ClassOptions
from grader.intake.upload import UploadedFile
from grader.intake.upload_sources import Stage
from tests.intake.module_specs import TICTACTOE
from tests.intake.packed import CODE, packed, write


def read(root: Path, **options: int) -> ClassIntake:
    """Read `root` as `grader batch` does; nothing may be left behind."""
    return read_class(root, TICTACTOE, 256, options=ClassOptions(depth=options.get("depth")))


def ids(intake: ClassIntake) -> list[str]:
    """Return the ids of what can be graded."""
    return [submission.id for submission in intake.submissions]


def skipped(intake: ClassIntake) -> list[str]:
    """Return what is skipped."""
    return [one.text for one in intake.info.skipped]


STUDENTS = ("ada/tictactoe.py", "bob/src/tictactoe.py", "eve_tictactoe.py", "__MACOSX/x.py", "Thumbs.db")


@pytest.mark.parametrize("wrapper", ["", "submissions/", "another name/deep/"])
def test_a_class_may_be_a_zip_with_or_without_a_folder_around_it(tmp_path: Path, wrapper: str) -> None:
    """It is read as the unpacked folder is; what systems add is gone."""
    paths = [f"{wrapper}{path}" for path in STUDENTS]
    write(tmp_path, {"submissions.zip": packed(*paths)})

    intake = read(tmp_path / "submissions.zip")

    assert ids(intake) == ["ada", "bob", "eve"]
    assert (skipped(intake), intake.problems) == ([], ())
    assert intake.info.source.endswith(", 3 submissions")


def test_the_only_folder_in_a_download_is_the_class_if_two_students_may_be_in_it(tmp_path: Path) -> None:
    """Also if it could be graded as one student's, who would get the marks of another; a folder is not so sure."""
    names = ("Download/ada.py", "Download/bob/tictactoe.py", "Download/eve/game.py")
    write(tmp_path, {"all.zip": packed(*names), **dict.fromkeys((f"all/{name}" for name in names), CODE)})

    assert ids(read(tmp_path / "all.zip")) == ["ada", "bob"]
    assert [problem.id for problem in read(tmp_path / "all.zip").problems] == ["eve"]
    assert ids(read(tmp_path / "all")) == ["Download"]


def test_a_link_that_the_user_names_is_followed(tmp_path: Path) -> None:
    """One among the submissions never is."""
    write(tmp_path, {"in/all.zip": packed("ada/tictactoe.py", "bob.py")})
    (tmp_path / "latest.zip").symlink_to("in/all.zip")
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "eve.zip").symlink_to("../in/all.zip")

    assert ids(read(tmp_path / "latest.zip")) == ["ada", "bob"]
    assert [one.reason for one in read(tmp_path / "class").problems] == [
        "eve.zip: a symbolic link, which is never followed; put the file itself there"
    ]


def test_what_an_upload_could_not_bring_is_named_however_it_ends(tmp_path: Path) -> None:
    """Also where several files could be the one to grade, or none."""
    bad = "../x.py"
    write(
        tmp_path,
        {
            "ada.zip": packed("a/tictactoe.py", "b/tictactoe.py", bad),
            "bob.zip": packed("tictactoe.py", bad),
            "eve.zip": packed("game.py", bad),
        },
    )

    intake = read(tmp_path)

    assert [text.partition(" ")[0] for text in skipped(intake)] == [
        f"{name}.zip/{bad}" for name in ("ada", "bob", "eve")
    ]


def test_nothing_that_was_unpacked_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the class nor of a student, whether it can be graded or not."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    inner = {"ada/hw.zip": packed("tictactoe.py"), "bob/hw.zip": packed("game.py"), "eve.zip": b"PK"}
    write(tmp_path, {"all.zip": packed(files=inner)})

    intake = read(tmp_path / "all.zip")

    assert (ids(intake), len(intake.problems)) == (["ada"], 2)
    assert list(place.iterdir()) == []
    assert str(place) not in repr(intake)


def test_a_folder_of_zips_is_a_class(tmp_path: Path) -> None:
    """Each is its student's folder, and one that is broken stops nobody else."""
    write(
        tmp_path,
        {
            "ada.zip": packed("tictactoe.py", "helper.py"),
            "bob_tictactoe.zip": packed("bob's work/tictactoe.py", "bob's work/README.md"),
            "eve.zip": packed("game.py"),
            "dan.zip": b"PK\x03\x04 cut off",
            "ida.rar": b"Rar!",
            "tictactoe.zip": packed("tictactoe.py"),
        },
    )

    intake = read(tmp_path)

    assert ids(intake) == ["ada", "bob"]
    assert [len(one.files) for one in intake.submissions] == [2, 1]
    assert {problem.student: problem.reason for problem in intake.problems} == {
        "dan": "dan.zip: neither a zip nor a tar archive, or cut off; download it or pack it again",
        "eve": "eve.zip: no tictactoe.py, only game.py; name the file to grade tictactoe.py",
        "tictactoe.zip": "tictactoe.zip: names no student; name it <student>.zip, or use `grader check` if the whole"
        " folder is one submission",
    }
    assert skipped(intake) == ["ida.rar (unpack it)"]


def test_a_download_zip_may_hold_the_students_zips(tmp_path: Path) -> None:
    """Also if they lie in a folder that is named like it."""
    inner = {"hw1/ada.zip": packed("tictactoe.py"), "hw1/bob.zip": packed("tictactoe.py")}
    write(tmp_path, {"hw1 (2).zip": packed(files=inner)})

    assert ids(read(tmp_path / "hw1 (2).zip")) == ["ada", "bob"]


def test_a_zip_in_a_students_folder_is_read_if_nothing_else_can_be_graded(tmp_path: Path) -> None:
    """A student's folder that can be graded as it is stays as it is."""
    inner = packed("hw/tictactoe.py", "hw/helper.py")
    write(
        tmp_path,
        {
            "ada/hw.zip": inner,
            "bob/notes.txt": b"see zip",
            "bob/hw.zip": inner,
            "eve/hw.zip": inner,
            "eve/tictactoe.py": CODE,
            "dan/hw.zip": packed(files={"again.zip": inner}),
            "ida/a.zip": packed("tictactoe.py"),
            "ida/b.zip": packed("tictactoe.py"),
            "kim/a.zip": b"nothing",
            "kim/kim.py.txt": CODE,
        },
    )

    intake = read(tmp_path)

    assert {one.id: (len(one.files), one.notes) for one in intake.submissions} == {
        "ada": (2, ()),
        "bob": (2, ("Unpacked: hw.zip.",)),
        "dan": (2, ("Unpacked: again.zip.",)),
        "eve": (1, ()),
    }
    assert {problem.id: problem.reason for problem in intake.problems} == {
        "ida": "ida: 2 files could be the one to grade: a/tictactoe.py and b/tictactoe.py; keep one",
        "kim": "kim: no tictactoe.py, but a.zip (unpack it), kim.py.txt (rename it to kim.py); name the file to grade"
        " tictactoe.py (a.zip: neither a zip nor a tar archive, or cut off; download it or pack it again)",
    }


def test_what_lies_beside_a_students_zip_is_handed_in_too(tmp_path: Path) -> None:
    """Also what is hidden, for rubrics that say what must not be there."""
    beside = (".venv/x.py", "docs/README.md", ".git/config", "env/x.py")
    write(tmp_path, {**dict.fromkeys((f"ada/{path}" for path in beside), CODE), "ada/hw.zip": packed("tictactoe.py")})
    rules = FileRules(nothing_forbidden=("*", "*/"))

    (ada,) = read_class(tmp_path, TICTACTOE, 256, rules).submissions

    assert ada.handed_in is not None
    assert {".venv/", "docs/README.md", ".git/", "env/"} <= {one.path for one in ada.handed_in.files}


def test_an_archive_that_holds_what_lies_beside_it_is_skipped(tmp_path: Path) -> None:
    """So nobody is graded twice if a download is unpacked in its own folder, and nobody is lost who has a partner's."""
    write(tmp_path, dict.fromkeys(("ada/tictactoe.py", "bob/tictactoe.py", "eve.py"), CODE))
    write(
        tmp_path, {"all.zip": packed("ada/tictactoe.py", "bob/tictactoe.py"), "w.zip": packed("w/eve.py", "w/ada/x.py")}
    )
    write(tmp_path, {"bob.zip": packed("tictactoe.py"), "zoe.zip": packed("ada/tictactoe.py")})

    intake = read(tmp_path)

    assert ids(intake) == ["ada", "bob", "eve", "zoe"]
    assert skipped(intake) == [
        "all.zip (holds ada/ and 1 more, which are read instead)",
        "bob.zip (bob/ is read instead)",
        "w.zip (holds ada/ and 1 more, which are read instead)",
    ]


def test_what_could_not_be_unpacked_is_named_with_its_place(tmp_path: Path) -> None:
    """In the class's archive and in a student's."""
    inner = packed("tictactoe.py", "../escaped.py")
    write(tmp_path, {"all.zip": packed("bob/tictactoe.py", "../../escaped.py", files={"ada/hw.zip": inner})})

    intake = read(tmp_path / "all.zip")

    assert ids(intake) == ["ada", "bob"]
    assert skipped(intake) == [
        "../../escaped.py (a path that leads out of its folder; pack the folder again, from within)",
        "ada/hw.zip/../escaped.py (a path that leads out of its folder; pack the folder again, from within)",
    ]
    assert not list(tmp_path.rglob("escaped.py"))


def test_one_students_zips_share_one_limit(tmp_path: Path) -> None:
    """Whoever hands in many archives gets no more room than with one."""
    archives = write(tmp_path / "in", {f"{name}.zip": packed("x.py", "y.py") for name in "abc"})
    limits = ArchiveLimits(members=4, entries=4, total_bytes=100)
    stage = Stage(folder=tmp_path / "out", shown="ada", allowance=Allowance(limits))

    stage.copy([UploadedFile(source=path, path=path.name) for path in sorted(archives.iterdir())])
    stage.unpack_archives()

    assert stage.unpacked == ["a.zip", "b.zip"]
    assert [one.text for one in stage.skipped] == [
        "ada/c.zip (holds more than 0 files; hand in the Python files alone)"
    ]


def test_no_message_asks_to_unpack_what_was_unpacked(tmp_path: Path) -> None:
    """Only what could not be unpacked, or lies too deep, is still named."""
    deep = packed("tictactoe.py")
    for _ in range(6):
        deep = packed(files={"in.zip": deep})
    write(tmp_path, {"ada/a.zip": packed("x.txt"), "ada/b.zip": b"", "bob.zip": deep, "eve.py": CODE})

    reasons = [problem.reason for problem in read(tmp_path).problems]

    assert [reason.partition(": ")[2].partition(";")[0] for reason in reasons] == [
        "no tictactoe.py, but b.zip: unpack it (b.zip: neither a zip nor a tar archive, or cut off",
        "no tictactoe.py, but in/in/in/in.zip: unpack it",
    ]


def test_one_student_cannot_fill_the_list_of_what_was_skipped(tmp_path: Path) -> None:
    """The first are named, and how many more there are."""
    write(tmp_path, {"ada.zip": packed("tictactoe.py", *(f"../{number}" for number in range(50))), "eve.rar": b""})

    names = [one.name for one in read(tmp_path).info.skipped]

    assert (len(names), names[0], names[-1]) == (22, "eve.rar", "ada.zip: 30 more")


def test_the_sheets_file_in_a_zip_is_one_submission(tmp_path: Path) -> None:
    """The message names the other command."""
    write(tmp_path, {"ada.zip": packed("tictactoe.py")})

    with pytest.raises(UserError) as caught:
        read(tmp_path / "ada.zip")

    assert str(caught.value) == (
        f"{tmp_path}/ada.zip: holds tictactoe.py itself, so it is one submission: use `grader check {tmp_path}/ada.zip`"
    )
