"""What a person who gave points to an item, or to a check of it, said about them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.blocks import Block, Quote, Say, Status
from grader.model.result import ItemResult, Markable
from grader.model.verdict import Verdict
from grader.text.marks_text import Given, given_text, to_confirm, was_text
from grader.text.number_text import decimal_text
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


def mark_fields(item: ItemResult) -> Iterator[MarkField]:
    """Yield a place for points by hand where they are open, were given, or are to be confirmed."""
    for one in item.markables:
        if one.manual is not None or is_open(one, item):
            of = "" if one is item else item.id
            yield MarkField(id=one.id, title=one.title, points=decimal_text(one.points), item=of)


def is_open(one: Markable, item: ItemResult) -> bool:
    """Tell whether points by hand are missing for an item, or for a check of it, or are to be confirmed."""
    return one.earlier is not None or (one is item and one.verdict is Verdict.PENDING)
