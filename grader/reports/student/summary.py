"""The answer in a few facts, with which a report ends: the mark, where points are lost, what to correct first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from grader.model.result import CriterionResult, Result
from grader.model.verdict import Verdict
from grader.reports.student.findings import Finding, mark_parts
from grader.reports.text.labelled_text import LabelledText
from grader.reports.text.mark_text import mark_text
from grader.reports.text.number_text import decimal_text

IN_MARK_TEXT = {"automatic", "to be marked by hand"}
"""Parts of the mark that the sentence about it says already."""


class LostPoints(NamedTuple):
    """An item on which points are lost."""

    item: CriterionResult
    lost: Decimal


def summary(result: Result, found: Sequence[Finding]) -> Iterator[LabelledText]:
    """Yield the mark, each item with lost points, what to correct first; nothing without a mark."""
    if result.score is None:
        return
    yield LabelledText("Mark", mark_text(result.score))
    lost = lost_points(result)
    width = max((len(decimal_text(one.lost)) for one in lost), default=0)
    for one in lost:
        yield LabelledText("Lost", f"{f'-{decimal_text(one.lost)}':>{width + 1}}  {one.item.title}")
    for part in mark_parts(result):
        is_said = part.label in IN_MARK_TEXT or (part.label == "bonus" and result.score.bonus_pending)
        if not is_said:
            yield LabelledText(part.label.capitalize(), part.text)
    if first := first_to_fix(found):
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


def first_to_fix(found: Sequence[Finding]) -> str:
    """Return which finding a student should correct first: the first that costs points; empty if none does."""
    finding = next((one for one in found if one.costs), None)
    if finding is None:
        return ""
    check = finding.check
    if finding.shared:  # such as a file that cannot be imported: no function is named
        return check.full_message
    function = check.id.partition(".")[0]
    title = f" ({check.title})" if len(finding.members) == 1 else ""
    return f"{function}: {check.pattern or f'{check.message}{title}'}"
