"""Each platform's download: whose work is found in it, and that no file is forgotten."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath

import pytest
import yaml

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.safe_read import Entry, is_ignored
from grader.intake.upload import ClassListing, Person, Upload
from grader.platforms.downloads import Member, repository_uploads
from tests.golden import kept_in
from tests.intake.module_specs import TICTACTOE, WITH_NOTEBOOKS
from tests.platforms.samples import AS_RECOGNIZED, DOWNLOADS, LAYOUTS

TABLES = Path(__file__).parent / "samples" / "tables"
FACTS = ("group", "late", "submitted_at", "problem")
RECEIPT = re.compile(r"_attempt_[0-9-]+\.txt$")
"""Those of Blackboard are skipped all together."""
PERSON = ("source_id", "name", "login", "email", "section")


@pytest.mark.parametrize("name", DOWNLOADS)
def test_a_download_is_read_as_its_table_says(name: str, tmp_path: Path) -> None:
    """Each table was read by a person against the platform's own rules."""
    text = yaml.safe_dump(_table(_read(name, tmp_path)), allow_unicode=True, sort_keys=False, width=200)

    assert kept_in(TABLES / f"{name}.yaml", text.encode()).decode() == text


@pytest.mark.parametrize("name", DOWNLOADS)
def test_a_download_is_recognized_by_itself(name: str, tmp_path: Path) -> None:
    """Whatever instructors and systems put beside the students' work."""
    root = DOWNLOADS[name].write(tmp_path)
    recognized = next(one.name for one in LAYOUTS.values() if one.recognizes(root, WITH_NOTEBOOKS))
    assert DOWNLOADS[name].layout == recognized


@pytest.mark.parametrize("name", DOWNLOADS)
def test_the_zip_of_a_download_holds_what_its_folder_holds(name: str, tmp_path: Path) -> None:
    """Browsers call the second copy of a zip ``submissions (1).zip``; its files may lie in a folder in it or not."""
    download = DOWNLOADS[name]
    folder = _read_class(download.write(tmp_path))
    alone = _read_class(download.write_zip(tmp_path / f"{download.root} (1).zip"))
    wrapped = read_class(
        download.write_zip(tmp_path / "x.zip", f"{download.root}/"), WITH_NOTEBOOKS, 256, options=AS_RECOGNIZED
    )

    assert folder == alone
    assert (folder.submissions, folder.problems) == (wrapped.submissions, wrapped.problems)


@pytest.mark.parametrize("name", DOWNLOADS)
def test_each_file_of_a_download_is_part_of_one_upload_or_skipped(name: str, tmp_path: Path) -> None:
    """Nothing is lost, and nothing belongs to two."""
    root = tmp_path / DOWNLOADS[name].root
    listing = _read(name, tmp_path)
    read, refused = list(_places(listing, root)), list(_refused(listing, root))
    for file in map(PurePosixPath, DOWNLOADS[name].files):
        if not any(map(is_ignored, file.parts)) and not RECEIPT.search(file.name):
            assert 1 == (_among(file, read) or _among(file, refused)), file


def _among(file: PurePosixPath, places: list[PurePosixPath]) -> int:
    return sum(file.is_relative_to(place) for place in places)


def _places(listing: ClassListing, root: Path) -> Iterator[PurePosixPath]:
    """Yield where the files lie that are read or skipped."""
    for upload in listing.uploads:
        sources = [*([upload.folder] if upload.folder else []), *(file.source for file in upload.files)]
        yield from (PurePosixPath(source.relative_to(root)) for source in sources)
    yield from (_place(one.name, root) for one in listing.skipped)


def _refused(listing: ClassListing, root: Path) -> Iterator[PurePosixPath]:
    return (_place(one.written, root) for one in listing.uploads if one.problem or one.missing)


def _place(written: str, root: Path) -> PurePosixPath:
    return PurePosixPath(written if (root / written).exists() else f"submitted/{written}")


