"""
The CSV files that platforms and people write: in any usual encoding, with any usual delimiter.

Cells know their places, so that some cells can change and every other byte stays the same.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from grader.model.sanitize import sanitize

DELIMITERS = (",", ";", "\t")
STOP = re.compile(r"[,;\t\r\n]")
"""Where a cell without quotes may end."""
NEEDS_QUOTES = re.compile(r'["\r\n;\t]|^\s|\s$')
"""A text with a match, or with the delimiter, is written in quotes; some spreadsheets split any file at semicolons."""
LINE_END = re.compile(r"\r\n|\r|\n")
MAX_BACKSLASHES = 100
"""The most backslashes before a quotation mark that count: every other one escapes the next."""
MAX_COLUMNS = 2000
SHOWN = 3
BYTE_ORDER_MARK = "\ufeff"
MAX_QUOTED = 100
SEPARATOR_LINE = re.compile(r"sep=([,;\t])(?:\r\n|\r|\n)", re.IGNORECASE)
"""The first line of some files for Excel: it names the delimiter."""


class CsvCell(NamedTuple):
    """A cell and its place in the file's text, with its quotes."""

    text: str
    start: int
    end: int
    quoted: bool


class CsvRow(NamedTuple):
    """A row that has at least one cell with text."""

    line: int
    """The number of its first line, from 1."""
    cells: tuple[CsvCell, ...]

    def text(self, column: int | None) -> str:
        """Return the text in `column` without spaces around it; empty if the row has no such cell."""
        return self.cells[column].text.strip() if column is not None and column < len(self.cells) else ""

    @property
    def beginning(self) -> str:
        """The first cells that are not empty; a person knows the row by them."""
        return ", ".join([text for cell in self.cells if (text := cell.text.strip())][:SHOWN])


class CellPlace(NamedTuple):
    """The place of a cell: the numbers of its row and of its column in the file, from 0."""

    row: int
    column: int


