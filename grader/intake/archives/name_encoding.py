"""Reads the name of a member of a zip, whose encoding is often written nowhere."""

from __future__ import annotations

import struct
import unicodedata
import zlib
from collections.abc import Iterator

IN_UTF8 = 1 << 11
"""The flag of a name that is written in UTF-8."""
UNICODE_PATH = 0x7075
"""The extra field with the name in UTF-8, beside one in another encoding."""
UNICODE_PATH_HEAD = struct.Struct("<BL")
CODE_PAGES = ("cp437", "cp1252", "cp850")
"""Of Windows in western languages, the likeliest first; the first also reads names that fit no code page."""
EXTRA_HEAD = struct.Struct("<HH")


def decoded_name(raw: bytes, flags: int, extra: bytes) -> str:
    """Return the name that `raw` most probably means; any bytes give a name."""
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
    """Yield number and content of each extra field of a member, without a field that is cut off at the end."""
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
    """Return whether all characters beyond ASCII are Latin letters: drawings and Greek come from a wrong code page."""
    return all(unicodedata.name(char, "").startswith("LATIN ") for char in name if not char.isascii())
