"""Whatever a student packs, only honest files are unpacked, only into our folder, and the rest is named."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.archives.members import OF_A_CLASS, OF_A_STUDENT, Allowance, ArchiveLimits, UnsafeName, path_parts
from grader.intake.archives.unpacking import Unpacked, unpack
from tests.intake.archives.zips import CODE, FOLDER, LINK, PIPE, Entry, plant, zipped

SMALL = ArchiveLimits(members=20, entries=40, total_bytes=5000, file_bytes=1000, inner_archive_bytes=2000)
GOOD = Entry(name=b"tictactoe.py")

Unpack = Callable[..., Unpacked]


@pytest.fixture
def take(tmp_path: Path) -> Unpack:
    """Return a function that unpacks a zip with these entries, and holds that nothing else was written."""

    def unpack_them(*entries: Entry, limits: ArchiveLimits = OF_A_STUDENT, data: bytes | None = None) -> Unpacked:
        archive = tmp_path / "hw.zip"
        archive.write_bytes(zipped(entries) if data is None else data)
        unpacked = unpack(archive, tmp_path / "into", Allowance(limits), shown="hw.zip")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["hw.zip", "into"]
        return unpacked

    return unpack_them


def files(unpacked: Unpacked) -> dict[str, bytes]:
    """Return what was unpacked, by path."""
    folder = unpacked.folder
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def skipped(unpacked: Unpacked) -> dict[str, str]:
    """Return why what was not unpacked was not."""
    return {one.name: one.reason for one in unpacked.skipped}


def test_an_ordinary_zip_comes_out_as_it_went_in(take: Unpack) -> None:
    """Folders, empty ones too, empty files, and files that compression makes much smaller."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hw/tictactoe.py", CODE)
        archive.writestr("hw/empty.py", b"")
        archive.writestr("hw/nothing/", b"")
        archive.writestr("hw/long.txt", b"0123456789" * 50_000)
        archive.writestr(zipfile.ZipInfo("stored.bin"), bytes(range(256)) * 1000)

    unpacked = take(data=packed.getvalue())

    assert files(unpacked) == {
        "hw/tictactoe.py": CODE,
        "hw/empty.py": b"",
        "hw/long.txt": b"0123456789" * 50_000,
        "stored.bin": bytes(range(256)) * 1000,
    }
    assert (unpacked.folder / "hw" / "nothing").is_dir()
    assert unpacked.skipped == ()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (b"../up.py", "a path that leads out of its folder; pack the folder again, from within"),
        (b"a/../../up.py", "a path that leads out of its folder; pack the folder again, from within"),
        (b"..\\up.py", "a path that leads out of its folder; pack the folder again, from within"),
        (b"/etc/cron.d/x", "an absolute path, which could lead anywhere; pack the folder again, from within"),
        (b"\\\\server\\x", "an absolute path, which could lead anywhere; pack the folder again, from within"),
        (b"C:\\up.py", "an absolute path, which could lead anywhere; pack the folder again, from within"),
        (b"c:/up.py", "an absolute path, which could lead anywhere; pack the folder again, from within"),
        (b"a\0.py", "its name holds a NUL character; rename it"),
        (b"a/" * 33 + b"x.py", "more than 32 folders deep; hand in the Python files alone"),
        (b"/".join([b"a" * 190] * 6), "a path of more than 1000 bytes; shorten its names"),
    ],
)
def test_a_path_that_must_not_be_written_is_named(take: Unpack, name: bytes, reason: str) -> None:
    """The other files are unpacked."""
    unpacked = take(Entry(name=name), GOOD)

    assert files(unpacked) == {"tictactoe.py": CODE}
    assert skipped(unpacked) == {name.decode(): reason}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry(name=b"x.py", mode=LINK, data=b"/etc/passwd"), "a link, which is never followed"),
        (Entry(name=b"x.py", mode=PIPE), "not a regular file; put the file itself there"),
        (Entry(name=b"x.py", flags=1), "encrypted; pack it again without a password"),
        (Entry(name=b"x.py", method=9), "compressed by a method that few programs know (Deflate64); pack it again"),
        (Entry(name=b"x.py", method=77), "compressed by a method that few programs know (number 77); pack it again"),
        (Entry(name=b"x.py", checksum=1), "damaged in the archive; pack it again"),
        (Entry(name=b"x.py", raw=b"\xff\xff\xff\xff"), "damaged in the archive; pack it again"),
        (Entry(name=b"x.py", raw=b""), "damaged in the archive; pack it again"),
        (Entry(name=b"x.py", size=1), "damaged in the archive; pack it again"),
        (Entry(name=b"x.py", size=9000), "damaged in the archive; pack it again"),
        (Entry(name=b"x.py", method=0, size=9000), "damaged in the archive; pack it again"),
        (Entry(name=b""), "has no name; rename it"),
        (Entry(name=b"./."), "has no name; rename it"),
    ],
)
def test_a_member_that_cannot_be_unpacked_is_named(take: Unpack, entry: Entry, reason: str) -> None:
    """Nothing is left of it, and the other files are unpacked."""
    unpacked = take(entry, GOOD)

    assert files(unpacked) == {"tictactoe.py": CODE}
    assert list(skipped(unpacked)) == [entry.name.decode()]
    assert skipped(unpacked)[entry.name.decode()].startswith(reason)


