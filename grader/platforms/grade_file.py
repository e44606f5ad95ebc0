"""A platform's file with a column for marks: its numbers, and the search for its columns."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.blocks import plain
from grader.model.assessment import half_up
from grader.model.csv_file import CsvFile, in_quotes
from grader.model.identity import FileRow, person_key
from grader.model.result import Result
from grader.model.sanitize import did_you_mean, sanitize
from grader.story.answer import answer_facts
from grader.text.mark_text import changes, filled_in
from grader.text.number_text import decimal_text, shortened_list
from grader.text.reasons import said
from grader.text.spreadsheet_cell import guard_parts

NUMBER = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,9})?", re.ASCII)
DECIMALS = 2  # as many as Canvas compares and Moodle shows
ROUNDING = f"rounded half up to {DECIMALS} decimals"


def read_number(text: str) -> Decimal | None:
    """Return the number in a cell; None for another text."""
    return Decimal(text.replace(",", ".")) if NUMBER.fullmatch(text) else None


def has_decimal_comma(cells: Iterable[str]) -> bool:
    numbers = list(filter(NUMBER.fullmatch, cells))
    return any("," in number for number in numbers) and not any("." in number for number in numbers)


def number_cell(value: Decimal, *, comma: bool) -> str:
    text = decimal_text(half_up(value, DECIMALS))
    return text.replace(".", ",") if comma else text


MAX_LISTED = 20  # columns that a message names


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnNames:
    """The columns that the user named; empty where the grader finds them."""

    marks: str = ""
    person: str = ""
    feedback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeFile:
    """A file to fill in."""

    csv: CsvFile
    column: int
    rows: tuple[FileRow, ...]
    possible: Decimal | None = None
    """Full marks of the column; None if the file does not tell."""
    takes_more: bool = True
    """Whether the platform takes marks above full marks."""
    on_groups: str = ""
    """A sentence, with ``{}`` for names, on groups whose members have different marks; empty if none is needed."""
    feedback: int | None = None
    """The column for texts to students."""
    html: bool = False
    """Whether these texts are HTML."""
    format: int | None = None
    """The column with the format of the texts, which gets `format_name`."""
    format_name: str = ""
    note: str = ""
    """A step before the platform takes the file; empty if none is needed."""

    @property
    def column_name(self) -> str:
        return sanitize(self.csv.header[self.column])


def the_column(header: Sequence[str], candidates: Mapping[int, Iterable[str]], wanted: str) -> int:
    """
    Return the column called `wanted`, or the only candidate if it is empty (ValueError with all candidates).

    Each candidate may have other names beside that in the header, such as its id.
    """
    if not candidates:
        raise ValueError("there is no column for marks; add the assignment to the platform's gradebook and export it")
    if not wanted:
        if len(candidates) == 1:
            return next(iter(candidates))
        raise ValueError(f"choose the column for the marks by --column: {_listed(header, candidates)}")
    exact = [column for column in candidates if header[column] == wanted]
    names = {column: {person_key(header[column]), *map(person_key, candidates[column])} for column in candidates}
    found = exact or [column for column in candidates if person_key(wanted) in names[column]]
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(f"several columns are called {in_quotes(wanted)}: {_listed(header, found)}")
    known = [header[column] for column in candidates]
    hint = did_you_mean(wanted, known, f"choose one of {_listed(header, candidates)}")
    raise ValueError(f"no column for marks is called {in_quotes(wanted)}; {hint}")


def named_column(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return the first column with one of `names`, in any case of letters; None without one."""
    wanted = {person_key(name) for name in names}
    return next((column for column, name in enumerate(header) if person_key(name) in wanted), None)


def required_column(header: Sequence[str], wanted: str) -> int:
    """Return the column that the user called `wanted` (ValueError if there is none)."""
    found = named_column(header, [wanted])
    if found is None:
        hint = did_you_mean(wanted, header, f"there are {_listed(header, range(len(header)))}")
        raise ValueError(f"no column is called {in_quotes(wanted)}; {hint}")
    return found


def _listed(header: Sequence[str], columns: Iterable[int]) -> str:
    return shortened_list([in_quotes(header[column]) for column in columns], MAX_LISTED)


MAX_PART = 600  # characters of one part of the text
OURS = re.compile(r"(?:<p>)?Mark: [0-9]", re.ASCII)
"""The beginning of every text of ours, so that no cell begins with a student's words."""


def feedback_text(result: Result, *, as_html: bool) -> str:
    """
    Return the text for the student of `result`, which has a score, in one line.

    A spreadsheet must not run a part of the text as a formula, even if it splits cells at semicolons.
    """
    parts: dict[str, list[str]] = {}
    for label, text in answer_facts(result):
        parts.setdefault(label, []).append(plain(text))
    for item in result.criteria:
        if item.deduction is not None:
            parts.setdefault(item.title, []).append(said(item.reasons))
    for given in (*filled_in(result), *changes(result)):
        if given.mark.comment:
            parts.setdefault(given.title, []).append(given.mark.comment)
    # Reports align texts in columns; here they have single spaces.
    facts = [f"{label}: {' '.join(sanitize(', '.join(texts), MAX_PART).split())}" for label, texts in parts.items()]
    text = "".join(f"<p>{_escaped(fact)}</p>" for fact in facts) if as_html else " / ".join(facts)
    return guard_parts(text)


def _escaped(text: str) -> str:
    # Moodle reads CSV with PHP, where a quotation mark after a backslash does not end a cell.
    return html.escape(text, quote=False).replace("\\", "&#92;")


def is_ours(text: str) -> bool:
    """Return whether an earlier export wrote `text`, so that a newer one may replace it."""
    return not text or OURS.match(text) is not None
