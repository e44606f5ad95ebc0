"""The checks that the lines of a rubric name, and those that they leave out."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.model.rubric import Share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model.rubric import Criterion
    from grader.model.spec import Assignment


def full_name(line_id: str, written: str) -> str:
    """
    Return ``function.check`` for a name as it is written in the line called `line_id`.

    A name without a function is a check of the function that the line is called after.
    """
    return written if "." in written else f"{line_id}.{written}"


def left_out_checks(criteria: tuple[Criterion, ...], assignment: Assignment) -> dict[str, str | None]:
    """
    Return the checks that no line names, in the table's order, each with the id of the line that shows it.

    That is the line whose id is the check's function, else the first line with another check of this function; None
    if there is neither.
    """
    named = [(line.id, share.check) for line in criteria for share in line.shares]
    homes = {check.partition(".")[0]: line_id for line_id, check in reversed(named)}
    homes |= {line_id: line_id for line_id, _ in named}
    used = {check for _, check in named}
    return {entry.id: homes.get(entry.function) for entry in assignment.checks if entry.id not in used}


def with_left_out(line: Criterion, left_out: Mapping[str, str | None]) -> Criterion:
    """Return `line` with the checks of `left_out` that it shows, for 0 points each."""
    more = tuple(Share(check=check, points=Decimal(0)) for check, line_id in left_out.items() if line_id == line.id)
    return dataclasses.replace(line, shares=(*line.shares, *more))


def left_out_notes(left_out: Mapping[str, str | None]) -> tuple[str, ...]:
    """Return notes on checks that no line names, given the id of the line that shows each; None if none does."""
    shown = ", ".join(check for check, line_id in left_out.items() if line_id is not None)
    hidden = ", ".join(check for check, line_id in left_out.items() if line_id is None)
    notes = []
    if shown:
        notes.append(f"these checks are left out and count 0 points: {shown}; add them with points to count them")
    if hidden:
        notes.append(
            "these checks are left out, count 0 points and stand in no report, since no item has a check of their"
            f" function: {hidden}; add them with points to count them"
        )
    return tuple(notes)
