"""What it costs to read the download of a large course."""

from __future__ import annotations

import os
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from grader.intake.class_folder import ClassIntake, read_class
from tests.fixture_folders import EVERY, ROOT
from tests.intake.module_specs import TICTACTOE
from tests.intake.packed import packed
from tests.platforms.samples import large_moodle

MIB = 1 << 20
PROGRAM = (ROOT / "reference" / "tictactoe.py").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(EVERY not in os.environ, reason=f"takes seconds; set {EVERY}")


def download(place: Path, students: int, *, beside: bytes = b"") -> Path:
    """Write the zip of a Moodle course; each student also handed in a picture and an old version, `beside`."""
    files = large_moodle(students, PROGRAM).files
    with zipfile.ZipFile(place / "large.zip", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
        for folder in {path.partition("/")[0] for path in files} if beside else ():
            archive.writestr(f"{folder}/board.png", beside)
            archive.writestr(f"{folder}/old.zip", packed("old/tictactoe.py", files={"old/board.png": beside}))
    return place / "large.zip"


def read(archive: Path) -> ClassIntake:
    """Read the class as `grader batch` does."""
    return read_class(archive, TICTACTOE, 256)


def test_the_zip_of_a_thousand_students_is_read_within_seconds(tmp_path: Path) -> None:
    """All are read, and each of a thousand costs about what each of a hundred does, on a busy machine too."""
    seconds = {}
    for students in (100, 1000):
        (tmp_path / str(students)).mkdir()
        archive = download(tmp_path / str(students), students)
        start = time.process_time()
        assert len(read(archive).submissions) == students
        seconds[students] = time.process_time() - start

    assert seconds[1000] < 10
    assert seconds[1000] < 5 * 10 * seconds[100]


def test_what_lies_beside_the_code_takes_no_memory(tmp_path: Path) -> None:
    """Of 200 MiB of pictures nothing stays, and never more than a file of it is there."""
    small = download(tmp_path, 100)
    tracemalloc.start()
    try:
        kept = read(small)
        without = tracemalloc.get_traced_memory()[1]
        large = download(tmp_path, 100, beside=os.urandom(MIB))
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        assert read(large).submissions == kept.submissions
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()

    assert peak < without + 4 * MIB
