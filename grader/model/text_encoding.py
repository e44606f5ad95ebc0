"""How the characters of a table are written: found in its first bytes, and used again for what is added."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

BY_MARK = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of Excel and other programs begin, and zips."""
GUESSES = ("utf-8", "cp1252", "latin-1")
"""
For a file without a mark. The last one fits every file: commas, quotes and digits are the same in all code pages that
spreadsheets write, and nothing else of it is read or changed.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedFile:
    """A file's text, which gives the same bytes when it is encoded again."""

    text: str
    codec: str
    mark: bytes
    """The byte-order mark in front of it."""

    def encode(self, text: str) -> bytes:
        """Return `text` as the bytes of such a file; what its code page lacks becomes a question mark."""
        return self.mark + text.encode(self.codec, "replace")


def decode(data: bytes) -> DecodedFile:
    """Return the text of `data`; ValueError, with the remedy, if it is no text."""
    if data.startswith(WORKBOOKS):
        raise ValueError("a spreadsheet or an archive, not CSV; save or download it as CSV")
    for mark, codec in BY_MARK:
        if data.startswith(mark):
            return _decoded(data, codec, mark)
    # A text in UTF-16 without a mark begins with a character of ASCII: a quote or the first letter of a header.
    if data[1:2] == b"\0":
        return _decoded(data, "utf-16-le", b"")
    if data[:1] == b"\0":
        return _decoded(data, "utf-16-be", b"")
    return next(found for found in (_attempt(data, codec) for codec in GUESSES) if found is not None)


def _attempt(data: bytes, codec: str) -> DecodedFile | None:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return None
    return _decoded(data, codec, b"")


def _decoded(data: bytes, codec: str, mark: bytes) -> DecodedFile:
    try:
        text = data[len(mark) :].decode(codec)
    except UnicodeDecodeError:
        raise ValueError("neither UTF-8 nor UTF-16 text; save or download it again as CSV") from None
    if "\0" in text:
        raise ValueError("not a text file; save or download it as CSV")
    return DecodedFile(text=text, codec=codec, mark=mark)