@pytest.mark.parametrize(
    ("name", "missing", "not_graded"),
    [("classroom50", ["nobody"], ["quiet", "uncloned"]), ("nbgrader", ["nobody"], ["301", "eve"])],
)
def test_who_is_listed_and_handed_in_nothing_is_missing(
    name: str, missing: list[str], not_graded: list[str], tmp_path: Path
) -> None:
    """What is there and cannot be graded is another thing: only that makes a run fail."""
    found = read_class(DOWNLOADS[name].write(tmp_path), TICTACTOE, 256, options=AS_RECOGNIZED)

    assert missing == [row.id for row in found.problems if row.missing]
    assert not_graded == [row.id for row in found.problems if not row.missing]
    assert f", {len(found.submissions) + len(not_graded)} submissions" in found.info.source


PLAIN = (
    ("ada/tictactoe.py", "bob/tictactoe.py"),
    ("ada.py", "bob_tictactoe.py"),
    ("ada_1_tictactoe.py", "bob_2_tictactoe.py"),
    ("ada_12_34_tictactoe.py", "bob/tictactoe.py"),
    ("ada_2026_1101_tictactoe.py", "bob_2026_1102_tictactoe.py"),  # dates: the "user" 2026 has two names
    ("ada_11_2026_tictactoe.py", "bob_12_2026_tictactoe.py"),  # the "attachment" 2026 is there twice
    ("Ada_301_assignsubmission_file/tictactoe.py", "bob/tictactoe.py", "eve/tictactoe.py"),
    ("assignsubmission_file/tictactoe.py", "bob/tictactoe.py"),
    ("submitted/ada/tictactoe.py", "submitted/bob/tictactoe.py", "source/tictactoe.py"),
    ("submitted/ada/src/tictactoe.py", "submitted/bob/project/tictactoe.py", "source/tictactoe.py"),
    ("tictactoe-submissions/ada/tictactoe.py", "tictactoe-submissions/bob/tictactoe.py"),
    ("me50/ada.py", "me50/bob.py"),
    ("text.html", "ada.py"),
    ("ada_text.html", "ada.py"),
)


@pytest.mark.parametrize("files", PLAIN)
def test_a_class_without_sure_signs_of_a_platform_stays_plain(files: tuple[str, ...], tmp_path: Path) -> None:
    """Its reports would else be filed under ids that no one gave."""
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")

    assert "plain" == read_class(tmp_path, WITH_NOTEBOOKS, 256, options=AS_RECOGNIZED).info.layout


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_class_that_is_no_download_of_the_named_platform_is_refused_in_one_line(layout: str, tmp_path: Path) -> None:
    """The line says what was expected."""
    (tmp_path / "ada.py").write_text("")
    with pytest.raises(UserError, match="expected") as error:
        LAYOUTS[layout].read(tmp_path, WITH_NOTEBOOKS)

    assert 1 == len(str(error.value).splitlines())


@pytest.mark.parametrize("layout", ["github-classroom", "classroom50"])
def test_logins_that_only_the_names_tell_are_noted(layout: str, tmp_path: Path) -> None:
    """Of ``tictactoe-ada-l`` and ``tictactoe-ada-m`` nothing says whether the students are called ``l`` and ``m``."""
    for login in ("ada-l", "ada-m"):
        (tmp_path / f"tictactoe-{login}").mkdir()
    listing = LAYOUTS[layout].read(tmp_path, WITH_NOTEBOOKS)

    assert ["l", "m"] == [upload.people[0].login for upload in listing.uploads]
    assert "tictactoe-ada-" in "".join(listing.notes)


@pytest.mark.parametrize("name", ["github-classroom-teams", "classroom50"])
def test_a_table_that_cannot_be_read_does_not_stop_a_class(name: str, tmp_path: Path) -> None:
    """Then the names of the repositories must do, and the table is named with the remedy."""
    root = DOWNLOADS[name].write(tmp_path)
    (table,) = root.glob("*.csv")
    table.write_bytes(b"username,submission_tag\n\xff\n")
    listing = LAYOUTS[DOWNLOADS[name].layout].read(root, WITH_NOTEBOOKS)

    assert {"line 2 is not UTF-8; save the file as UTF-8"} == {one.reason for one in listing.skipped}
    assert all(upload.folder and len(upload.people) == 1 for upload in listing.uploads)


