"""The members of any archive: their names, their entries in the table of contents, and limits."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

MODE_UNKNOWN = 0


class BadArchive(Exception):
    """An archive cannot be unpacked at all. The message has the reason and the remedy."""


class BadMember(Exception):
    """A member cannot be unpacked. The message has the reason and the remedy."""


def too_many(most: int) -> BadArchive:
    return BadArchive(f"holds more than {most:,} files; hand in the Python files alone")


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedFile:
    """The entry of a member in any archive."""

    name: str
    size: int  # bytes of the file, as the archive says
    start: int  # start of the member in the file
    mode: int = MODE_UNKNOWN  # kind and permissions, as in `os.stat`


PIECE = 64 * 1024
RAW = -zlib.MAX_WBITS
GZIP = 16 + zlib.MAX_WBITS
DAMAGED = "damaged in the archive; pack it again"


def inflated(packed: Iterator[bytes], window: int, most: int) -> Iterator[bytes]:
    """
    Yield the pieces of `packed` decompressed, at most `most` bytes; `window` is `RAW` or `GZIP`.

    BadMember if the data cannot be decompressed.
    """
    inflate = zlib.decompressobj(window)
    for piece in packed:
        rest = piece
        while not inflate.eof:
            try:
                unpacked = inflate.decompress(rest, min(PIECE, most))
            except zlib.error:
                raise BadMember(DAMAGED) from None
            rest = inflate.unconsumed_tail
            most -= len(unpacked)
            if unpacked:
                yield unpacked
                if not most:
                    return
            elif not rest:
                break
        if inflate.eof:  # following data, such as a second file, belongs to no archive that we know
            return
    raise BadMember(DAMAGED)


def stored(file: BinaryIO, start: int, size: int) -> Iterator[bytes]:
    """Yield `size` bytes of `file` from `start` on; BadMember, perhaps after some bytes, if the file is too short."""
    while size:
        file.seek(start)
        piece = file.read(min(PIECE, size))
        if not piece:
            raise BadMember(DAMAGED)
        start += len(piece)
        size -= len(piece)
        yield piece


MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    members: int
    """Files and folders, without those in folders that tools made."""
    entries: int  # entries of the table of contents
    total_bytes: int
    """Bytes of all files together. The smallest files come first, so that large files crowd out none of them."""
    file_bytes: int = 8 * MIB
    """
    Bytes of a file. A larger file is cut one byte later, so that a reader finds it too large.

    No graded file may be as large.
    """
    inner_archive_bytes: int = 128 * MIB
    """Bytes of an archive in the archive. A larger one is cut like a file."""


class UsedUp(Exception):
    """The archives have more data than allowed."""


class Allowance:
    """
    The data that several archives together may still bring.

    Decompressed bytes are charged at once, because those of a failing archive cost as much time as any others.
    """

    def __init__(self, limits: ArchiveLimits) -> None:
        self._limits = limits
        self._bytes, self._members = limits.total_bytes, limits.members

    @property
    def left(self) -> ArchiveLimits:
        return replace(self._limits, members=max(0, self._members), total_bytes=max(0, self._bytes))

    def charge(self, size: int) -> None:
        self._bytes -= size
        if self._bytes < 0:
            raise UsedUp

    def charge_members(self, count: int) -> None:
        self._members -= count


OF_A_CLASS = ArchiveLimits(members=200_000, entries=400_000, total_bytes=4096 * MIB)
"""For the download of a learning platform: thousands of students."""
OF_A_STUDENT = ArchiveLimits(members=20_000, entries=50_000, total_bytes=256 * MIB)
"""For the archives of one student: as many files as a student's folder may have."""
TO_LOOK_INTO = replace(OF_A_STUDENT, total_bytes=1024 * MIB)
"""For all archives beside students' folders, which are looked into before grading."""


MAX_DEPTH = 32
"""Folders around a file; no student's own are as deep."""
MAX_PATH_BYTES = 1000
"""Bytes of a whole path, which leave room for the folder around it."""
MAX_NAME_BYTES = 200
"""Bytes of one name: most file systems have room for 255. Canvas puts further words before a student's name."""
OUTER_FOLDERS = 4
"""Folders around a student's own files: the class, a section, the student, and one more."""
KEPT_END = 40  # last characters of a shortened name, with its suffix

SEPARATOR = re.compile(r"[/\\]")  # old Windows programs write backslashes
DRIVE = re.compile(r"[A-Za-z]:[/\\]")
ABOVE = ".."
# Windows opens a device for these names, with any suffix, and cuts dots and spaces from the end of a name.
WINDOWS_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:[.:].*)?", re.IGNORECASE | re.DOTALL
)
WINDOWS_REFUSES = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]\Z')


