"""Gives many students the same points with one reason, such as all who made one mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal

from grader.capabilities.by_hand.journal import Source
from grader.capabilities.by_hand.marks import items_by_id, overlaps, refusal, takes_off
from grader.capabilities.by_hand.marks_file import CONFIRMED, MAX_COMMENT, MAX_GIVEN, MarksTable, read_mark
from grader.capabilities.by_hand.marks_table import cell_text
from grader.errors import UserError
from grader.model.result import ItemResult, ManualMark, Markable, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict


def marks_for_many(
    results: Iterable[Result], item: str, points: str, reason: str, by: str
) -> tuple[MarksTable, list[str]]:
    """
    Return the marks of `results` for `item`, an item or a check, and a sentence for each student without one.

    `points` are a number; with a sign, an addition to the points so far; or `ok` for proposed points. UserError for
    anything else.
    """
    common = {"points": points, "comment": cell_text(reason, MAX_COMMENT), "by": cell_text(by, MAX_GIVEN)}
    try:
        change = None if points == CONFIRMED else read_mark({**common, "points": points.lstrip("+-")}, None)
    except ValueError as error:
        raise UserError(f"{sanitize(points)}: {error}") from None
    table, left_out = MarksTable({}, {}), list[str]()
    for result in results:
        try:
            mark = _mark_of(result, item, common, change)
        except ValueError as error:  # one student's problem must not stop the marks of all
            left_out.append(f"{result.submission.id}: {error}")
            continue
        table.marks[result.submission.id] = {item: mark}
        table.sources[result.submission.id, item] = Source("grader marks give", mark.by)
    return table, left_out


def _mark_of(result: Result, item: str, common: Mapping[str, str], change: ManualMark | None) -> ManualMark:
    """Return a student's mark (ValueError if it is impossible)."""
    one = items_by_id(result.criteria).get(item)
    if one is None:
        raise ValueError(f"has no item or check {item}")
    if change is None or takes_off(one) or common["points"][:1] not in {"+", "-"}:
        mark = read_mark(common, one)
    else:
        more = -change.points if common["points"].startswith("-") else change.points
        mark = replace(change, points=min(one.points, max(Decimal(0), _points_of(one) + more)))
    if mark is None or (problem := refusal(one, mark)):
        raise ValueError("nothing to give" if mark is None else problem)
    for overlap in overlaps(result, {item: mark}):
        raise ValueError(overlap.text)
    return mark


def _points_of(one: Markable) -> Decimal:
    """Return the points before an addition (ValueError without any)."""
    if one.verdict is not Verdict.PENDING:
        return one.earned
    if isinstance(one, ItemResult) and one.proposed is not None:
        return one.proposed
    raise ValueError("has no points yet to add to")
