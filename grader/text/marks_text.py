"""Points that a person gave, as all reports show them: the points, what the grader gave, why, and who and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.model.result import CheckResult, ItemResult, ManualMark, Markable, Result
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text, points_text


class Given(NamedTuple):
    """Points of an item or a check that a person gave."""

    item: Markable
    mark: ManualMark

    @property
    def title(self) -> str:
        """What reports call the line or check."""
        if isinstance(self.item, CheckResult):
            return f"{self.item.id.partition('.')[0]}: {self.item.title}"
        return self.item.title

    @property
    def change_text(self) -> str:
        """For points that were changed: ``13 (was 9: regraded, row order clarified), by Dr. May, 2026-11-20``."""
        given = given_text(self.mark)
        text = f"{decimal_text(self.item.earned)} ({was_text(self.item)}: {self.mark.comment})"
        return f"{text}, {given}" if given else text

    @property
    def proposal_text(self) -> str:
        """For points to confirm: ``4 (for an earlier version of the file: two names say nothing), by Dr. May``."""
        given = given_text(self.mark)
        comment = f": {self.mark.comment}" if self.mark.comment else ""
        text = f"{decimal_text(self.mark.points)} (for an earlier version of the file{comment})"
        return f"{text}, {given}" if given else text

    @property
    def to_confirm_text(self) -> str:
        """For the student: ``An earlier version of the file was given 4 points by hand: two names say nothing.``."""
        of = f" for {self.title}" if isinstance(self.item, CheckResult) else ""
        comment = f": {self.mark.comment.rstrip('.')}" if self.mark.comment else ""
        text = f"An earlier version of the file was given {points_text(self.mark.points)} by hand{of}{comment}."
        return f"{text} This counts once it is confirmed for this version."


def changes(result: Result) -> Iterator[Given]:
    """Yield what a person changed, in the order of the rubric."""
    return (given for given in _given(result) if given.item.was is not None)


def filled_in(result: Result) -> Iterator[Given]:
    """Yield what waited for a person and was filled in, in the order of the rubric."""
    return (given for given in _given(result) if given.item.was is None)


def to_confirm(items: Iterable[ItemResult]) -> Iterator[Given]:
    """Yield what a person gave to an earlier version of the file and has still to confirm or change."""
    for item in items:
        for one in item.markables:
            if one.earlier is not None:
                yield Given(one, one.earlier)


def _given(result: Result) -> Iterator[Given]:
    for item in result.criteria if result.score is not None else ():
        for one in item.markables:
            if one.manual is not None:
                yield Given(one, one.manual)


def is_filled_in(item: ItemResult) -> bool:
    """Return whether `item` waited for a person and has points now."""
    return item.by_hand and item.verdict is not Verdict.PENDING


def was_text(item: Markable) -> str:
    """Return what the grader gave: ``was 9``; empty if a person changed nothing."""
    return "" if item.was is None else f"was {decimal_text(item.was)}"


def earned_text(item: Markable) -> str:
    """Return the points that count, and what the grader gave if that was changed: ``13 (was 9)``."""
    was = was_text(item)
    return f"{decimal_text(item.earned)} ({was})" if was else decimal_text(item.earned)


def given_text(mark: ManualMark) -> str:
    """Return who gave a mark and when, as it was given: ``by Dr. May, 2026-11-20``; empty if neither was said."""
    return ", ".join(part for part in (mark.by and f"by {mark.by}", mark.when) if part)
