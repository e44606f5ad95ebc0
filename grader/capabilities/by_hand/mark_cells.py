"""What the cells of one row say about the points of an item: a number, or a word that stands for points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from grader.capabilities.by_hand.marks import refusal
from grader.capabilities.by_hand.marks_table import cell_text, points_problem
from grader.model.result import ItemResult, ManualMark, Markable
from grader.model.sanitize import sanitize
from grader.text.number_text import decimal_text

CONFIRMED = "ok"
"""Written in place of points: those that the grader proposes."""
KEPT = "keep"
"""Written in place of points: those that a person gave to an earlier version of the file, with that comment."""
TAKEN_BACK = "auto"
"""Written in place of points: none by hand any more."""
MAX_COMMENT = 500
"""Characters of a comment."""
MAX_GIVEN = 100
"""Characters of who gave the points, and of when."""


def read_mark(cells: Mapping[str, str], item: Markable | None) -> ManualMark | None:
    """
    Return the mark in `cells` (points, comment, by, when, proposed, earlier) for `item`; None if it is taken back.

    ValueError with what is wrong, as one sentence. Without an `item` only a number can be read.
    """
    text = cells.get("points", "")
    if text.lower() == TAKEN_BACK:
        return None
    by_word: dict[str, Callable[[str, Markable], ManualMark]] = {CONFIRMED: _proposed, KEPT: _earlier}
    words = {CONFIRMED: cells.get("proposed", ""), KEPT: cells.get("earlier", "")}
    word = text.lower()
    if word in by_word:
        known = ManualMark(points=Decimal(0)) if item is None else by_word[word](words[word], item)
    else:
        known = ManualMark(points=_number(text, item))
    mark = ManualMark(
        points=known.points,
        comment=cell_text(cells.get("comment", ""), MAX_COMMENT) or known.comment,
        by=cell_text(cells.get("by", ""), MAX_GIVEN) or known.by,
        when=cell_text(cells.get("when", ""), MAX_GIVEN) or known.when,
    )
    if item is not None and (problem := refusal(item, mark)):
        raise ValueError(problem)
    return mark


def _number(text: str, item: Markable | None) -> Decimal:
    takes_off = isinstance(item, ItemResult) and item.deduction is not None
    problem = points_problem(text[1:] if takes_off and text.startswith("-") and text != "-" else text)
    if problem is None:
        return Decimal(text)
    proposed = _proposed_points(item)
    hints = []
    if proposed is not None:
        hints.append(f"{CONFIRMED} for the proposed {decimal_text(proposed)}")
    if item is not None and item.earlier is not None:
        hints.append(f"{KEPT} for the {decimal_text(item.earlier.points)} of the earlier version")
    raise ValueError(problem + (f"; write {' or '.join(hints)}" if hints and not text else ""))


def _proposed(seen: str, item: Markable) -> ManualMark:
    """Return the proposed points, if they are those that the person has `seen`; an empty text tells nothing."""
    proposed = _proposed_points(item)
    if proposed is None:
        raise ValueError(f"no points are proposed for {item.id}; write a number")
    if _is_other(seen, proposed):
        text = f"the proposal for {item.id} is {decimal_text(proposed)} now, not {sanitize(seen, 40)}"
        raise ValueError(f"{text}; look at it again")
    return ManualMark(points=proposed)


def _earlier(seen: str, item: Markable) -> ManualMark:
    """Return the mark of an earlier version of the file, if its points are those that the person has `seen`."""
    mark = item.earlier
    if mark is None:
        raise ValueError(f"{item.id} has no points of an earlier version of the file; write a number")
    if _is_other(seen, mark.points):
        text = f"the earlier version had {decimal_text(mark.points)} for {item.id}, not {sanitize(seen, 40)}"
        raise ValueError(f"{text}; look at it again")
    return mark


def _is_other(seen: str, points: Decimal) -> bool:
    return bool(seen) and (points_problem(seen) is not None or Decimal(seen) != points)


def _proposed_points(item: Markable | None) -> Decimal | None:
    return item.proposed if isinstance(item, ItemResult) else None
