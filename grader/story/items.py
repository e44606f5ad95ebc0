"""The items of the rubric with their points, and what the grader or a person has to say about each."""

from __future__ import annotations

from collections.abc import Mapping

from grader.blocks import Block, Detail, Item, Items, Link, Row, Say, Status
from grader.capabilities.registry import tell_item, widgets
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.verdict import Verdict
from grader.story.answer import percent_of
from grader.story.failures import anchor_of, status_of
from grader.story.findings import findings
from grader.text.mark_text import earned_text, is_filled_in, is_unearned_bonus, item_word, verdict_word, was_text
from grader.text.number_text import decimal_text, points_text


def items_block(result: Result) -> Items:
    """Return all items of a result that has a mark."""
    anchors = {
        member.check.id: anchor_of(finding.members[0].check)
        for found in findings(result)
        for finding in (found, *found.folded)
        for member in finding.members
    }
    # Beside what to fix first, one screen has no room for the items.
    level = Detail.ALL if any(one.costs for one in findings(result)) else Detail.NORMAL
    return Items("Item by item", tuple(_item(one, anchors) for one in result.criteria), level=level)


def decided_text(item: ItemResult) -> str:
    """Return the points of an item, and who decides about them: ``proposed 4.5 of 5, to be confirmed by hand``."""
    pending = item.verdict is Verdict.PENDING
    by_hand = ", marked by hand" if not pending and (item.manual is not None or item.by_hand) else ""
    if item.deduction is not None:
        was = f" ({was})" if (was := was_text(item)) else ""
        return "to be marked by hand" if pending else f"{points_text(item.earned)}{was}{by_hand}"
    of = f"of {decimal_text(item.points)}"
    if not pending:
        return f"{earned_text(item)} {of}{by_hand}"
    if item.proposed is None:
        return f"{decimal_text(item.points)} to be marked by hand"
    return f"proposed {decimal_text(item.proposed)} {of}, to be confirmed by hand"


def status_of_item(item: ItemResult) -> Status:
    """Return what a sign or a colour says of an item."""
    return Status.MUTED if is_unearned_bonus(item) else status_of(item.verdict)


def _item(item: ItemResult, anchors: Mapping[str, str]) -> Item:
    pending = item.verdict is Verdict.PENDING
    word = "by hand" if is_filled_in(item) else item_word(item)
    said: tuple[Block, ...] = (Say(item.message),) if item.message else ()
    return Item(
        item.title,
        status_of_item(item),
        word if item.was is None else "changed",
        "" if pending else decimal_text(item.earned),
        "" if item.deduction is not None else decimal_text(item.points),
        note=was_text(item) or ("" if item.proposed is None else f"{decimal_text(item.proposed)} proposed"),
        decided=decided_text(item),
        bonus=item.bonus,
        share=percent_of(item.earned, item.points),
        rows=tuple(_row(check, anchors.get(check.id, "")) for check in item.checks),
        functions=tuple(dict.fromkeys(check.function for check in item.checks)),
        children=(*said, *tell_item(item)),
        widgets=tuple(widgets(item)),
    )


def _row(check: CheckResult, anchor: str) -> Row:
    earned = "" if check.verdict is Verdict.PENDING and check.manual is None else f"{earned_text(check)} "
    return Row(
        Link(check.title, anchor) if anchor else check.title,
        status_of(check.verdict),
        verdict_word(check.verdict),
        f"{earned}of {decimal_text(check.points)}" if check.points else "costs nothing",
    )
