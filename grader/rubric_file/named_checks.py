"""The checks that the items of a rubric name, and those that they leave out."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.model.rubric import Share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model.rubric import RubricItem
    from grader.model.spec import Assignment


def full_name(item_id: str, written: str) -> str:
    """
    Return ``function.check`` for a name as it is written in the item called `item_id`.

    A name without a function is a check of the function that the item is called after.
    """
    return written if "." in written else f"{item_id}.{written}"


def left_out_checks(criteria: tuple[RubricItem, ...], assignment: Assignment) -> dict[str, str | None]:
    """
    Return the checks that no item names, in the table's order, each with the id of the item that shows it.

    That is the item whose id is the check's function, else the first item with another check of this function; None
    if there is neither.
    """
    named = [(item.id, share.check) for item in criteria for share in item.shares]
    homes = {check.partition(".")[0]: item_id for item_id, check in reversed(named)}
    homes |= {item_id: item_id for item_id, _ in named}
    used = {check for _, check in named}
    return {entry.id: homes.get(entry.function) for entry in assignment.checks if entry.id not in used}


def with_left_out(item: RubricItem, left_out: Mapping[str, str | None]) -> RubricItem:
    """Return `line` with the checks of `left_out` that it shows, for 0 points each."""
    more = tuple(Share(check=check, points=Decimal(0)) for check, item_id in left_out.items() if item_id == item.id)
    return dataclasses.replace(item, shares=(*item.shares, *more))


def left_out_notes(left_out: Mapping[str, str | None]) -> tuple[str, ...]:
    """Return notes on checks that no item names, given the id of the item that shows each; None if none does."""
    shown = ", ".join(check for check, item_id in left_out.items() if item_id is not None)
    hidden = ", ".join(check for check, item_id in left_out.items() if item_id is None)
    notes = []
    if shown:
        notes.append(f"these checks are left out and count 0 points: {shown}; add them with points to count them")
    if hidden:
        notes.append(
            "these checks are left out, count 0 points and stand in no report, since no item has a check of their"
            f" function: {hidden}; add them with points to count them"
        )
    return tuple(notes)