def _read_class(path: Path) -> ClassIntake:
    return read_class(path, WITH_NOTEBOOKS, 256, options=AS_RECOGNIZED)


def _read(name: str, into: Path) -> ClassListing:
    root = DOWNLOADS[name].write(into)
    return LAYOUTS[DOWNLOADS[name].layout].read(root, WITH_NOTEBOOKS)


def _table(listing: ClassListing) -> dict[str, object]:
    return {
        "uploads": [_row(upload) for upload in listing.uploads],
        "skipped": {one.name: one.reason for one in listing.skipped},
        **({"notes": list(listing.notes)} if listing.notes else {}),
    }


def _row(upload: Upload) -> dict[str, object]:
    people = [{key: value for key in PERSON if (value := getattr(person, key))} for person in upload.people]
    row: dict[str, object] = {"written": upload.written, "people": people}
    row["folder"] = upload.folder.name if upload.folder else None
    row["files"] = {file.source.name: file.path for file in upload.files}
    row |= {"any_name": upload.any_name or None, "missing": upload.missing or None}
    row |= {key: getattr(upload, key) for key in FACTS} | {"notes": list(upload.notes)}
    return {key: value for key, value in row.items() if value not in ("", None, [], {})}


def test_a_student_whose_folder_cannot_be_listed_changes_nothing_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a course of nbgrader, where the folders of all students are looked into before they are read."""
    download = DOWNLOADS["nbgrader"]
    root = download.write(tmp_path)
    whole = read_class(root, TICTACTOE, 256, options=AS_RECOGNIZED)
    listed_really = os.scandir

    def scandir(path: Path) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        if path == root / "submitted" / "ada":
            raise PermissionError(errno.EACCES, "Permission denied")
        return listed_really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    without = read_class(root, TICTACTOE, 256, options=AS_RECOGNIZED)

    assert [one for one in whole.submissions if one.id != "ada"] == list(without.submissions)
    assert ["ada: cannot be listed (Permission denied); check its permissions"] == [
        one.reason for one in without.problems if one.id == "ada"
    ]


def test_a_student_whose_folder_cannot_be_entered_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is in it is looked for in vain, also before the layout of the class is known."""
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tictactoe.py").write_text("def player(board): ...\n")
    for name in ("stat", "lstat", "scandir", "open"):
        monkeypatch.setattr(os, name, _refusing(getattr(os, name), tmp_path / "bob"))
    found = read_class(tmp_path, TICTACTOE, 256, options=AS_RECOGNIZED)

    assert [one.id for one in found.submissions] == ["ada"]
    assert [one.id for one in found.problems] == ["bob"]


def _refusing(really: Callable[..., object], locked: Path) -> Callable[..., object]:
    """Return a call of the system that fails for `locked`, if it is to be listed, and for all that lies in it."""
    lists = really is os.scandir

    def call(path: Path | str | int, *args: object, **named: object) -> object:
        if not isinstance(path, int) and (locked in Path(path).parents or (lists and Path(path) == locked)):
            raise PermissionError(errno.EACCES, "Permission denied")
        return really(path, *args, **named)

    return call


def test_a_team_handed_in_when_its_last_member_did(tmp_path: Path) -> None:
    """Whatever the offsets of the times that the platform's table has."""
    (tmp_path / "hw-team").mkdir()
    times = ("2026-09-02T01:00:00+02:00", "2026-09-01T23:00:00-05:00")
    members = [Member(person=Person(login=time), repository="hw-team", submitted_at=time) for time in times]

    (upload,) = repository_uploads(tmp_path, [Entry("hw-team", is_folder=True)], members, "hw-")

    assert times[1] == upload.submitted_at
