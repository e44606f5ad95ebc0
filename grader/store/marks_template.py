"""The table of all that is to be marked by hand, to be filled in and read back by `grader report --manual`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.capabilities.by_hand.capability import open_items
from grader.capabilities.by_hand.marks_file import REQUIRED
from grader.capabilities.by_hand.marks_table import PARTS, column_name
from grader.capabilities.by_hand.several_people import share_places
from grader.capabilities.registry import digest
from grader.errors import UserError
from grader.model.result import ItemResult, Markable, Result
from grader.model.sanitize import quoted, sanitize
from grader.text.mark_text import Given
from grader.text.number_text import decimal_text
from grader.text.spreadsheet_cell import csv_table

FIRST_COLUMNS = ("student", "name")
MAX_DIGITS = 4
LONG_COLUMNS = (*FIRST_COLUMNS, REQUIRED[1], "possible", "proposed", "earlier", "points", "comment", "found")


def marks_template(results: Iterable[Result], *, wide: bool = False, second: bool = False) -> bytes:
    """
    Return the table as UTF-8 CSV with a byte-order mark; empty if nothing waits.

    With `second` it has what is marked already, without the marks, in place of what waits.

    It has one row for each student and item, or, if it is `wide`, one for each student and several columns for each
    item. Points and comments are empty.
    """
    wanted = _items_marked if second else open_items
    found = [(result, list(wanted(result))) for result in results if result.score is not None]
    waiting = [(result, items) for result, items in found if items]
    if not waiting:
        return b""
    return csv_table(_wide_rows(waiting) if wide else _long_rows(waiting)).encode("utf-8-sig")


def share_of(results: Sequence[Result], mine: str) -> list[Result]:
    """
    Return the results that one of several people marks: those of a section, or of ``1/3`` of those that are graded.

    Members of a group stay together. UserError for a share or a section that there is none of.
    """
    results = [one for one in results if one.score is not None]
    numbers = mine.split("/")
    if mine.count("/") != 1 or not all(one.isascii() and one.isdigit() for one in numbers):
        chosen = [one for one in results if one.submission.section.casefold() == mine.strip().casefold()]
        if not chosen:
            sections = ", ".join(sorted({one.submission.section for one in results} - {""})) or "none is known"
            raise UserError(f"--mine {quoted(mine)}: neither a part such as 1/3 nor a section ({sanitize(sections)})")
        return chosen
    part, parts = (int(one[:MAX_DIGITS]) for one in numbers)
    if not 1 <= part <= parts:
        raise UserError(f"--mine {quoted(mine)}: the first number is one of 1 to {parts}")
    return [one for one, place in zip(results, share_places(results), strict=True) if place % parts == part - 1]


def second_sample(results: Iterable[Result], number: int) -> list[Result]:
    """Return at most so many results that a person has marked, for somebody else to mark: always the same."""
    marked = [one for one in results if any(_items_marked(one))]
    return sorted(marked, key=lambda one: hashlib.sha256(one.submission.id.encode()).digest())[:number]


def _items_marked(result: Result) -> Iterator[Markable]:
    return (item for item in result.criteria if item.by_hand and item.manual is not None)


def _long_rows(waiting: Sequence[tuple[Result, Sequence[Markable]]]) -> Iterator[Sequence[str]]:
    yield LONG_COLUMNS
    for result, items in waiting:
        for item in items:
            cells = {**_student(result), REQUIRED[1]: item.id, **_known(item)}
            yield [cells.get(column, "") for column in LONG_COLUMNS]


def _wide_rows(waiting: Sequence[tuple[Result, Sequence[Markable]]]) -> Iterator[Sequence[str]]:
    names = list(dict.fromkeys(item.id for _, items in waiting for item in items))
    columns = [(name, part) for name in names for part in PARTS]
    yield [*FIRST_COLUMNS, *(column_name(*column) for column in columns)]
    for result, items in waiting:
        known = {item.id: _known(item) for item in items}
        yield [*_student(result).values(), *(known.get(name, {}).get(part, "") for name, part in columns)]


def _student(result: Result) -> Mapping[str, str]:
    return {"student": result.submission.id, "name": result.submission.student}


def _known(item: Markable) -> Mapping[str, str]:
    proposed = item.proposed if isinstance(item, ItemResult) else None
    found = [digest(item)] if isinstance(item, ItemResult) else []
    if item.earlier is not None:
        found.append(Given(item, item.earlier).proposal_text)
    return {
        "possible": decimal_text(item.points),
        "proposed": "" if proposed is None else decimal_text(proposed),
        "earlier": "" if item.earlier is None else decimal_text(item.earlier.points),
        "found": "; ".join(filter(None, found)),
    }
