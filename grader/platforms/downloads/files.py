"""Reads what a platform put beside the students' files; it may be long, and a student's file may stand in its place."""

from __future__ import annotations

from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import decode_text, read_regular
from grader.model.csv_file import csv_rows
from grader.model.instant import parse_instant

MAX_TABLE_KIB = 64 * 1024
AGAIN = "download the submissions again"


def read_text(path: Path, shown: str, limit_kib: int) -> str:
    """Return the text of a file of at most `limit_kib`; UserError calls it `shown`."""
    return decode_text(read_regular(path, shown, limit_kib, too_large=f"larger than {limit_kib} KiB; {AGAIN}"), shown)


def read_table(path: Path, shown: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, each by its header in small letters without blanks; UserError calls it `shown`."""
    text = read_text(path, shown, MAX_TABLE_KIB)
    try:
        rows = [[cell.text.strip() for cell in row.cells] for row in csv_rows(text, ",")]
    except ValueError as error:
        raise UserError(f"{shown}: {error}; {AGAIN}") from None
    names = [name.casefold().replace(" ", "_") for name in rows[0]] if rows else []
    return [dict(zip(names, row, strict=False)) for row in rows[1:]]


def instant(text: str) -> str:
    """Return a platform's time as ISO 8601 with its offset; empty if it is none."""
    try:
        return parse_instant(text.replace("UTC", "Z")).isoformat()
    except ValueError:
        return ""
