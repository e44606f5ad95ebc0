"""Folders around the students' own: those that only wrap the class, and sections."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.class_folder import read_class
from grader.intake.class_listing import AS_RECOGNIZED, ClassOptions
from tests.intake.module_specs import TICTACTOE, WITH_FUNCTIONS
from tests.intake.packed import CODE, packed, write
from tests.intake.test_class_listing import FLAT
from tests.platforms.samples import LAYOUTS


def listed(root: Path, *paths: str, depth: int | None = None, options: ClassOptions = AS_RECOGNIZED) -> dict[str, str]:
    """Return the section of each student, and why those who have none are not graded."""
    write(root, dict.fromkeys(paths, CODE))
    intake = read_class(root, TICTACTOE, 256, options=replace(options, depth=depth))
    return {
        **{one.student: one.section for one in intake.submissions},
        **{one.student: one.reason for one in intake.problems},
    }


def test_sections_are_recognized_where_each_holds_several_students(tmp_path: Path) -> None:
    """The section is part of each student's identity."""
    paths = ("A/ada/tictactoe.py", "A/bob/tictactoe.py", "B/eve/hw/tictactoe.py", "B/dan/tictactoe.py", "B/ida/x.py")

    assert listed(tmp_path, *paths) == {
        "ada": "A",
        "bob": "A",
        "dan": "B",
        "eve": "B",
        "ida": "B/ida: no tictactoe.py, only x.py; name the file to grade tictactoe.py",
    }


NO_SECTIONS = [
    pytest.param(["ada/v1/tictactoe.py", "ada/v2/tictactoe.py", "bob/tictactoe.py"], id="one student is plain"),
    pytest.param(["ada/a/tictactoe.py", "ada/b/tictactoe.py", "bob/hw/tictactoe.py"], id="one has a single folder"),
    pytest.param([f"{name}/v{n}/tictactoe.py" for name in ("ada", "bob") for n in (1, 2)], id="names are the same"),
    pytest.param(["ada/a/tictactoe.py", "ada/b/tictactoe.py", "bob.py"], id="a file beside them"),
    pytest.param([f"{n}/{n}{m}/tictactoe.py" for n in "ab" for m in "cd"] + ["a/x.py"], id="code beside the students"),
]


@pytest.mark.parametrize("paths", NO_SECTIONS)
def test_several_folders_of_one_student_are_no_section(tmp_path: Path, paths: list[str]) -> None:
    """What is not sure is reported, as it was before sections were known."""
    found = listed(tmp_path, *paths)

    assert set(found) == {path.partition("/")[0].removesuffix(".py") for path in paths}
    assert "2 files could be the one to grade" in next(iter(found[name] for name in found if found[name]))


def test_the_depth_can_be_named(tmp_path: Path) -> None:
    """Whatever the folders look like; what lies above the students is named as skipped."""
    paths = ("A/1/ada/tictactoe.py", "A/1/bob.py", "B/1/eve.py", "notes.py", "A/plan.txt")

    assert listed(tmp_path, *paths, depth=3) == {"ada": "A/1", "bob": "A/1", "eve": "B/1"}
    intake = read_class(tmp_path, TICTACTOE, 256, options=ClassOptions(depth=3))
    assert intake.info.source == "a folder or file per student, in 2 sections, 3 submissions"
    assert [one.text for one in intake.info.skipped] == [
        "notes.py (beside the sections)",
        "A/plan.txt (beside the sections)",
    ]


def test_where_most_students_may_be_sections_a_note_says_how_to_read_them(tmp_path: Path) -> None:
    """Unless a platform says whose the files are, or the depth is named."""
    paths = [f"{name}/v{number}/tictactoe.py" for name in ("A", "B") for number in (1, 2)]
    write(tmp_path, {**dict.fromkeys(paths, CODE), "C.zip": packed("x/tictactoe.py", "y/tictactoe.py"), "eve.py": CODE})

    assert read_class(tmp_path, TICTACTOE, 256).info.notes == (
        "3 of 4 submissions hold several files to grade: if they are the sections of a class, use --depth 2.",
    )
    assert read_class(tmp_path / "A", TICTACTOE, 256).info.notes == ()


def test_a_section_of_another_layout_stops_no_other(tmp_path: Path) -> None:
    """It is named with what was expected."""
    write(tmp_path, dict.fromkeys(("A/Ada_301_assignsubmission_file/tictactoe.py", "old/ada.py"), CODE))
    intake = read_class(
        tmp_path, TICTACTOE, 256, options=ClassOptions(depth=2, layouts=(LAYOUTS["moodle"],), insist=True)
    )

    assert [(one.id, one.section) for one in intake.submissions] == [("301", "A")]
    assert [one.text.partition(":")[0] for one in intake.info.skipped] == ["old/ (not a Moodle download"]