def test_a_member_that_is_not_where_the_table_says_is_named(take: Unpack) -> None:
    """It is not looked for elsewhere."""
    unpacked = take(data=zipped([Entry(name=b"x.py"), GOOD]).replace(b"PK\3\4", b"PK\3\5", 1))

    assert files(unpacked) == {"tictactoe.py": CODE}
    assert skipped(unpacked) == {"x.py": "damaged in the archive; pack it again"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither a zip nor a tar archive, or cut off"),
        (b"<html>Sign in</html>", "neither a zip nor a tar archive, or cut off"),
        (zipped([GOOD])[:-30], "neither a zip nor a tar archive, or cut off"),
        (zipped([GOOD])[100:], "damaged: its table of contents cannot be read"),
        (zipped([]), "an empty archive; pack the files again"),
        (zipped([GOOD]).replace(b"PK\1\2", b"PK\1\3"), "damaged: its table of contents cannot be read"),
        (zipped([GOOD], comment=zipped([GOOD])), "has two tables of contents"),
        (zipped([GOOD])[:-18] + b"\2\0\2\0" + zipped([GOOD])[-14:], "one part of an archive in several files"),
        (zipped([GOOD, replace(GOOD, start=0)]), "its members overlap"),
        (zipped([replace(GOOD, packed_size=5000)]), "its members overlap"),
        (zipped([replace(GOOD, flags=1)]), "nothing in it can be unpacked: tictactoe.py: encrypted; pack it again"),
        (
            zipped([replace(GOOD, flags=1, name=name) for name in (b"a", b"b", b"c")]),
            "nothing in it can be unpacked: a (and 2 more): encrypted; pack it again",
        ),
    ],
)
def test_an_archive_that_gives_nothing_is_refused_in_one_line(take: Unpack, data: bytes, message: str) -> None:
    """The line begins with the archive, and names the fault."""
    with pytest.raises(UserError, match=r"\Ahw\.zip: .*") as caught:
        take(data=data)

    assert str(caught.value).startswith(f"hw.zip: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        zipped([GOOD], comment=b"made by a program"),
        zipped([GOOD], comment=b"PK\5\6"),
        zipped([GOOD], before=b"#!/bin/sh\nexec unzip\n"),
        zipped([GOOD], after=b"\r\n"),
        zipped([GOOD], wide=True),
        zipped([GOOD], wide=True, before=b"MZ" * 100, comment=b"x"),
        zipped([replace(GOOD, local_name=b"other", local_extra=b"\1\2\3")]),
        zipped([replace(GOOD, extra=b"\x07")]),
        zipped([replace(GOOD, size=0xFFFFFFFF, extra=struct.pack("<2HQ", 1, 8, len(CODE)))]),
        zipped([replace(GOOD, mode=0)]),
        zipped([GOOD, Entry(name=b"__MACOSX/._tictactoe.py", mode=LINK)]),
    ],
)
def test_what_programs_write_around_the_files_is_no_fault(take: Unpack, data: bytes) -> None:
    """Comments, a program that unpacks itself, 64-bit fields, wrong local names."""
    unpacked = take(data=data)

    assert files(unpacked) == {"tictactoe.py": CODE}
    assert unpacked.skipped == ()


