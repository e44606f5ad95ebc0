"""CSV as PHP reads and writes it, where a backslash keeps the quote behind it from closing a field: Moodle uses it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.platforms.importers.outcome import RefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class PhpDialect:
    """How a Moodle site reads; `escape` is empty in the newest PHP."""

    delimiter: str = ","
    escape: str = "\\"
    encoding: str = "utf-8"


ENGLISH = PhpDialect()


def moodle_rows(upload: bytes, dialect: PhpDialect) -> list[list[str]]:
    """Return the rows with the header first, as Moodle's reader gives them: read, written anew, read again."""
    try:
        text = upload.decode(dialect.encoding)
    except UnicodeDecodeError as error:
        raise RefusedError(f"not {dialect.encoding}") from error
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff")).strip(
        " \n\r\0\x0b" + ("\t" if dialect.delimiter != "\t" else "")
    )
    rows = [row for row in php_rows(text, dialect) if row != [""]]
    if not rows:
        raise RefusedError("the file is empty")
    if any(len(row) != len(rows[0]) for row in rows):
        raise RefusedError("some rows have another number of columns than the header")
    again = php_rows("".join(php_line(row, dialect) for row in rows), dialect)
    return [[*row, *[""] * (len(rows[0]) - len(row))] for row in again]  # PHP takes a missing cell for nothing


def php_rows(text: str, dialect: PhpDialect) -> list[list[str]]:
    """Read as `fgetcsv` does."""
    rows: list[list[str]] = []
    at = 0
    while at < len(text):
        row: list[str] = []
        more = True
        while more:
            field = _field(text, at, dialect)
            row.append(field.value)
            at = field.end
            more = text.startswith(dialect.delimiter, at)
            at += 1
        rows.append(row)
    return rows


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """A field and where its delimiter or line end stands."""

    value: str
    end: int


def _field(text: str, at: int, dialect: PhpDialect) -> _Field:
    first = at
    while text[first : first + 1] in {" ", "\t"} - {dialect.delimiter}:
        first += 1
    if not text.startswith('"', first):
        return _plain(text, at, dialect)
    parts: list[str] = []
    here = first + 1
    while here < len(text):
        sign = text[here]
        if sign == '"' and not text.startswith('""', here):
            rest = _plain(text, here + 1, dialect)
            return _Field(value="".join(parts) + rest.value, end=rest.end)
        parts.append(sign)
        if sign == dialect.escape:
            parts.append(text[here + 1 : here + 2])
        here += 2 if sign in {'"', dialect.escape} else 1
    return _Field(value="".join(parts), end=here)


def _plain(text: str, at: int, dialect: PhpDialect) -> _Field:
    end = at
    while end < len(text) and text[end] not in {dialect.delimiter, "\n"}:
        end += 1
    return _Field(value=text[at:end], end=end)


def php_line(row: Sequence[str], dialect: PhpDialect) -> str:
    """Write as `fputcsv` does: it does not double a quote behind a backslash."""
    special = {dialect.delimiter, '"', dialect.escape, "\n", "\r", "\t", " "} - {""}
    fields = []
    for value in row:
        quoted = ""
        escaped = False
        for sign in value:
            quoted += '""' if sign == '"' and not escaped else sign
            escaped = sign == dialect.escape
        fields.append(f'"{quoted}"' if special & set(value) else value)
    return dialect.delimiter.join(fields) + "\n"