def test_what_the_download_of_a_section_does_not_say_is_said(tmp_path: Path) -> None:
    """Once, though it holds for both."""
    names = ("A/Group 1_7", "A/Group 2_8", "B/Group 3_9")
    write(tmp_path, {f"{name}_assignsubmission_file/tictactoe.py": CODE for name in names})

    options = ClassOptions(layouts=(LAYOUTS["moodle"],))
    (note,) = read_class(tmp_path, TICTACTOE, 256, options=options).info.notes
    assert note.startswith("Groups handed in, and Moodle does not say who is in them")


def test_a_folder_that_cannot_be_listed_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported as its student's, alone, beside others, or in a section."""
    listed_really = os.scandir

    def scandir(path: Path) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        if path.name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied")
        return listed_really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    for place in ("one/locked", "two/locked", "three/A/locked"):
        (tmp_path / place).mkdir(parents=True)
    write(tmp_path, {"two/bob/x/tictactoe.py": CODE, "three/A/ada.py": CODE})
    why = "cannot be listed (Permission denied); check its permissions"

    assert listed(tmp_path / "one") == {"locked": f"locked: {why}"}
    assert listed(tmp_path / "two") == {"bob": "", "locked": f"locked: {why}"}
    assert listed(tmp_path / "three", depth=2) == {"ada": "A", "locked": f"A/locked: {why}"}
    with pytest.raises(UserError, match=r"/locked: cannot be listed"):
        listed(tmp_path / "one" / "locked")


def test_depth_1_is_the_class_itself(tmp_path: Path) -> None:
    """Also where sections would be recognized."""
    paths = [f"{n}/{n}{m}/tictactoe.py" for n in "ab" for m in "cd"]

    assert set(listed(tmp_path, *paths, depth=1)) == {"a", "b"}


def test_sections_may_be_zips(tmp_path: Path) -> None:
    """If their depth is named: otherwise a zip is one student's."""
    write(tmp_path, {"A.zip": packed("ada/tictactoe.py", "bob.py"), "B.zip": b"broken"})

    assert listed(tmp_path, depth=2) == {"ada": "A", "bob": "A"}


def test_no_section_is_as_deep(tmp_path: Path) -> None:
    """The message is that of a class without submissions."""
    with pytest.raises(UserError, match=r"no submissions.*; here is ada\.py \(beside the sections\)"):
        listed(tmp_path, "ada.py", depth=2)


def test_a_folder_that_only_wraps_the_class_is_gone_through(tmp_path: Path) -> None:
    """As tools that unpack make it, with the zip still beside it."""
    root = tmp_path / "hw1"
    files = {"hw1/ada.py": CODE, "hw1/bob/tictactoe.py": CODE, "hw1/x.txt": b"", "list.csv": b""}
    write(root, {"hw1.zip": packed("hw1/ada.py"), **files})

    assert listed(root) == {"ada": "", "bob": ""}
    assert [one.text for one in read_class(root, TICTACTOE, 256).info.skipped] == [
        "hw1.zip (beside hw1, which holds the class)",
        "list.csv (beside hw1, which holds the class)",
        "hw1/x.txt (not Python)",
    ]


@pytest.mark.parametrize(
    "paths",
    [
        ["ada/hw/tictactoe.py"],
        ["ada/tictactoe.py", "ada/v2/tictactoe.py"],
        ["ada/game.py", "ada/main.py"],
        ["ada/a_tictactoe.py", "ada/b_tictactoe.py", "ada/hw/tictactoe.py"],
    ],
)
def test_the_folder_of_the_only_student_wraps_nothing(tmp_path: Path, paths: list[str]) -> None:
    """A class of one is still a class."""
    assert set(listed(tmp_path, *paths)) == {"ada"}


@pytest.mark.parametrize("places", [["{}"], ["downloads/{}"], ["A/{}", "B/{}"]])
def test_a_platforms_layout_is_recognized_in_a_folder_and_in_sections(tmp_path: Path, places: list[str]) -> None:
    """Its ids are kept."""
    names = [place.format(f"{name}_{number}_submitted") for number, place in enumerate(places) for name in ("Z", "Y")]
    write(tmp_path, dict.fromkeys(names, CODE))
    if len(places) > 1:
        (tmp_path / "C").mkdir()

    intake = read_class(tmp_path, TICTACTOE, 256, options=FLAT)

    assert intake.info.source.startswith("Flat download")
    assert {f"{number}{name}" for number in range(len(places)) for name in "ZY"} == {
        one.id for one in intake.submissions
    }
    assert [one.text for one in intake.info.skipped] == ["C/ (an empty section)"] * (len(places) > 1)
    sections = {place[0] for place in places} if len(places) > 1 else {""}
    assert sections == {one.section for one in intake.submissions}