class UnsafeName(Exception):
    """A path must not be written. The message has the reason and the remedy."""


def path_parts(path: str, *, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """
    Return the folders of `path` and its last name, as they are to be written; empty for the top folder itself.

    UnsafeName if the path leads out of its folder, or the system cannot write it. Accents are composed, as Python looks
    for modules, and a too long name loses its middle.
    """
    if "\0" in path:
        raise UnsafeName("its name holds a NUL character; rename it")
    if SEPARATOR.match(path) or DRIVE.match(path):
        raise UnsafeName("an absolute path, which could lead anywhere; pack the folder again, from within")
    parts = tuple(unicodedata.normalize("NFC", part) for part in SEPARATOR.split(path) if part not in {"", "."})
    if ABOVE in parts:
        raise UnsafeName("a path that leads out of its folder; pack the folder again, from within")
    if len(parts) > MAX_DEPTH:
        raise UnsafeName(f"more than {MAX_DEPTH} folders deep; hand in the Python files alone")
    if windows and any(WINDOWS_DEVICE.fullmatch(part) or WINDOWS_REFUSES.search(part) for part in parts):
        raise UnsafeName("a name that Windows cannot write; rename it")
    parts = tuple(map(_shortened, parts))
    if len("/".join(parts).encode("utf-8", "surrogatepass")) > MAX_PATH_BYTES:
        raise UnsafeName(f"a path of more than {MAX_PATH_BYTES} bytes; shorten its names")
    return parts


def outer_folders(path: str) -> tuple[str, ...]:
    """Return the safe outer folders of an unsafe path: one of them may be a student's."""
    if SEPARATOR.match(path) or DRIVE.match(path):
        return ()
    folders = SEPARATOR.split(path)[:-1][:OUTER_FOLDERS]
    for depth in range(len(folders), 0, -1):
        with contextlib.suppress(UnsafeName):
            return path_parts("/".join(folders[:depth]))
    return ()


def _shortened(part: str) -> str:
    encoded = part.encode("utf-8", "surrogatepass")
    if len(encoded) <= MAX_NAME_BYTES:
        return part
    digest = hashlib.sha256(encoded).hexdigest()[:12]
    end = part[-KEPT_END:].encode("utf-8", "surrogatepass")[-KEPT_END:].decode(errors="ignore")
    room = MAX_NAME_BYTES - len(end.encode()) - len(digest) - 2
    return f"{encoded[:room].decode(errors='ignore')}~{digest}~{end}"


IN_UTF8 = 1 << 11  # flag of a name in UTF-8
UNICODE_PATH = 0x7075
"""The extra field with the name in UTF-8, beside one in another encoding."""
UNICODE_PATH_HEAD = struct.Struct("<BL")
CODE_PAGES = ("cp437", "cp1252", "cp850")
"""Code pages of western Windows, the likeliest first; the first can decode any name."""
EXTRA_HEAD = struct.Struct("<HH")


def decoded_name(raw: bytes, flags: int, extra: bytes) -> str:
    """Return the likeliest reading of `raw`. Any bytes give a name."""
    if raw.isascii():
        return raw.decode("ascii")
    for kind, content in extra_fields(extra):
        if kind == UNICODE_PATH and (name := _unicode_path(content, raw)):
            return name
    # Unix programs write UTF-8 without the flag, and other text is hardly ever valid UTF-8.
    as_utf8 = _read(raw, "utf-8")
    if as_utf8 is not None:
        return as_utf8
    if flags & IN_UTF8:
        return raw.decode("utf-8", "backslashreplace").replace("\\", "%")
    readings = (_read(raw, code_page) for code_page in CODE_PAGES)
    return next((name for name in readings if name and _reads_well(name)), raw.decode(CODE_PAGES[0]))


def extra_fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each extra field of a member, without a field that is cut off."""
    at = 0
    while at + EXTRA_HEAD.size <= len(extra):
        kind, size = EXTRA_HEAD.unpack_from(extra, at)
        at += EXTRA_HEAD.size + size
        if at <= len(extra):
            yield kind, extra[at - size : at]


def _unicode_path(content: bytes, raw: bytes) -> str | None:
    """Return the name in the extra field; None if it is not UTF-8, or belongs to another name than `raw`."""
    if len(content) < UNICODE_PATH_HEAD.size:
        return None
    _version, checksum = UNICODE_PATH_HEAD.unpack_from(content)
    return _read(content[UNICODE_PATH_HEAD.size :], "utf-8") if checksum == zlib.crc32(raw) else None


def _read(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _reads_well(name: str) -> bool:
    """Return whether all letters beyond ASCII are Latin: drawings and Greek come from a wrong code page."""
    return all(unicodedata.name(char, "").startswith("LATIN ") for char in name if not char.isascii())
