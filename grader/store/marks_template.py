"""The table of all items to be marked by hand, which a person fills in for `grader report --manual`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from grader.capabilities.by_hand.capability import open_items
from grader.capabilities.by_hand.marks_file import REQUIRED, SECOND_MARKING
from grader.capabilities.by_hand.marks_table import PARTS, column_name
from grader.capabilities.by_hand.several_people import marked_items, share_places
from grader.capabilities.registry import digest
from grader.errors import UserError
from grader.model.result import ItemResult, Markable, Result
from grader.model.sanitize import quoted, sanitize
from grader.text.mark_text import Given
from grader.text.number_text import decimal_or_nothing, decimal_text
from grader.text.spreadsheet_cell import csv_table

MAX_DIGITS = 4
OF_ITEM = ("possible", "proposed", "earlier", "points", "comment", "found")


def marks_template(results: Iterable[Result], *, wide: bool = False, second: bool = False) -> bytes:
    """
    Return the table as UTF-8 CSV with a byte-order mark; empty without open items.

    With `second` the table has the marked items, without their marks. The table has one row for each student and item;
    if `wide`, one row for each student and several columns for each item. Points and comments are empty.
    """
    wanted: Callable[[Result], Iterator[Markable]] = marked_items if second else open_items
    found = [(result, list(wanted(result))) for result in results if result.score is not None]
    waiting = [(result, items) for result, items in found if items]
    if not waiting:
        return b""
    more = {"by": "", "second": SECOND_MARKING} if second else {}
    people = [({"student": one.submission.id, "name": one.submission.student, **more}, items) for one, items in waiting]
    return csv_table(_wide_rows(people) if wide else _long_rows(people)).encode("utf-8-sig")


def share_of(results: Sequence[Result], mine: str) -> list[Result]:
    """
    Return the results for one of several markers: a section, or the part ``1/3`` of all graded results.

    Members of a group stay together. UserError for an unknown part or section.
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


def _long_rows(people: Sequence[tuple[Mapping[str, str], Sequence[Markable]]]) -> Iterator[Sequence[str]]:
    yield (*people[0][0], REQUIRED[1], *OF_ITEM)
    for person, items in people:
        for item in items:
            known = _known(item)
            yield [*person.values(), item.id, *(known.get(column, "") for column in OF_ITEM)]


def _wide_rows(people: Sequence[tuple[Mapping[str, str], Sequence[Markable]]]) -> Iterator[Sequence[str]]:
    names = list(dict.fromkeys(item.id for _, items in people for item in items))
    columns = [(name, part) for name in names for part in PARTS]
    yield [*people[0][0], *(column_name(*column) for column in columns)]
    for person, items in people:
        known = {item.id: _known(item) for item in items}
        yield [*person.values(), *(known.get(name, {}).get(part, "") for name, part in columns)]


def _known(item: Markable) -> Mapping[str, str]:
    proposed = item.proposed if isinstance(item, ItemResult) else None
    found = [digest(item)] if isinstance(item, ItemResult) else []
    if item.earlier is not None:
        found.append(Given(item, item.earlier).proposal_text)
    return {
        "possible": decimal_text(item.points),
        "proposed": decimal_or_nothing(proposed),
        "earlier": "" if item.earlier is None else decimal_text(item.earlier.points),
        "found": "; ".join(filter(None, found)),
    }