class CsvFile(Struct, frozen=True, kw_only=True):
    """A CSV file; the first row is its header."""

    file: DecodedFile
    delimiter: str
    rows: tuple[CsvRow, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(cell.text.strip() for cell in self.rows[0].cells)

    @property
    def table(self) -> tuple[CsvRow, ...]:
        """The rows without those that repeat the header, as where somebody put two files into one."""
        header = _texts(self.rows[0])
        return (self.rows[0], *(row for row in self.rows[1:] if _texts(row) != header))

    def with_cells(self, changes: Mapping[CellPlace, str]) -> bytes:
        """Return the file's bytes with other texts at some places; a row that is too short becomes longer."""
        parts: list[str] = []
        done = 0
        for number, places in groupby(sorted(changes), key=lambda place: place.row):
            cells = self.rows[number].cells
            length = len(cells)
            for place in places:
                if place.column < len(cells):
                    cell = cells[place.column]
                    parts += [self.file.text[done : cell.start], self._written(changes[place], quoted=cell.quoted)]
                    done = cell.end
                else:
                    gap = self.delimiter * (place.column - length + 1)
                    parts += [self.file.text[done : cells[-1].end], gap, self._written(changes[place], quoted=False)]
                    done, length = cells[-1].end, place.column + 1
        return self.file.encode("".join([*parts, self.file.text[done:]]))

    def _written(self, text: str, *, quoted: bool) -> str:
        escaped = text.replace('"', '""')
        return f'"{escaped}"' if quoted or self.delimiter in text or NEEDS_QUOTES.search(text) else text


def _texts(row: CsvRow) -> list[str]:
    return [cell.text.strip(f"{BYTE_ORDER_MARK} ") for cell in row.cells]


def in_quotes(text: str) -> str:
    """Return the text of a cell in quotes, for a message; double quotes, because names have apostrophes."""
    return f'"{sanitize(text, MAX_QUOTED)}"'


def read_csv(data: bytes, rate: Callable[[Sequence[str]], int], *, by_php: bool = False) -> CsvFile | None:
    """
    Return the CSV file in `data`, read with the delimiter for whose first row `rate` returns most; None without one.

    In a file written `by_php` a quotation mark behind a backslash may be a part of the text.
    ValueError if `data` is no text, a quote is not closed, a row has far too many cells, or two readings are possible.
    """
    file = decode(data)
    separator = SEPARATOR_LINE.match(file.text)
    start = separator.end() if separator else 0
    ratings: dict[str, int] = {}
    problem: ValueError | None = None
    for delimiter in [separator[1]] if separator else DELIMITERS:
        try:
            header = next(csv_rows(file.text, delimiter, start), None)
        except ValueError as error:  # noqa: PERF203 - with another delimiter it may be whole
            problem = problem or error
        else:
            ratings[delimiter] = rate([cell.text.strip() for cell in header.cells]) if header else 0
    if problem is not None and not ratings:
        raise problem
    best = max(ratings, key=lambda delimiter: ratings[delimiter])
    if not ratings[best]:
        return None
    escaped = _escaped_rows(file.text, start, best) if by_php else ()
    return CsvFile(file=file, delimiter=best, rows=escaped or tuple(csv_rows(file.text, best, start)))


def _escaped_rows(text: str, start: int, delimiter: str) -> tuple[CsvRow, ...]:
    """
    Return the rows if backslashes escape quotes; none if the rows then differ in length.

    ValueError if the other reading gives different rows of equal length: a student may have meant to confuse us.
    """
    if '\\"' not in text:
        return ()
    escaped = _even_rows(csv_rows(text, delimiter, start, escapes=True))
    plain = _even_rows(csv_rows(text, delimiter, start))
    for one, other in zip(escaped, plain, strict=False):
        if [cell.start for cell in one.cells] != [cell.start for cell in other.cells]:
            raise ValueError(
                f"line {one.line}: a backslash before a quotation mark makes it unclear where a cell ends; delete the"
                " backslash, as in the online text of a student, and try again"
            )
    return escaped


def _even_rows(rows: Iterator[CsvRow]) -> tuple[CsvRow, ...]:
    """Return `rows` if all have as many cells; else none."""
    try:
        found = tuple(rows)
    except ValueError:
        return ()
    return found if len({len(row.cells) for row in found}) == 1 else ()


def csv_rows(text: str, delimiter: str, start: int = 0, *, escapes: bool = False) -> Iterator[CsvRow]:
    """Yield the rows of `text` from `start` on that are not blank; ValueError names the line that cannot be read."""
    at, line = start, 2 if start else 1
    while at < len(text):
        cells = [_cell(text, at, delimiter, line, escapes=escapes)]
        while text.startswith(delimiter, cells[-1].end):
            if len(cells) == MAX_COLUMNS:
                raise ValueError(f"line {line}: more than {MAX_COLUMNS:,} cells; is a quote not closed?")
            cells.append(_cell(text, cells[-1].end + 1, delimiter, line, escapes=escapes))
        if any(cell.text.strip() for cell in cells):
            yield CsvRow(line, tuple(cells))
        line += 1 + sum(len(LINE_END.findall(cell.text)) for cell in cells if cell.quoted)
        at = cells[-1].end
        at += 2 if text.startswith("\r\n", at) else 1


def _cell(text: str, start: int, delimiter: str, line: int, *, escapes: bool) -> CsvCell:
    """Return the cell that begins at `start`; ValueError if its quote is not closed."""
    if not text.startswith('"', start):
        end = _end(text, start, delimiter)
        return CsvCell(text[start:end], start, end, quoted=False)
    close = text.find('"', start + 1)
    while close >= 0 and (step := _part_of_cell(text, close, escapes=escapes)):
        close = text.find('"', close + step)
    if close < 0:
        raise ValueError(f"line {line}: a quotation mark is not closed")
    end = _end(text, close + 1, delimiter)
    return CsvCell(text[start + 1 : close].replace('""', '"') + text[close + 1 : end], start, end, quoted=True)


def _part_of_cell(text: str, quote: int, *, escapes: bool) -> int:
    """Return how many quotation marks at `quote` belong to the text of a cell; 0 if the first one ends the cell."""
    if escapes and text[quote - 1] == "\\":
        before = text[max(0, quote - MAX_BACKSLASHES) : quote]
        if (len(before) - len(before.rstrip("\\"))) % 2:
            return 1
    return 2 if text.startswith('"', quote + 1) else 0


def _end(text: str, start: int, delimiter: str) -> int:
    """Return where the cell without quotes that begins at `start` ends."""
    found = STOP.search(text, start)
    while found and found[0] in DELIMITERS and found[0] != delimiter:
        found = STOP.search(text, found.end())
    return found.start() if found else len(text)


BY_MARK = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of Excel and other programs begin, and zips."""
GUESSES = ("utf-8", "cp1252", "latin-1")
"""
Encodings to try for a file without a mark. The last one fits every file: commas, quotes and digits are the same in all
code pages of spreadsheets, and the grader reads and changes nothing else.
"""


class DecodedFile(Struct, frozen=True, kw_only=True):
    """A file's text; encoding it again gives the same bytes."""

    text: str
    codec: str
    mark: bytes
    """The byte-order mark before the text."""

    def encode(self, text: str) -> bytes:
        """Return `text` as the bytes of such a file; characters that its code page lacks become question marks."""
        return self.mark + text.encode(self.codec, "replace")


def decode(data: bytes) -> DecodedFile:
    """Return the text of `data`; ValueError, with the remedy, if `data` is no text."""
    if data.startswith(WORKBOOKS):
        raise ValueError("a spreadsheet or an archive, not CSV; save or download it as CSV")
    for mark, codec in _encodings(data):
        with contextlib.suppress(UnicodeDecodeError):
            text = data[len(mark) :].decode(codec)
            if "\0" in text:
                raise ValueError("not a text file; save or download it as CSV")
            return DecodedFile(text=text, codec=codec, mark=mark)
    raise ValueError("neither UTF-8 nor UTF-16 text; save or download it again as CSV")


def _encodings(data: bytes) -> list[tuple[bytes, str]]:
    """Return the mark and the encoding of `data`, or without a mark all encodings that it may have."""
    if marked := [(mark, codec) for mark, codec in BY_MARK if data.startswith(mark)]:
        return marked
    # A text in UTF-16 without a mark begins with a character of ASCII: a quote or the first letter of a header.
    if b"\0" in data[:2]:
        return [(b"", "utf-16-le" if data[1:2] == b"\0" else "utf-16-be")]
    return [(b"", codec) for codec in GUESSES]
