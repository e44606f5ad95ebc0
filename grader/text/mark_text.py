"""Marks and verdicts in words: earned points, points by hand with the reason, or the reason for no mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grader.model.result import (
    INTERNAL_ERROR,
    NEWER_PYTHON,
    CheckResult,
    ItemResult,
    ManualMark,
    Markable,
    Result,
    Score,
)
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text, points_text


def mark_text(score: Score) -> str:
    """
    Return the mark and the open points, such as ``79 of 95 automatic points; 5 points are marked by a person``.

    The mark is out of the points that are marked so far.
    """
    return "; ".join(filter(None, (f"{decimal_text(score.earned)} {out_of(score)}", to_be_marked(score))))


def out_of(score: Score) -> str:
    """Return the maximum of the earned points, such as ``of 95 automatic points``."""
    possible = score.possible - score.pending
    only_automatic = (score.earned, possible) == (score.automatic_earned, score.automatic_possible)
    points = "point" if possible == 1 else "points"
    if score.pending:
        points = f"automatic {points}" if only_automatic else f"{points} so far"
    bonus = f", plus {decimal_text(score.bonus)} bonus" if score.bonus else ""
    return f"of {decimal_text(possible)} {points}{bonus}"


def to_be_marked(score: Score) -> str:
    """Return the open points, such as ``5 points are marked by a person``; empty if none are open."""
    parts = [points_text(score.pending)] if score.pending else []
    parts += [f"the bonus ({decimal_text(score.bonus_pending)})"] if score.bonus_pending else []
    is_one = len(parts) == 1 and (not score.pending or score.pending == 1)
    return f"{' and '.join(parts)} {'is' if is_one else 'are'} marked by a person" if parts else ""


def praise(result: Result) -> str:
    """Return praise for a student who lost no automatic point; empty for all others."""
    score = result.score
    full = score is not None and score.automatic_earned == score.automatic_possible > 0
    if any(check.verdict is Verdict.PENDING for check in result.checks if check.points):
        return ""
    return "All automatic checks passed. Well done!" if full else ""


class NoMarkText(NamedTuple):
    """The text in place of a mark, one or two sentences each."""

    happened: str
    to_do: str


NO_MARK_TEXTS = {
    INTERNAL_ERROR: NoMarkText(
        "the grader failed, not the submission",
        "Grade it again; if it happens again, show these lines to whoever runs the grader.",
    ),
    NEWER_PYTHON: NoMarkText(
        "the grader's Python is older than the submission needs",
        "Grade it with a newer one: --python PATH names it. Or write what Python here can read.",
    ),
}


class Given(NamedTuple):
    """The points by hand of an item or a check."""

    item: Markable
    mark: ManualMark

    @property
    def title(self) -> str:
        if isinstance(self.item, CheckResult):
            return f"{self.item.id.partition('.')[0]}: {self.item.title}"
        return self.item.title

    @property
    def change_text(self) -> str:
        """A changed mark: ``13 (was 9: regraded, row order clarified), by Dr. May, 2026-11-20``."""
        text = f"{decimal_text(self.item.earned)} ({was_text(self.item)}: {self.mark.comment})"
        return ", ".join(filter(None, (text, given_text(self.mark))))

    @property
    def proposal_text(self) -> str:
        """A mark to confirm: ``4 (for an earlier version of the file: two names say nothing), by Dr. May``."""
        comment = f": {self.mark.comment}" if self.mark.comment else ""
        text = f"{decimal_text(self.mark.points)} (for an earlier version of the file{comment})"
        return ", ".join(filter(None, (text, given_text(self.mark))))

    @property
    def to_confirm_text(self) -> str:
        """A mark to confirm, for the student: ``An earlier version of the file was given 4 points by hand: ...``."""
        of = f" for {self.title}" if isinstance(self.item, CheckResult) else ""
        comment = f": {self.mark.comment.rstrip('.')}" if self.mark.comment else ""
        text = f"An earlier version of the file was given {points_text(self.mark.points)} by hand{of}{comment}."
        return f"{text} This counts once it is confirmed for this version."


def changes(result: Result) -> Iterator[Given]:
    """Yield the marks that a person changed, in the order of the rubric."""
    return (given for given in _given(result) if given.item.was is not None)


def filled_in(result: Result) -> Iterator[Given]:
    """Yield the marks that a person gave to open items, in the order of the rubric."""
    return (given for given in _given(result) if given.item.was is None)


def to_confirm(items: Iterable[ItemResult]) -> Iterator[Given]:
    """Yield the marks of an earlier version of the file that a person still has to confirm or change."""
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
    """Return whether a person has marked the open `item`."""
    return item.by_hand and item.verdict is not Verdict.PENDING


def was_text(item: Markable) -> str:
    """Return the grader's points: ``was 9``; empty if a person changed nothing."""
    return "" if item.was is None else f"was {decimal_text(item.was)}"


def earned_text(item: Markable) -> str:
    """Return the points that count, and the grader's points if a person changed them: ``13 (was 9)``."""
    was = was_text(item)
    return f"{decimal_text(item.earned)} ({was})" if was else decimal_text(item.earned)


def given_text(mark: ManualMark) -> str:
    """Return the marker and the time: ``by Dr. May, 2026-11-20``; empty if neither is known."""
    return ", ".join(filter(None, (mark.by and f"by {mark.by}", mark.when)))


WORDS = {Verdict.PENDING: "to be marked", Verdict.HARNESS_FAULT: "internal error"}
"""All other verdicts are shown by their value."""


def verdict_word(verdict: Verdict) -> str:
    return WORDS.get(verdict, verdict.value)


def is_unearned_bonus(item: ItemResult) -> bool:
    """Tell whether `item` is a bonus that earned nothing. No report shows such a bonus as a fault."""
    return item.bonus and not item.earned and item.verdict is not Verdict.PENDING


def item_word(item: ItemResult) -> str:
    if item.deduction is not None and item.earned:
        return "late"
    return "not earned" if is_unearned_bonus(item) else verdict_word(item.verdict)
