"""How a class is laid out: which layout it has, and how another one is added."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.intake.class_folder import read_class
from grader.intake.class_listing import PLAIN_LAYOUT, ClassOptions
from grader.intake.upload import ClassLayout, ClassListing, Person, Upload, UploadedFile
from grader.model.identity import ClassIds
from grader.model.spec import ModuleSpec
from tests.intake.module_specs import AI_GAME, TICTACTOE


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada/", "ada"),
        ("ada.py/", "ada.py"),
        ("ada.py", "ada"),
        ("ada_tictactoe.py", "ada"),
        ("ada.ipynb", None),
        ("ada.zip", "ada"),
        ("ada_tictactoe.zip", "ada"),
        ("ada.tar.gz", "ada"),
        ("ada.rar", None),
    ],
)
def test_a_folder_or_a_python_file_is_the_work_of_the_student_it_is_named_after(
    tmp_path: Path, name: str, student: str | None
) -> None:
    """No other file belongs to a student."""
    assert ([student] if student else []) == _plain_names(tmp_path, name, TICTACTOE)


def test_a_notebook_counts_where_the_sheet_allows_notebooks(tmp_path: Path) -> None:
    """As for the console lab."""
    assert ["ada"] == _plain_names(tmp_path, "ada_AI_game.ipynb", AI_GAME)


def _plain_names(root: Path, name: str, module_spec: ModuleSpec) -> list[str]:
    (root / name).mkdir() if name.endswith("/") else (root / name).touch()
    listing = PLAIN_LAYOUT.read(root, module_spec)
    assert 1 == len(listing.uploads) + len(listing.skipped)
    return [person.name for upload in listing.uploads for person in upload.people]


FOLDER = re.compile(r"(?P<name>.+)_(?P<id>\d+)_submitted")


EXPECTED = "files such as Ada Lovelace-and-Bob_12_submitted"
"""What a group handed in, under the platform's ids: this module is the one of such a layout."""


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether every entry is such a file."""
    del module_spec
    return all(FOLDER.fullmatch(path.name) for path in root.iterdir())


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return an upload per file."""
    del module_spec
    uploads = []
    for path in sorted(root.iterdir()):
        found = FOLDER.fullmatch(path.name)
        names = found["name"].split("-and-") if found else [path.name]
        people = tuple(Person(name=name, source_id=f"{found['id'] if found else 0}{name[0]}") for name in names)
        file = UploadedFile(source=path, path="week 1/tictactoe.py")
        uploads.append(Upload(written=path.name, people=people, files=(file,), group="-".join(names)))
    return ClassListing(uploads=tuple(uploads))


FLAT = ClassOptions(layouts=(ClassLayout(name="flat", title="Flat download", module=__name__, ids=ClassIds()),))


def test_a_class_is_read_as_the_layout_that_recognizes_it(tmp_path: Path) -> None:
    """Each member of a group has the same files under their own name and the platform's id."""
    for name in ("Ada Lovelace-and-Bob_12_submitted", "Zoe_7_submitted"):
        (tmp_path / name).write_text("X = 'X'\n", encoding="utf-8")

    intake = read_class(tmp_path, TICTACTOE, 256, options=FLAT)

    assert intake.info.source == "Flat download, 3 submissions"
    assert {"12A": "Ada Lovelace", "12B": "Bob", "7Z": "Zoe"} == {one.id: one.student for one in intake.submissions}
    assert {"tictactoe.py"} == {one.main for one in intake.submissions}


def test_a_layout_that_is_named_is_used_whatever_is_recognized(tmp_path: Path) -> None:
    """As `--from plain` does."""
    (tmp_path / "Zoe_7_submitted").mkdir()
    (tmp_path / "Zoe_7_submitted" / "tictactoe.py").write_text("X = 'X'\n", encoding="utf-8")

    intake = read_class(tmp_path, TICTACTOE, 256, options=ClassOptions())

    assert intake.info.source == "a folder or file per student, 1 submission"
    assert ["Zoe_7_submitted"] == [one.id for one in intake.submissions]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("../tictactoe.py", "a path that leads out of its folder; pack the folder again, from within"),
        ("/tictactoe.py", "an absolute path, which could lead anywhere; pack the folder again, from within"),
    ],
)
def test_no_file_is_copied_out_of_the_students_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, problem: str
) -> None:
    """Whatever a layout takes a name for; the other students are graded."""
    for name in ("Ada_1_submitted", "Zoe_7_submitted"):
        (tmp_path / name).write_text("X = 'X'\n", encoding="utf-8")
    listing = FLAT.layouts[0].read(tmp_path, TICTACTOE)
    bad = Upload(
        written="Ada_1_submitted",
        people=listing.uploads[0].people,
        files=(UploadedFile(source=tmp_path / "Ada_1_submitted", path=path),),
    )
    hostile = ClassListing(uploads=(bad, listing.uploads[1]))
    monkeypatch.setattr(ClassLayout, "read", lambda *_: hostile)

    intake = read_class(tmp_path, TICTACTOE, 256, options=FLAT)

    assert ["7Z"] == [one.id for one in intake.submissions]
    assert [f"Ada_1_submitted/{path}: {problem}"] == [one.reason for one in intake.problems]