@pytest.mark.parametrize(
    ("raw", "flags", "extra", "name"),
    [
        ("Łukasz/å.py".encode(), 0, b"", "Łukasz/å.py"),
        ("Łukasz/å.py".encode(), 1 << 11, b"", "Łukasz/å.py"),
        ("Jürgen Groß.py".encode("cp437"), 0, b"", "Jürgen Groß.py"),
        ("Jürgen Müßig.py".encode("cp1252"), 0, b"", "Jürgen Müßig.py"),
        ("Ève Á.py".encode("cp850"), 0, b"", "Ève Á.py"),
        (b"\x9d\xdb.py", 0, b"", "¥█.py"),
        (b"a\xff.py", 1 << 11, b"", "a%xff.py"),
        (b"?.py", 0, b"", "?.py"),
        (b"\xa8.py", 0, b"u\x70\x40\0\1", "¿.py"),
        (b"\xa8.py", 0, b"u\x70\x01\0\1", "¿.py"),
        (b"\xa8.py", 0, b"u\x70\x0b\0\1" + struct.pack("<L", zlib.crc32(b"\xa8.py")) + "漢.py".encode(), "漢.py"),
        (b"\xa8.py", 0, b"u\x70\x0b\0\1" + struct.pack("<L", 5) + "漢.py".encode(), "¿.py"),
        ("é.py".encode(), 0, b"", "é.py"),
        ("e\u0301.py".encode(), 0, b"", "é.py"),
    ],
)
def test_names_are_read_in_the_encoding_that_was_probably_meant(
    take: Unpack, raw: bytes, flags: int, extra: bytes, name: str
) -> None:
    """UTF-8 with and without the flag, the code pages of Windows, the field with the Unicode name; never an error."""
    assert list(files(take(Entry(name=raw, flags=flags, extra=extra)))) == [name]


def test_backslashes_of_old_windows_programs_are_folders(take: Unpack) -> None:
    """Also an empty folder."""
    unpacked = take(Entry(name=b"hw\\tictactoe.py"), Entry(name=b"hw\\sub\\", data=b""))

    assert list(files(unpacked)) == ["hw/tictactoe.py"]
    assert (unpacked.folder / "hw" / "sub").is_dir()


def test_a_long_name_keeps_its_start_and_its_end(take: Unpack) -> None:
    """Canvas puts ids in front; the suffix says what it is. What differs in the middle keeps two files apart."""
    name = f"lovelaceada_4711_59876_{'ü' * 150}{'x' * 60}.py"

    unpacked = take(Entry(name=name.encode()), Entry(name=name.replace("xx", "yx", 1).encode()))

    assert len(files(unpacked)) == 2
    for path in files(unpacked):
        assert len(path.encode()) <= 200
        assert path.startswith("lovelaceada_4711_59876_üüü")
        assert path.endswith("xxxxxxxx.py")


