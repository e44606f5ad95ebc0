"""What comes out of archives is paid for when it comes out: also what is of no use, or is only looked at."""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.intake.archives import members
from grader.intake.archives.members import Allowance, ArchiveLimits
from grader.intake.class_folder import read_class
from grader.intake.upload import UploadedFile
from grader.intake.upload_sources import Stage
from tests.intake.archives.test_tar import member, packed
from tests.intake.archives.zips import Entry, zipped
from tests.intake.module_specs import TICTACTOE
from tests.intake.packed import CODE, write

ROOM = 4 << 20
LIMITS = ArchiveLimits(members=1000, entries=1000, total_bytes=ROOM, file_bytes=1 << 20)
ARCHIVES = 20
ZEROS = bytes(3 << 20)
SOME_ZEROS = ZEROS[: 1 << 19]


def _late_zip(count: int, fault: Entry) -> bytes:
    """Return a zip of files like `fault`, each of which turns out to be damaged when it is read."""
    return zipped([replace(fault, name=b"%d.txt" % number, data=SOME_ZEROS) for number in range(count)])


def _large_header() -> bytes:
    """Return the header of a file of a gigabyte, with zeros behind it."""
    info = member("x.txt")
    info.size = 1 << 30
    return info.tobuf(tarfile.GNU_FORMAT) + ZEROS


def _nested(data: bytes) -> bytes:
    return zipped([Entry(name=b"%d.tar.gz" % number, data=data) for number in range(ARCHIVES)])


BOMBS: dict[str, tuple[Callable[[], bytes], int]] = {
    "no tar at all": (lambda: gzip.compress(ZEROS), ARCHIVES * members.PIECE),
    "the sign of a tar, but no header": (
        lambda: gzip.compress(bytes(257) + b"ustar" + ZEROS),
        ARCHIVES * members.PIECE,
    ),
    "a tar that is cut off": (lambda: gzip.compress(_large_header()), ROOM),
    "a tar with damage at its end": (
        lambda: gzip.compress(packed(member("a.txt"), data=ZEROS)[:-1024] + b"x" * 512),
        ROOM,
    ),
    "a gzip that is cut off": (lambda: gzip.compress(packed(member("a.txt"), data=ZEROS))[:-12], ROOM),
    "a zip of files with wrong checksums": (lambda: _late_zip(6, Entry(name=b"", checksum=1)), ROOM),
    "a zip of files that say they are small": (lambda: _late_zip(900, Entry(name=b"", size=1)), ROOM),
    "archives in an archive": (lambda: _nested(gzip.compress(_large_header())), ROOM),
}
"""Archives that fail, and how many bytes may come out of twenty of each."""


@pytest.fixture
def inflated_bytes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that says how many bytes have come out of decompression."""
    seen: list[int] = []

    class Counting:
        def __init__(self, window: int) -> None:
            self._of = zlib.decompressobj(window)

        def decompress(self, data: bytes, most: int) -> bytes:
            found = self._of.decompress(data, most)
            seen.append(len(found))
            return found

        def __getattr__(self, name: str) -> object:
            return getattr(self._of, name)

    class Module:
        error = zlib.error
        decompressobj = Counting

    monkeypatch.setattr(members, "zlib", Module)
    return lambda: sum(seen)


@pytest.mark.parametrize("kind", BOMBS)
def test_archives_that_fail_use_up_what_one_student_has(
    tmp_path: Path, inflated_bytes: Callable[[], int], kind: str
) -> None:
    """Twenty of them cost no more than one that is read."""
    make, most = BOMBS[kind]
    bomb = make()
    ending = "tar.gz" if bomb.startswith(b"\x1f\x8b") else "zip"
    archives = write(tmp_path / "in", {f"{number}.{ending}": bomb for number in range(ARCHIVES)})
    stage = Stage(folder=tmp_path / "out", shown="ada", allowance=Allowance(LIMITS))

    stage.copy([UploadedFile(source=path, path=path.name) for path in sorted(archives.iterdir())])
    while stage.unpack_archives():
        pass

    assert inflated_bytes() <= most + members.PIECE
    assert len(stage.skipped) >= 1


def test_looking_into_the_archives_of_a_class_has_one_limit(
    tmp_path: Path, inflated_bytes: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done before anything is graded, to see which of them hold what lies beside them."""
    monkeypatch.setattr("grader.intake.class_listing.TO_LOOK_INTO", LIMITS)
    monkeypatch.setattr("grader.intake.upload_sources.Stage", _stage_without_room)
    bomb = gzip.compress(_large_header())
    write(tmp_path, {"ada.py": CODE, "bob.py": CODE, **{f"s{number}.tar.gz": bomb for number in range(ARCHIVES)}})

    read_class(tmp_path, TICTACTOE, 256)

    assert inflated_bytes() <= ROOM + (ARCHIVES + 1) * members.PIECE


def _stage_without_room(folder: Path, shown: str) -> Stage:
    nothing = ArchiveLimits(members=0, entries=0, total_bytes=0)
    return Stage(folder=folder, shown=shown, allowance=Allowance(nothing))
