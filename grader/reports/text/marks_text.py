"""Points that a person gave, as all reports show them: the points, what the grader gave, why, and who and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grader.model.result import CheckResult, Item, ManualMark, Result
from grader.reports.text.number_text import decimal_text


class Change(NamedTuple):
    """Points of a line or a check that a person changed."""

    item: Item
    mark: ManualMark

    @property
    def title(self) -> str:
        """What reports call the line or check."""
        if isinstance(self.item, CheckResult):
            return f"{self.item.id.partition('.')[0]}: {self.item.title}"
        return self.item.title

    @property
    def text(self) -> str:
        """Such as ``13 (was 9: regraded, row order clarified)``."""
        return f"{decimal_text(self.item.earned)} ({was_text(self.item)}: {self.mark.comment})"

    @property
    def whole_text(self) -> str:
        """The same, with who changed them and when, if that was said."""
        given = given_text(self.mark)
        return f"{self.text}, {given}" if given else self.text


def changes(result: Result) -> Iterator[Change]:
    """Yield what a person changed, in the order of the rubric; a line that a person filled in was not changed."""
    for line in result.criteria if result.score is not None else ():
        for item in line.items:
            if item.manual is not None and item.was is not None:
                yield Change(item, item.manual)


def was_text(item: Item) -> str:
    """Return what the grader gave: ``was 9``; empty if a person changed nothing."""
    return "" if item.was is None else f"was {decimal_text(item.was)}"


def earned_text(item: Item) -> str:
    """Return the points that count, and what the grader gave if that was changed: ``13 (was 9)``."""
    was = was_text(item)
    return f"{decimal_text(item.earned)} ({was})" if was else decimal_text(item.earned)


def given_text(mark: ManualMark) -> str:
    """Return who gave a mark and when, as it was given: ``by Dr. May, 2026-11-20``; empty if neither was said."""
    return ", ".join(part for part in (mark.by and f"by {mark.by}", mark.when) if part)