def test_of_two_files_with_one_name_the_last_counts_and_it_is_said(take: Unpack) -> None:
    """Also if the names differ only in how an accent is written."""
    unpacked = take(
        GOOD, replace(GOOD, data=b"new"), Entry(name="e\u0301".encode()), Entry(name="é".encode(), data=b"2")
    )

    assert files(unpacked) == {"tictactoe.py": b"new", "é": b"2"}
    reason = "is in the archive more than once; the last one counts, as in any program that unpacks it"
    assert skipped(unpacked) == {"tictactoe.py": reason, "e\u0301": reason}


def test_names_that_differ_in_case_are_both_there_or_one_is_named(take: Unpack) -> None:
    """That depends on the file system, as it does for a folder."""
    unpacked = take(GOOD, replace(GOOD, name=b"TicTacToe.py"))

    assert len(files(unpacked)) + len(unpacked.skipped) == 2


@pytest.mark.parametrize("order", [1, -1])
def test_a_file_gives_way_to_a_folder_of_its_name(take: Unpack, order: int) -> None:
    """In either order."""
    unpacked = take(*[Entry(name=b"hw"), Entry(name=b"hw/tictactoe.py")][::order])

    assert list(files(unpacked)) == ["hw/tictactoe.py"]
    assert skipped(unpacked) == {"hw": "a folder in the archive has the same name; rename one of them"}


def test_a_file_that_is_too_large_is_cut_one_byte_after_the_limit(take: Unpack) -> None:
    """So its reader finds it too large; a bomb costs no more than that. Archives may be larger."""
    unpacked = take(
        Entry(name=b"bomb.py", data=b"0" * 1_000_000),
        Entry(name=b"exact.py", data=b"0" * 1000),
        Entry(name=b"inner.zip", data=b"0" * 2000),
        Entry(name=b"larger.zip", method=0, data=b"0" * 3000),
        limits=replace(SMALL, total_bytes=9000),
    )

    sizes = {path: len(data) for path, data in files(unpacked).items()}
    assert sizes == {"bomb.py": 1001, "exact.py": 1000, "inner.zip": 2000, "larger.zip": 2001}
    assert unpacked.skipped == ()


def test_large_files_take_no_room_from_small_ones(take: Unpack) -> None:
    """Though they come first in the archive."""
    bombs = [Entry(name=b"%d.bin" % number, data=b"0" * 1_000_000) for number in range(9)]

    unpacked = take(*bombs, GOOD, limits=replace(SMALL, total_bytes=5 << 20, file_bytes=1 << 20))

    assert "tictactoe.py" in files(unpacked)
    assert len(files(unpacked)) == 6
    assert set(skipped(unpacked).values()) == {
        "the archive's files have more than 5 MiB together; hand in the Python files alone"
    }


@pytest.mark.parametrize("name", [b"%d.py", b"%d/", b"a/%d/b/x.py"])
def test_too_many_files_or_folders_are_refused_before_one_is_written(take: Unpack, tmp_path: Path, name: bytes) -> None:
    """Folders count that are only mentioned in the paths of files."""
    with pytest.raises(UserError, match=r"hw\.zip: holds more than 20 files; hand in the Python files alone"):
        take(*[Entry(name=name % number, data=b"") for number in range(21)], limits=SMALL)

    assert not (tmp_path / "into").exists()


def test_a_table_of_contents_without_end_is_not_read(take: Unpack) -> None:
    """Neither with many short entries nor with few long ones."""
    for entry in (Entry(name=b"venv/x"), Entry(name=b"venv/x", extra=bytes(60_000))):
        with pytest.raises(UserError, match=r"hw\.zip: holds more than 40 files; hand in the Python files alone"):
            take(*[replace(entry, start=0, packed_size=0) for _ in range(41)], limits=SMALL)


def test_what_tools_made_is_not_unpacked_and_does_not_count(take: Unpack) -> None:
    """The folders are there, for rubrics that forbid them; a repository is unpacked."""
    made = [Entry(name=b"hw/venv/lib/%d.py" % number) for number in range(25)]

    unpacked = take(*made, Entry(name=b"hw/.git/HEAD"), Entry(name=b"hw/.DS_Store"), GOOD, limits=SMALL)

    assert sorted(files(unpacked)) == ["hw/.DS_Store", "hw/.git/HEAD", "tictactoe.py"]
    assert (unpacked.folder / "hw" / "venv").is_dir()
    assert unpacked.skipped == ()


