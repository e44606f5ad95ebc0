"""Recognizes by its first characters a file that only its name calls Python: a web page, rich text, an archive."""

from __future__ import annotations

import codecs
import re

from grader.errors import UserError

HEAD = 4096
"""Bytes that are looked at."""
BEGINNINGS = (
    (b"PK\x03\x04", "an archive or an office document, whatever its name says; hand in the Python text itself"),
    (b"Rar!", "an archive, whatever its name says; hand in the Python text itself"),
    (b"7z\xbc\xaf\x27\x1c", "an archive, whatever its name says; hand in the Python text itself"),
    (b"\x1f\x8b", "an archive, whatever its name says; hand in the Python text itself"),
    (b"%PDF-", "a PDF, whatever its name says; hand in the Python text itself"),
    (b"version https://git-lfs.", "a pointer of Git LFS, not the file itself; run `git lfs pull` in the clone"),
    (b"{\\rtf", "rich text, whatever its name says; save it as plain text"),
)
WEB_PAGE = re.compile(rb"\s*<(?:!doctype html|html|head)\b", re.IGNORECASE)
NOTEBOOK = re.compile(rb'\s*\{\s*"(?:cells|metadata|nbformat|nbformat_minor)"\s*:')


def refuse_other_contents(data: bytes, shown: str) -> None:
    """Raise UserError, which calls the file `shown`, if `data` is certainly of another kind than Python text."""
    head = data[:HEAD].removeprefix(codecs.BOM_UTF8)
    for beginning, message in BEGINNINGS:
        if head.startswith(beginning):
            raise UserError(f"{shown}: {message}")
    if WEB_PAGE.match(head):
        raise UserError(f"{shown}: a web page, whatever its name says; download the file itself (on GitHub: Raw)")
    if NOTEBOOK.match(head) and b'"nbformat"' in data:
        raise UserError(f"{shown}: a notebook, whatever its name says; save its code as a Python file")
