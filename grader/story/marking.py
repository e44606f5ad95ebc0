"""The data for the scripts of marks by hand: the items and checks of a class, and the marks of a student."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from grader.blocks import Widget
from grader.capabilities.by_hand.capability import open_items
from grader.capabilities.by_hand.marks import is_automatic
from grader.capabilities.registry import digest
from grader.model.result import ItemResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.text.mark_text import Given, to_confirm
from grader.text.number_text import decimal_or_nothing, decimal_text
from grader.widgets import ClassLinks, MarkField, MarkingBar, StudentMarks, short_text

MAX_COMMENT = 500
"""The characters of a comment: the most that a comment may have, because the form writes it back."""
MAX_ID = 2_000
VERSION_LENGTH = 8
"""The characters of a hash that tell the versions of one student's file apart."""


def links_in_class(result: Result) -> Iterator[Widget]:
    """Yield the links to the page of the class, and mark fields while something is open."""
    identity = result.submission.id
    yield ClassLinks(student=quote(identity.encode("utf-8", "replace"), safe=""))
    if result.score is not None and any(open_items(result)):
        yield MarkingBar(student=sanitize(identity, MAX_ID), marks=student_marks(result))


def markable_items(results: Sequence[Result]) -> list[MarkField]:
    """Return all items and checks of the class, each item before its checks."""
    found: dict[str, MarkField] = {}
    for result in results:
        for item in result.criteria:
            for one in item.markables:
                if one.id not in found:
                    found[one.id] = MarkField(
                        id=short_text(one.id),
                        title=short_text(one.title if one is item else f"{one.id}: {one.title}"),
                        points=decimal_text(one.points),
                        item="" if one is item else short_text(item.id),
                    )
    return list(found.values())


def student_marks(result: Result) -> StudentMarks:
    return StudentMarks(
        waiting="\n".join(text for item in result.criteria for text in _waiting(item)),
        given="\n".join(text for item in result.criteria for text in _given(item)),
        confirm="\n".join(text for given in to_confirm(result.criteria) for text in _confirm(given)),
        version=result.submission.sha256[:VERSION_LENGTH],
        lost="\n".join(text for item in result.criteria for text in _lost(item)),
    )


def _waiting(item: ItemResult) -> Iterator[str]:
    if item.verdict is Verdict.PENDING:
        yield short_text(item.id)
        yield decimal_or_nothing(item.proposed)
        yield short_text(digest(item))


def _confirm(given: Given) -> Iterator[str]:
    item, mark = given
    yield short_text(item.id)
    yield decimal_text(mark.points)
    yield sanitize(mark.comment, MAX_COMMENT)
    automatic = item.earned if item.was is None else item.was
    yield decimal_text(automatic) if is_automatic(item) else ""


def _given(item: ItemResult) -> Iterator[str]:
    for one in item.markables:
        if one.manual is not None:
            yield short_text(one.id)
            yield decimal_text(one.manual.points)
            for text in (one.manual.comment, one.manual.by, one.manual.when):
                yield sanitize(text, MAX_COMMENT)
            yield decimal_or_nothing(one.was)
            yield decimal_or_nothing(item.proposed) if one is item else ""


def _lost(item: ItemResult) -> Iterator[str]:
    for one in item.checks if item.by_hand else item.markables:
        points = one.earned if one.was is None else one.was
        if one.verdict is Verdict.PENDING or points < one.points:
            yield short_text(one.id)
            yield "" if one.verdict is Verdict.PENDING else decimal_text(points)
