"""
Reads one file that may be graded, a Python file or a notebook, and returns its Python text.

Bytes become text as in Python's import: text that Python accepts is graded, all else is refused. A file without a
declaration is UTF-8. In its comments Python ignores other bytes, such as a degree sign from an editor on Windows.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader import python_text
from grader.errors import UserError
from grader.intake.file_names import is_notebook
from grader.intake.safe_read import SURROGATES, decoded_text, read_regular
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.text.number_text import shortened_list

MAX_LINES = 3  # lines that a note names
FOREIGN_BYTES = re.compile("[\udc80-\udcff]+")
"""Bytes that are not UTF-8, as `surrogateescape` decodes them."""
SHORT = 2
"""Bytes beside each other: longer runs are words in another script than Latin."""

# Python's own rule: a comment on the first line, or on the second when the first is blank or a comment.
LINE_END = re.compile(r"\r\n|\r|\n")
ENCODING_COMMENT = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
COMMENT_OR_BLANK = re.compile(r"[ \t\f]*(?:#.*)?", re.ASCII)
UTF8 = re.compile(r"utf-8(?:-.*)?")
LATIN_1 = re.compile(r"(?:latin-1|iso-8859-1|iso-latin-1)(?:-.*)?")
ASCII = bytes(range(128)).replace(b"\\", rb"\u0041\x41")
"""All of ASCII, with the signs that some codecs take for escapes."""


class DecodedSource(NamedTuple):
    text: str
    note: str = ""
    """A note that begins with a line's number, if Python ignored bytes that are not UTF-8."""


def decode_source(data: bytes, shown: str) -> DecodedSource:
    """Return `data` as text, with its line ends and without a mark; UserError calls the file `shown`."""
    refuse_other_contents(data, shown)
    text = decoded_text(data, shown, errors=SURROGATES)
    declared = _declared_encoding(text)
    if UTF8.fullmatch(declared.lower().replace("_", "-")):
        return without_foreign_bytes(text, shown)
    refusal = UserError(
        f'{shown}: declares the encoding "{sanitize(declared, 40)}"; save it as UTF-8 and remove that line'
    )
    if data.startswith(codecs.BOM_UTF8):
        raise refusal
    try:
        text = data.decode(_codec(declared))
        text.encode()  # a lone surrogate is no text
        return DecodedSource(text)
    except (LookupError, ValueError):
        raise refusal from None


def without_foreign_bytes(text: str, shown: str) -> DecodedSource:
    """
    Return `text`, decoded with `surrogateescape`, with characters for the foreign bytes in comments.

    UserError, which calls the file `shown`, for foreign bytes elsewhere.
    """
    if not FOREIGN_BYTES.search(text):
        return DecodedSource(text)
    code = LINE_END.sub("\n", text)
    looks = " (it looks like cp1252)" if _looks_western(code) else ""
    without_comments = python_text.STRING_OR_COMMENT.sub(lambda found: found[0] if found[0][0] != "#" else "", code)
    outside = FOREIGN_BYTES.search(without_comments)
    if outside is not None:
        line = outside.string.count("\n", 0, outside.start()) + 1
        raise UserError(f"{shown}: line {line} is not UTF-8{looks}; save the file as UTF-8")
    lines = [number for number, line in enumerate(code.split("\n"), 1) if FOREIGN_BYTES.search(line)]
    codec = "cp1252" if looks else "ascii"
    return DecodedSource(
        FOREIGN_BYTES.sub(lambda found: _bytes_of(found).decode(codec, "replace"), text),
        f"{_lines_text(lines)} not UTF-8{looks}: Python takes no notice of that in a comment; save the file as UTF-8",
    )


def _declared_encoding(text: str) -> str:
    first, *rest = LINE_END.split(text, maxsplit=2)[:2]
    lines = [first, *rest] if COMMENT_OR_BLANK.fullmatch(first) else [first]
    found = next(filter(None, map(ENCODING_COMMENT.match, lines)), None)
    return "utf-8" if found is None else found[1]


def _codec(declared: str) -> str:
    """Return the codec of this name (LookupError if there is none that leaves ASCII unchanged)."""
    name = "latin-1" if LATIN_1.fullmatch(declared.lower().replace("_", "-")) else declared
    # Other codecs could decode for minutes, or make code that differs from the visible text.
    if ASCII.decode(name) != ASCII.decode("ascii"):
        raise LookupError(name)
    return name


def _bytes_of(found: re.Match[str]) -> bytes:
    return found[0].encode("ascii", SURROGATES)


def _looks_western(text: str) -> bool:
    try:
        return all(len(_bytes_of(found).decode("cp1252")) <= SHORT for found in FOREIGN_BYTES.finditer(text))
    except UnicodeDecodeError:
        return False


def _lines_text(lines: list[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]} is"
    return f"lines {shortened_list(list(map(str, lines)), MAX_LINES)} are"


HEAD = 4096  # bytes that decide about the kind of a file
BEGINNINGS = (
    (b"PK\x03\x04", "an archive or an office document, whatever its name says; hand in the Python text itself"),
    (
        (b"Rar!", b"7z\xbc\xaf\x27\x1c", b"\x1f\x8b"),
        "an archive, whatever its name says; hand in the Python text itself",
    ),
    (b"%PDF-", "a PDF, whatever its name says; hand in the Python text itself"),
    (b"version https://git-lfs.", "a pointer of Git LFS, not the file itself; run `git lfs pull` in the clone"),
    (b"{\\rtf", "rich text, whatever its name says; save it as plain text"),
)
WEB_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head)\b", re.IGNORECASE)
NOTEBOOK = re.compile(rb'\s*\{\s*"(?:cells|metadata|nbformat|nbformat_minor)"\s*:')


def refuse_other_contents(data: bytes, shown: str) -> None:
    """Raise UserError, which calls the file `shown`, if `data` is certainly no Python text."""
    head = data[:HEAD].removeprefix(codecs.BOM_UTF8)
    for beginning, message in BEGINNINGS:
        if head.startswith(beginning):
            raise UserError(f"{shown}: {message}")
    if WEB_PAGE.match(head):
        raise UserError(f"{shown}: a web page, whatever its name says; download the file itself (on GitHub: Raw)")
    if NOTEBOOK.match(head) and b'"nbformat"' in data:
        raise UserError(f"{shown}: a notebook, whatever its name says; save its code as a Python file")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCode:
    text: str
    cells: tuple[int, ...] = ()  # as in `SourceFile`
    notes: tuple[str, ...] = ()


def read_code(path: Path, shown: str, module_spec: ModuleSpec, source_kib: int) -> ReadCode:
    """Return the Python text of the file at `path`; UserError calls the file `shown`."""
    if module_spec.notebooks and is_notebook(path.name):
        from grader.intake.notebook import read_notebook

        return read_notebook(path, shown, module_spec, source_kib)
    source = decode_source(read_regular(path, shown, source_kib), shown)
    return ReadCode(text=source.text, notes=(f"{sanitize(path.name)}: {source.note}.",) if source.note else ())
