"""A platform's file as far as marks are entered into it, and how its columns are found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.csv_file import CsvFile
from grader.model.person_match import FileRow, person_key
from grader.model.sanitize import sanitize
from grader.model.spelling import did_you_mean

MAX_LISTED = 20
"""Columns that a message names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnNames:
    """The columns that the user named; empty where the grader finds them."""

    marks: str = ""
    person: str = ""
    feedback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackColumn:
    """Where texts for the students are entered."""

    column: int
    html: bool
    format: int | None = None
    """The column that says which format the text has."""
    format_name: str = ""
    """What stands there for a text without markup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeFile:
    """A file to fill in."""

    csv: CsvFile
    column: int
    rows: tuple[FileRow, ...]
    possible: Decimal | None = None
    """Full marks of the column; None if the file does not say."""
    takes_more: bool = True
    """Whether the platform takes marks above these."""
    on_groups: str = ""
    """What to say, with ``{}`` for their names, if members of groups have different marks; empty if nothing."""
    feedback: FeedbackColumn | None = None
    note: str = ""
    """What the user must do before the platform takes the file; empty if nothing."""

    @property
    def column_name(self) -> str:
        """The name of the column, safe to show."""
        return sanitize(self.csv.header[self.column])


def the_column(header: Sequence[str], candidates: Mapping[int, Iterable[str]], wanted: str) -> int:
    """
    Return the column called `wanted`, or the only candidate if nothing is wanted; ValueError with what there is.

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
        raise ValueError(f"several columns are called {_quoted(wanted)}: {_listed(header, found)}")
    known = [header[column] for column in candidates]
    hint = did_you_mean(wanted, known, f"choose one of {_listed(header, candidates)}")
    raise ValueError(f"no column for marks is called {_quoted(wanted)}; {hint}")


def named_column(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return the first column that has one of `names`, in any case of letters; None if there is none."""
    wanted = {person_key(name) for name in names}
    return next((column for column, name in enumerate(header) if person_key(name) in wanted), None)


def required_column(header: Sequence[str], wanted: str) -> int:
    """Return the column that the user called `wanted`; ValueError if there is none."""
    found = named_column(header, [wanted])
    if found is None:
        hint = did_you_mean(wanted, header, f"there are {_listed(header, range(len(header)))}")
        raise ValueError(f"no column is called {_quoted(wanted)}; {hint}")
    return found


def _listed(header: Sequence[str], columns: Iterable[int]) -> str:
    names = [_quoted(header[column]) for column in columns]
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(names[:MAX_LISTED]) + more


def _quoted(name: str) -> str:
    return f'"{sanitize(name)}"'
