"""The answer in a few facts, with which a report ends: the mark, where points are lost, what to correct first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from grader.model.result import CriterionResult, Result
from grader.model.verdict import Verdict
from grader.reports.student.finding_groups import FindingGroup, fix_first
from grader.reports.student.findings import mark_parts
from grader.text.labelled_text import LabelledText
from grader.text.mark_text import mark_text
from grader.text.number_text import count_text, decimal_text

IN_MARK_TEXT = {"automatic", "to be marked by hand"}
"""Parts of the mark that the sentence about it says already."""


class LostPoints(NamedTuple):
    """An item on which points are lost."""

    item: CriterionResult
    lost: Decimal


def summary(result: Result, groups: Sequence[FindingGroup]) -> Iterator[LabelledText]:
    """Yield the mark, each item with lost points, what to correct first; nothing without a mark."""
    if result.score is None:
        return
    yield LabelledText("Mark", mark_text(result.score))
    lost = lost_points(result)
    width = max((len(decimal_text(one.lost)) for one in lost), default=0)
    for one in lost:
        yield LabelledText("Lost", f"{f'-{decimal_text(one.lost)}':>{width + 1}}  {one.item.title}")
    for part in mark_parts(result):
        is_said = part.label in IN_MARK_TEXT or (
            part.label == "bonus" and (result.score.bonus_pending or result.score.bonus)
        )
        if not is_said:
            yield LabelledText(part.label.capitalize(), part.text)
    if first := first_to_fix(groups):
        yield LabelledText("Fix this first", first)


def lost_points(result: Result) -> list[LostPoints]:
    """Return the items on which points are lost, in the order of the rubric; a bonus that was not earned is no loss."""
    return [
        LostPoints(item, item.points - item.earned)
        for item in result.criteria
        if result.score is not None
        and item.verdict is not Verdict.PENDING
        and not item.bonus
        and item.earned < item.points
    ]


def first_to_fix(groups: Sequence[FindingGroup]) -> str:
    """Return what a student should correct first, and how much may follow from it; empty if nothing costs points."""
    group = fix_first(groups)
    if group is None or not group.costs:
        return ""
    if not group.failures:
        return group.headline
    return f"{group.headline}; {count_text(group.failures, 'further failure')} may follow from it"
