"""Archives that were changed at random: an answer or one line, in bounded time, and never a file elsewhere."""

from __future__ import annotations

import os
import tempfile
import time
import zipfile
from pathlib import Path
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.archives.members import Allowance, ArchiveLimits
from grader.intake.archives.unpacking import unpack
from tests.intake.archives.zips import LINK, Entry, zipped

LIMITS = ArchiveLimits(members=20, entries=40, total_bytes=200_000, file_bytes=50_000, inner_archive_bytes=50_000)
EXAMPLES = 1000 if os.environ.get("GRADER_EVERY_FIXTURE") else 60
MOST_SECONDS = 1.0
"""CPU seconds for one archive of a few hundred bytes: it takes about a millisecond."""

NAMES = (
    b"tictactoe.py",
    b"../up.py",
    b"a/b/c.py",
    b"/abs",
    b"a",
    b"a\\b",
    b"x\0y",
    "é".encode(),
    b"\xff",
    b"",
    b"a/",
    b"con",
)
NUMBERS = st.sampled_from((None,) * 10 + (0, 1, 40, 60_000, 0x7FFFFFFF, 0xFFFFFFFF))
"""Mostly what an honest program would write."""
ENTRIES = st.builds(
    Entry,
    name=st.sampled_from(NAMES) | st.binary(max_size=20),
    data=st.sampled_from((b"", b"X = 'X'\n", b"0" * 100_000)),
    flags=st.sampled_from((0, 0, 0, 1, 8, 1 << 11, 0xFFFF)),
    method=st.sampled_from((8, 8, 0, 12, 14)),
    mode=st.sampled_from((0, 0o100644, LINK, 0o40755, 0xFFFF)),
    size=NUMBERS,
    packed_size=NUMBERS,
    checksum=NUMBERS,
    extra=st.just(b"") | st.binary(max_size=30) | st.binary(max_size=24).map(lambda data: b"\1\0\x18\0" + data),
    start=NUMBERS,
    raw=st.sampled_from((None,) * 5 + (b"", b"\xff" * 9, b"\0\0\0\xff\xff" * 9)),
)


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """Return a zip with some bytes changed, taken out, or put in."""
    entries = draw(st.lists(ENTRIES, max_size=5))
    data = bytearray(zipped(entries, comment=draw(st.binary(max_size=5)), wide=draw(st.booleans())))
    for _ in range(draw(st.sampled_from((0, 0, 1, 1, 2, 3)))):
        at = draw(st.integers(0, len(data)))
        new = draw(st.binary(max_size=4))
        data[at : at + draw(st.sampled_from((0, len(new), len(new), 4)))] = new
    return bytes(data)


def try_to_unpack(data: bytes) -> None:
    """Unpack `data` and hold what must hold of any archive."""
    with tempfile.TemporaryDirectory() as place:
        archive, into = Path(place, "hw.zip"), Path(place, "into")
        archive.write_bytes(data)
        begin = time.process_time()
        refused = _try(archive, into)
        assert time.process_time() - begin < MOST_SECONDS
        assert refused.startswith("hw.zip: ") or not refused
        assert "\n" not in refused
        assert {path.name for path in Path(place).iterdir()} <= {"hw.zip", "into"}
        assert archive.read_bytes() == data
        for path in into.rglob("*"):
            assert not path.is_symlink()
            assert path.is_dir() or (path.is_file() and path.stat().st_size <= LIMITS.file_bytes + 1)


@settings(max_examples=EXAMPLES)
@given(archives())
def test_no_zip_does_anything_but_fill_our_folder_or_give_a_reason(data: bytes) -> None:
    """Each file is within the limits and none is a link; all that is skipped has a reason."""
    try_to_unpack(data)


def _try(archive: Path, into: Path) -> str:
    """Return why `archive` is refused; empty if it is unpacked, and then as it says."""
    try:
        unpacked = unpack(archive, into, Allowance(LIMITS), shown="hw.zip")
    except UserError as error:
        return str(error)
    assert all(one.reason for one in unpacked.skipped)
    found = [*into.rglob("*")]
    assert len(found) <= LIMITS.members
    assert sum(path.stat().st_size for path in found if path.is_file()) <= LIMITS.total_bytes
    return ""


FILE_NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="/\\:.\xa0"), min_size=1)


@settings(max_examples=EXAMPLES)
@given(
    st.dictionaries(FILE_NAMES.map(lambda name: normalize("NFC", name)[:40]), st.binary(max_size=3000), max_size=8),
    st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)),
    st.binary(max_size=30),
)
def test_what_zipfile_packs_comes_out_byte_for_byte(files: dict[str, bytes], method: int, comment: bytes) -> None:
    """The names too, whatever their script."""
    with tempfile.TemporaryDirectory() as place:
        archive, into = Path(place, "hw.zip"), Path(place, "into")
        with zipfile.ZipFile(archive, "w", method) as packed:
            packed.comment = comment
            for name, data in {"tictactoe.py": b"", **files}.items():
                packed.writestr(name, data)

        unpacked = unpack(archive, into, Allowance(LIMITS))

        assert unpacked.skipped == ()
        assert {path.name: path.read_bytes() for path in into.iterdir()} == {"tictactoe.py": b"", **files}
