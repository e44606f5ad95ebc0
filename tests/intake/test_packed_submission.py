"""What `grader check` reads of one student's archive, or of a folder with an archive in it."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.capabilities.hand_in.capability import FileRules
from grader.errors import UserError
from grader.intake.one_submission import read_submission
from grader.model.submission import Submission
from tests.intake.archives.zips import LINK, Entry, zipped
from tests.intake.module_specs import TICTACTOE

HELPED = zipped([Entry(name=b"hw/tictactoe.py", data=b"import helper\n"), Entry(name=b"hw/helper.py")])


def read(archive: Path, data: bytes, files: FileRules | None = None) -> Submission:
    """Write the archive and read it."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(data)
    return read_submission(archive, TICTACTOE, 256, files)


@pytest.mark.parametrize(
    ("name", "student"),
    [("ada.zip", "ada"), ("ada_tictactoe.zip", "ada"), ("Ada L.ZIP", "Ada L"), ("tictactoe (1).zip", "tictactoe (1)")],
)
def test_a_zip_is_read_like_the_folder_in_it(tmp_path: Path, name: str, student: str) -> None:
    """With helper modules; the student is the one that the archive is named after."""
    submission = read(tmp_path / name, HELPED)

    assert [file.path for file in submission.files] == ["tictactoe.py", "helper.py"]
    assert (submission.student, submission.main, submission.notes) == (student, "tictactoe.py", ())


@pytest.mark.parametrize(
    ("name", "compress"), [("ada.tar.gz", gzip.compress), ("ada.tgz", gzip.compress), ("ada.tar", bytes)]
)
def test_so_is_a_tar(tmp_path: Path, name: str, compress: Callable[[bytes], bytes]) -> None:
    """Compressed or not."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("./tictactoe.py"))

    submission = read(tmp_path / name, compress(file.getvalue()))

    assert (submission.id, submission.main) == ("ada", "tictactoe.py")


def test_a_zip_alone_in_the_folder_is_read(tmp_path: Path) -> None:
    """A zip beside it that cannot be read is named; a zip beside the graded file is left alone."""
    read(tmp_path / "ada" / "hw.zip", HELPED)
    assert len(read_submission(tmp_path / "ada", TICTACTOE, 256).files) == 2

    (tmp_path / "ada" / "old.zip").write_bytes(b"old")
    submission = read_submission(tmp_path / "ada", TICTACTOE, 256)
    assert "Unpacked: hw.zip." in submission.notes
    assert any(note.startswith(f"Not unpacked: {tmp_path}/ada/old.zip (neither a zip") for note in submission.notes)

    (tmp_path / "ada" / "tictactoe.py").write_text("")
    assert read_submission(tmp_path / "ada", TICTACTOE, 256).notes == ("The file is empty.",)


def test_a_member_that_was_left_out_is_a_note(tmp_path: Path) -> None:
    """The student's file is graded all the same."""
    submission = read(tmp_path / "ada.zip", zipped([Entry(name=b"tictactoe.py"), Entry(name=b"helper.py", mode=LINK)]))

    assert submission.notes == (
        f"Not unpacked: {tmp_path}/ada.zip/helper.py (a link, which is never followed; put the file itself there).",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither a zip nor a tar archive, or cut off; download it or pack it again"),
        (
            zipped([Entry(name=b"README")]),
            "no tictactoe.py, nor any other Python file; put the file to grade there, named tictactoe.py",
        ),
        (
            zipped([Entry(name=b"tictactoe.py", flags=1)]),
            "nothing in it can be unpacked: tictactoe.py: encrypted; pack it",
        ),
        (
            zipped([Entry(name=b"tictactoe.py", flags=1), Entry(name=b"README")]),
            (
                "no tictactoe.py, nor any other Python file; put the file to grade there, named"
                " tictactoe.py (tictactoe.py: encrypted;"
            ),
        ),
        (
            zipped([Entry(name=b"tictactoe.py", data=b"#" * 300_000)]),
            "larger than 256 KiB; hand in the source alone, or raise the rubric's limit",
        ),
    ],
)
def test_what_cannot_be_graded_is_one_line_that_names_the_archive(tmp_path: Path, data: bytes, message: str) -> None:
    """And what in it is wrong; no folder of ours is named."""
    with pytest.raises(UserError) as caught:
        read(tmp_path / "ada.zip", data)

    text = str(caught.value)
    assert text.startswith(f"{tmp_path}/ada.zip")
    assert message in text
    assert "\n" not in text
    assert "grader-" not in text.replace(str(tmp_path), "")


def test_a_zip_within_zips_is_found_up_to_a_limit(tmp_path: Path) -> None:
    """Without an end it would be one that unpacks to itself."""
    data = zipped([Entry(name=b"tictactoe.py")])
    for _ in range(3):
        data = zipped([Entry(name=b"hw.zip", data=data)])
    assert read(tmp_path / "ada.zip", data).main == "tictactoe.py"

    with pytest.raises(UserError, match=r"no tictactoe\.py, but hw/hw/hw/hw\.zip: unpack it"):
        read(tmp_path / "ada.zip", zipped([Entry(name=b"hw.zip", data=data)]))


def test_the_archive_handed_in_is_not_itself_what_must_not_be_handed_in(tmp_path: Path) -> None:
    """It only carries the files; one beside other files is noted, as before."""
    rules = FileRules(nothing_forbidden=("*.zip", "*.pyc"))
    both = zipped([Entry(name=b"tictactoe.py"), Entry(name=b"old.zip"), Entry(name=b"x.pyc")])

    alone = read(tmp_path / "ada.zip", zipped([Entry(name=b"tictactoe.py")]), rules).handed_in
    carried = read(tmp_path / "bob.zip", both, rules).handed_in

    assert alone is not None
    assert carried is not None
    assert alone.files == ()
    assert [file.path for file in carried.files] == ["old.zip", "x.pyc"]


def test_no_more_than_twenty_archives_of_a_student_are_opened(tmp_path: Path) -> None:
    """Each may cost time; the first of the others is named."""
    inner = [Entry(name=b"%02d.zip" % number, data=zipped([Entry(name=b"README")])) for number in range(22)]

    with pytest.raises(UserError, match=r"\(20\.zip: more than 20 archives; hand in the Python files alone\)"):
        read(tmp_path / "ada.zip", zipped(inner))