@pytest.mark.parametrize("depth", [None, 2])
def test_an_empty_section_does_not_change_whose_download_it_is(tmp_path: Path, depth: int | None) -> None:
    """Otherwise an id of Moodle would be looked for among ids of every kind."""
    ids = {"A": (301, 302), "B": (401, 402)}
    write(
        tmp_path,
        {f"{section}/Ada_{one}_assignsubmission_file_/tictactoe.py": CODE for section in ids for one in ids[section]},
    )
    (tmp_path / "C").mkdir()

    intake = read_class(tmp_path, TICTACTOE, 256, None, ClassOptions(layouts=(LAYOUTS["moodle"],), depth=depth))

    assert "moodle" == intake.info.layout
    assert ["301", "302", "401", "402"] == [one.id for one in intake.submissions]


def test_the_work_of_one_student_is_no_section_beside_empty_folders(tmp_path: Path) -> None:
    """Whatever names it gives its files: else one could hand in under another's id, and the others would be gone."""
    write(tmp_path, {"mallory/Zoe_7_submitted": CODE})
    (tmp_path / "bob").mkdir()

    assert set(listed(tmp_path, options=FLAT)) == {"mallory", "bob"}


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(["A/ada/tictactoe.py", "A/bob/tictactoe.py", "A/cyd/tictactoe.py"], id="folders"),
        pytest.param(["A/ada.py", "A/bob_tictactoe.py", "A/cyd.py"], id="files"),
        pytest.param(["A/ada.py", "A/bob/tictactoe.py", "A/cyd.py"], id="both"),
    ],
)
def test_a_student_in_two_sections_and_files_in_sections_are_recognized(tmp_path: Path, paths: list[str]) -> None:
    """What is handed in twice is graded twice, and named; files count as students' if each defines the functions."""
    whole = "".join(f"def {one.name}(): pass\n" for one in WITH_FUNCTIONS.functions).encode()
    write(tmp_path, dict.fromkeys([*paths, "B/eve/tictactoe.py", "B/cyd/tictactoe.py", "B/dan/tictactoe.py"], whole))

    intake = read_class(tmp_path, WITH_FUNCTIONS, 256)

    sections = [("ada", "A"), ("bob", "A"), ("cyd", "A"), ("cyd", "B"), ("dan", "B"), ("eve", "B")]
    assert sections == sorted((one.student, one.section) for one in intake.submissions)
    assert "name the same student" in intake.info.double_claims[0]


EMPTY = b""
WHOLE = "".join(f"def {one.name}(): pass\n" for one in WITH_FUNCTIONS.functions).encode()


@pytest.mark.parametrize(
    "a", [{"ada": WHOLE, "bob": WHOLE, "cyd": WHOLE, "dan": EMPTY}, {f"s{at:02}": WHOLE for at in range(65)}]
)
def test_sections_may_be_large_and_have_an_empty_file(tmp_path: Path, a: dict[str, bytes]) -> None:
    """One student must not hide all others."""
    write(tmp_path, {**{f"A/{name}.py": code for name, code in a.items()}, "B/eve.py": WHOLE, "B/fay.py": WHOLE})

    intake = read_class(tmp_path, WITH_FUNCTIONS, 256)

    assert {**dict.fromkeys(a, "A"), "eve": "B", "fay": "B"} == {one.student: one.section for one in intake.submissions}


def test_several_files_with_wrong_names_may_be_those_of_a_section(tmp_path: Path) -> None:
    """Then a note says how to read them."""
    write(tmp_path, {**{f"A/{name}.py": WHOLE for name in "ab"}, **{f"B/{name}.py": WHOLE for name in "ab"}})

    (note,) = read_class(tmp_path, WITH_FUNCTIONS, 256).info.notes
    assert note.startswith("2 of 2 submissions hold several files to grade: if they are the sections of a class")


def test_helper_modules_are_no_students(tmp_path: Path) -> None:
    """Files of which one does not define the functions are one student's."""
    write(tmp_path, dict.fromkeys(["ada/game.py", "ada/ai.py", "bob/game.py", "bob/ai.py"], CODE))

    assert ["ada", "bob"] == [one.student for one in read_class(tmp_path, WITH_FUNCTIONS, 256).problems]


def test_two_downloads_beside_each_other_are_two_sections(tmp_path: Path) -> None:
    """Zips that a platform made; those of students are not looked into further."""
    zips = {
        f"{section}.zip": packed(*(f"Ada_{one}_assignsubmission_file_/tictactoe.py" for one in ids))
        for section, ids in {"A": (301, 302), "B": (401, 402)}.items()
    }
    write(tmp_path, zips)

    intake = read_class(tmp_path, TICTACTOE, 256, None, ClassOptions(layouts=(LAYOUTS["moodle"],)))

    assert [("301", "A"), ("302", "A"), ("401", "B"), ("402", "B")] == [
        (one.id, one.section) for one in intake.submissions
    ]
