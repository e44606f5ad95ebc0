"""
An item that follows from the finished result: points that are taken off, or given back.

Every report shows the item with its reason. No code runs for it. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

from grader.capabilities.by_hand.marks import marks_given, refusal, with_manual
from grader.model.assessment import to_cents
from grader.model.reason import reason
from grader.model.result import ItemResult, ManualMark, Result
from grader.model.verdict import Verdict
from grader.scoring import ZERO, lost_by


def with_item(result: Result, capability: str, item: ItemResult | None) -> Result:
    """
    Return `result` with the `item` of `capability` as its only one, or without any.

    A person's points for the item stay, as a proposal if they are no longer possible. A result without a score stays
    unchanged.
    """
    before = result.item_of(capability)
    if result.score is None or (item is None and before is None):
        return result
    given: dict[str, ManualMark | None] = {}
    if item is not None and before is not None:
        item = replace(item, earlier=before.earlier)
        if before.manual is not None and refusal(item, before.manual):
            item = replace(item, earlier=before.manual)
        elif before.manual is not None:
            given[item.id] = before.manual
    others = (one for one in result.criteria if one is not before)
    criteria = (*others, *([] if item is None else [item]))
    return with_manual(replace(result, criteria=criteria), given)


def lost_before_marks(result: Result, checks: Collection[str]) -> Decimal:
    """Return the points that these `checks` lost before people's marks, on which no item depends."""
    return lost_by(with_manual(result, dict.fromkeys(marks_given(result))), checks)


def given_back(item_id: str, capability: str, title: str, points: Decimal, code: str) -> ItemResult | None:
    """Return the item that gives back rounded `points` of others, with the reason `code`; None without any."""
    earned = to_cents(points)
    if not earned:
        return None
    return ItemResult(
        id=item_id,
        title=title,
        points=ZERO,
        earned=earned,
        verdict=Verdict.PASS,
        reasons=(reason(code),),
        capability=capability,
    )
