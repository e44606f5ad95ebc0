"""Students on Linux and macOS hand in tar files: the same rules hold for these."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.archives.members import Allowance, ArchiveLimits
from grader.intake.archives.unpacking import Unpacked, unpack
from tests.intake.archives.test_mutations import EXAMPLES, LIMITS, try_to_unpack
from tests.intake.archives.zips import CODE, Entry, zipped

FORMATS = (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)
Take = Callable[..., Unpacked]


def member(name: str, **fields: object) -> tarfile.TarInfo:
    """Return the header of a member."""
    info = tarfile.TarInfo(name)
    for field, value in fields.items():
        setattr(info, field, value)
    return info


def packed(*members: tarfile.TarInfo, data: bytes = CODE, tar_format: int = tarfile.GNU_FORMAT) -> bytes:
    """Return a tar in which each regular file holds `data`."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tar_format) as archive:
        for info in members:
            info.size = len(data) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


GOOD = packed(member("hw/tictactoe.py"))


@pytest.fixture
def take(tmp_path: Path) -> Take:
    """Return a function that unpacks these bytes."""

    def unpack_it(data: bytes, limits: ArchiveLimits = LIMITS) -> Unpacked:
        archive = tmp_path / "hw.tar.gz"
        archive.write_bytes(data)
        return unpack(archive, tmp_path / "into", Allowance(limits), shown="hw.tar.gz")

    return unpack_it


def files(unpacked: Unpacked) -> dict[str, bytes]:
    """Return what was unpacked, by path."""
    folder = unpacked.folder
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("tar_format", FORMATS)
@pytest.mark.parametrize("compress", [gzip.compress, bytes])
@pytest.mark.parametrize("name", ["tictactoe.py", f"{'d' * 90}/{'e' * 90}.py", "Łukasz/å.py", "./hw/./x.py"])
def test_a_tar_comes_out_as_it_went_in(
    take: Take, tar_format: int, compress: Callable[[bytes], bytes], name: str
) -> None:
    """With long names and in any script, compressed or not."""
    unpacked = take(compress(packed(member(name), member("empty", type=tarfile.DIRTYPE), tar_format=tar_format)))

    assert files(unpacked) == {name.replace("./", ""): CODE}
    assert (unpacked.folder / "empty").is_dir()
    assert unpacked.skipped == ()


@pytest.mark.parametrize(
    ("info", "reason"),
    [
        (member("../up.py"), "a path that leads out of its folder; pack the folder again, from within"),
        (member("/etc/up.py"), "an absolute path, which could lead anywhere; pack the folder again, from within"),
        (
            member("x.py", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
            "a link, which is never followed; put the file itself there",
        ),
        (
            member("x.py", type=tarfile.LNKTYPE, linkname="hw/tictactoe.py"),
            "a link, which is never followed; put the file itself there",
        ),
        (member("x.py", type=tarfile.FIFOTYPE), "not a regular file; put the file itself there"),
        (member("x.py", type=tarfile.CHRTYPE), "not a regular file; put the file itself there"),
    ],
)
def test_what_must_not_be_written_is_named(take: Take, info: tarfile.TarInfo, reason: str) -> None:
    """The other files are unpacked."""
    unpacked = take(packed(info, member("tictactoe.py")))

    assert files(unpacked) == {"tictactoe.py": CODE}
    assert {one.name: one.reason for one in unpacked.skipped} == {info.name: reason}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(CODE), "one compressed file and no archive; hand in the file itself"),
        (gzip.compress(GOOD)[:-20], "damaged or cut off; download it or pack it again"),
        (gzip.compress(GOOD)[:20] + b"\xff" * 40, "damaged or cut off; download it or pack it again"),
        (
            gzip.compress(GOOD + bytes(300_000)),
            "its files have more than 0 MiB together; hand in the Python files alone",
        ),
        (GOOD[:515], "cut off; download it or pack it again"),
        (GOOD[:514].replace(b"hw", b"xx"), "damaged: its members cannot be read; download it or pack it again"),
        (packed(*(member(f"{number}.py") for number in range(41))), "holds more than 40 files; hand in the Python"),
        (packed(*(member(f"{number}/") for number in range(21))), "holds more than 20 files; hand in the Python"),
        (packed(member("x" * 20_000)), "damaged: its members cannot be read; download it or pack it again"),
        (b"Rar!\x1a\x07\x01\0", "in the format RAR, whatever its name says; pack the files as a zip"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "in the format 7z, whatever its name says; pack the files as a zip"),
        (b"", "neither a zip nor a tar archive, or cut off; download it or pack it again"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",  # what gzip writes depends on the clock
)
def test_a_tar_that_gives_nothing_is_refused_in_one_line(take: Take, data: bytes, message: str) -> None:
    """The line begins with the archive, and names the fault."""
    with pytest.raises(UserError, match=r"\Ahw\.tar\.gz: ") as caught:
        take(data)

    assert str(caught.value).startswith(f"hw.tar.gz: {message}")


def test_the_format_is_told_from_the_content(take: Take) -> None:
    """The name of this zip ends in `.tar.gz`."""
    assert files(take(zipped([Entry(name=b"tictactoe.py")]))) == {"tictactoe.py": CODE}


def test_a_large_member_is_cut_one_byte_after_the_limit(take: Take) -> None:
    """As in a zip; those behind it are still found."""
    unpacked = take(packed(member("a.py"), member("b.py"), data=b"0" * 60_000))

    assert [len(data) for data in files(unpacked).values()] == [50_001, 50_001]


@settings(max_examples=EXAMPLES)
@given(
    st.sampled_from(
        [packed(member("a" * 60 + "/" + "b" * 60), member("é.py"), member("d/"), tar_format=one) for one in FORMATS]
    ),
    st.lists(st.tuples(st.integers(0, 4000), st.binary(max_size=3)), max_size=3),
    st.sampled_from((gzip.compress, bytes)),
)
def test_no_tar_does_anything_but_fill_our_folder_or_give_a_reason(
    data: bytes, changes: list[tuple[int, bytes]], compress: Callable[[bytes], bytes]
) -> None:
    """Each file is within the limits and none is a link."""
    changed = bytearray(data)
    for at, new in changes:
        changed[at : at + len(new)] = new
    for header in range(0, len(changed), 512):  # a checksum that is right lets the other changes be read
        block = changed[header : header + 512]
        if block[257:262] == b"ustar":
            total = sum(block) - sum(block[148:156]) + 8 * 32
            changed[header + 148 : header + 156] = b"%06o\0 " % total
    try_to_unpack(compress(bytes(changed)))


def test_a_zip_with_the_sign_of_a_tar_in_it_is_a_zip(tmp_path: Path) -> None:
    """What a student's file holds decides nothing about the archive."""
    text = b"#" * 215 + b"ustar"
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        archive.writestr("tictactoe.py", text)
    assert b"ustar" == (tmp_path / "hw.zip").read_bytes()[257:262]

    unpack(tmp_path / "hw.zip", tmp_path / "into", Allowance(LIMITS))

    assert text == (tmp_path / "into" / "tictactoe.py").read_bytes()