def test_an_archive_that_is_a_link_or_a_pipe_is_not_opened(tmp_path: Path) -> None:
    """As with any other file of a student."""
    (tmp_path / "link.zip").symlink_to(plant(tmp_path / "elsewhere", GOOD))
    os.mkfifo(tmp_path / "pipe.zip")

    with pytest.raises(UserError, match=r"link\.zip: a symbolic link, which is never followed"):
        unpack(tmp_path / "link.zip", tmp_path / "into", Allowance(OF_A_STUDENT), shown="link.zip")
    with pytest.raises(UserError, match=r"pipe\.zip: not a regular file"):
        unpack(tmp_path / "pipe.zip", tmp_path / "into", Allowance(OF_A_STUDENT), shown="pipe.zip")


def test_a_folder_of_ours_that_a_link_replaced_is_not_written_through(tmp_path: Path) -> None:
    """A file is only ever made new."""
    (tmp_path / "target.py").write_bytes(b"mine")
    (tmp_path / "into").mkdir()
    (tmp_path / "into" / "tictactoe.py").symlink_to(tmp_path / "target.py")

    with pytest.raises(UserError, match=r"nothing in it can be unpacked: tictactoe\.py"):
        unpack(plant(tmp_path / "packed", GOOD), tmp_path / "into", Allowance(OF_A_CLASS))

    assert (tmp_path / "target.py").read_bytes() == b"mine"


def test_a_full_disk_is_a_fault_of_the_machine_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not blamed on a file of the student."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grader.intake.archives.unpacking._write", full)
    with pytest.raises(UserError, match=r"cannot be unpacked \(No space left on device\); make room where temporary"):
        unpack(plant(tmp_path, GOOD), tmp_path / "into", Allowance(OF_A_STUDENT))


@pytest.mark.parametrize("name", [b"hw/con", b"aux.py", b"nul .txt", b"a:stream", b"what?.py", b"end.", b"end ", b"\1"])
def test_names_that_windows_cannot_write_are_refused_there_only(name: bytes) -> None:
    """Elsewhere `aux.py` is a helper module like any other."""
    assert path_parts(name.decode(), windows=False)
    with pytest.raises(UnsafeName, match=r"a name that Windows cannot write; rename it"):
        path_parts(name.decode(), windows=True)


def test_ordinary_names_are_fine_on_windows() -> None:
    """Also those that only begin like a device."""
    assert path_parts("console/auxiliary.py", windows=True) == ("console", "auxiliary.py")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(name=b"class/ada/tictactoe.py", mode=LINK),
        Entry(name=b"class/ada/tictactoe.py", checksum=1),
        Entry(name=b"class/ada/../../../tictactoe.py"),
        Entry(name=b"class/ada/" + b"a/" * 40 + b"tictactoe.py"),
        Entry(name=b"class/ada/x\0.py"),
    ],
)
def test_a_student_of_whom_nothing_can_be_unpacked_still_has_a_folder(take: Unpack, entry: Entry) -> None:
    """So they are in the gradebook as not graded, and do not vanish."""
    unpacked = take(entry, GOOD)

    assert (unpacked.folder / "class" / "ada").is_dir()
    assert list(files(unpacked)) == ["tictactoe.py"]
    assert len(unpacked.skipped) == 1


def test_folders_have_that_mode_or_a_slash(take: Unpack) -> None:
    """A folder without a slash is no file."""
    unpacked = take(Entry(name=b"hw", mode=FOLDER, data=b""), Entry(name=b"hw/tictactoe.py"))

    assert list(files(unpacked)) == ["hw/tictactoe.py"]
    assert unpacked.skipped == ()
