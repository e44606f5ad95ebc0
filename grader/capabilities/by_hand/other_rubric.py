"""Marks by hand for which a rubric has no place, or other points: whose they are, and what a person says about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from grader.capabilities.by_hand.journal import Held
from grader.capabilities.by_hand.report import GIVEN, RESTS, MarkChange
from grader.model.assessment import half_up
from grader.model.rubric import Rubric
from grader.text.number_text import count_text, decimal_text

Way: TypeAlias = Literal["keep", "scale", "drop"]
DECIMALS = 2
NAMED = 30
"""Students whom a message names for one item."""


class Misfit(NamedTuple):
    """A mark that the rubric would drop, or give another meaning."""

    student: str
    item: str
    held: Held
    possible: Decimal | None
    """The points that the item has now; None if the rubric has no such item."""

    @property
    def mark_text(self) -> str:
        """Whose mark it is: ``ada 5 (Kim)``."""
        mark = self.held.mark
        if mark is None:
            return self.student
        return f"{self.student} {decimal_text(mark.points)}{f' ({mark.by})' if mark.by else ''}"


def misfits(student: str, held: Mapping[str, Held], rubric: Rubric) -> Iterator[Misfit]:
    """Yield the marks of a student that do not fit `rubric`, but for those of which a person knows it."""
    possible = {item.id: item.points for item in rubric.criteria}
    possible |= {share.check: share.points for item in rubric.criteria for share in item.shares}
    for item, one in held.items():
        # An item without points takes points off. Whether a student has one is known only when the work is graded.
        if one.mark is None or one.possible == 0 or rubric.sha256 in one.rests_in:
            continue
        if possible.get(item) != one.possible:
            yield Misfit(student, item, one, possible.get(item))


def misfit_texts(found: Iterable[Misfit]) -> list[str]:
    """Return a line for each item, with what changes and whose marks these are."""
    by_item: dict[tuple[str, Decimal | None, Decimal | None], list[Misfit]] = {}
    for one in found:
        by_item.setdefault((one.item, one.held.possible, one.possible), []).append(one)
    texts = []
    for (item, before, now), ones in by_item.items():
        had = "" if before is None else f" of {decimal_text(before)}"
        what = "is not in this rubric" if now is None else f"has {decimal_text(now)} points in this rubric"
        names = [one.mark_text for one in ones[:NAMED]]
        more = f" and {len(ones) - NAMED:,} more" if len(ones) > NAMED else ""
        count = count_text(len(ones), "mark")
        texts.append(f"{item} {what}; {count} by hand{had} points: {', '.join(names)}{more}")
    return texts


def decision(one: Misfit, way: Way, rubric: Rubric) -> MarkChange:
    """Return what `way` makes of a mark: what has no place rests until a rubric has one, unless it is dropped."""
    mark = one.held.mark
    if mark is None or way == "drop":
        return _change(one, rubric, None, "--marks drop")
    if one.possible is None:
        return _change(one, rubric, one.held, f"--marks {way}: not in this rubric")
    points = mark.points
    if way == "scale" and one.held.possible:
        points = half_up(Fraction(points) * Fraction(one.possible) / Fraction(one.held.possible), DECIMALS)
    if points > one.possible:
        return _change(one, rubric, one.held, f"--marks {way}: more than the {decimal_text(one.possible)} points now")
    reason = f"--marks {way}: {decimal_text(one.held.possible or Decimal())} -> {decimal_text(one.possible)} points"
    new = one.held._replace(mark=replace(mark, points=points), possible=one.possible)
    return _change(one, rubric, new, reason)


def _change(one: Misfit, rubric: Rubric, new: Held | None, reason: str) -> MarkChange:
    return MarkChange(
        student=one.student,
        item=one.item,
        action=RESTS if new is one.held else GIVEN,
        old=one.held.mark,
        new=None if new is None else new.mark,
        reason=reason,
        sha256=one.held.sha256,
        rubric=rubric.sha256,
        possible=one.held.possible if new is None else new.possible,
    )
