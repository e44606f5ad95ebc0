"""What a person who gave points to an item, or to a check of it, said about them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.blocks import Block, Bullets, Fold, Quote, Say, Status
from grader.capabilities.by_hand.report import RESTS, UNDONE, MarkChange, MarkHistory
from grader.model.result import ItemResult, ManualMark, Markable
from grader.model.verdict import Verdict
from grader.text.marks_text import Given, given_text, to_confirm, was_text
from grader.text.number_text import count_text, decimal_text
from grader.widgets import MarkField


def tell_by_hand(item: ItemResult) -> Iterator[Block]:
    """Yield each comment, and the marks of an earlier version of the file."""
    for one in item.markables:
        if one.manual is not None:
            source = given_text(one.manual) or "by hand"
            given = Given(one, one.manual)
            if one is item:
                if one.manual.comment or one.manual.by or one.manual.when:
                    yield Quote(source, one.manual.comment or "no comment")
            else:
                was = f" ({was_text(one)})" if one.was is not None else ""
                comment = f": {one.manual.comment}" if one.manual.comment else ""
                yield Quote(source, f"{given.title}: {decimal_text(one.earned)}{was}{comment}")
    for given in to_confirm([item]):
        yield Say(given.to_confirm_text, Status.OPEN)


def tell_history(found: MarkHistory) -> Iterator[Block]:
    """Yield every change, behind a line that says how many there are."""
    count = count_text(len(found.changes), "change")
    yield Fold(f"History of the marks by hand: {count}", (Bullets(tuple(map(change_text, found.changes))),))


def change_text(change: MarkChange) -> str:
    """Return a change in one line: ``2026-11-23 10:40 UTC, Kim: code_quality 4 -> 5, clear names (ta2.csv:7)``."""
    when = change.when[:16].replace("T", " ")
    head = ", ".join(filter(None, (f"{when} UTC" if when else "", change.who)))
    old = "" if change.old is None else f"{_points(change.old)} -> "
    new = "taken back" if change.new is None else _points(change.new)
    if change.action == RESTS:
        old, new = "", f"{new} does not count under this rubric"
    of = "" if change.possible is None or change.new is None else f" of {decimal_text(change.possible)}"
    undone = "undone: " if change.action == UNDONE else ""
    comment = f", {change.new.comment}" if change.new is not None and change.new.comment else ""
    reason = f" ({change.reason})" if change.reason else ""
    told = f"{undone}{change.item} {old}{new}{of if change.action != RESTS else ''}{comment}{reason}"
    return f"{head}: {told}" if head else told


def _points(mark: ManualMark) -> str:
    return decimal_text(mark.points)


def mark_fields(item: ItemResult) -> Iterator[MarkField]:
    """Yield a place for points by hand where they are open, were given, or are to be confirmed."""
    for one in item.markables:
        if one.manual is not None or is_open(one, item):
            of = "" if one is item else item.id
            yield MarkField(id=one.id, title=one.title, points=decimal_text(one.points), item=of)


def is_open(one: Markable, item: ItemResult) -> bool:
    """Tell whether points by hand are missing for an item, or for a check of it, or are to be confirmed."""
    return one.earlier is not None or (one is item and one.verdict is Verdict.PENDING)
