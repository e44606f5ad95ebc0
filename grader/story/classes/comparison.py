"""Compares two gradings of one class: whose mark changed, in which items, and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from grader.blocks import Block, Bullets, Detail, Facts, Story
from grader.capabilities.registry import BROUGHT_CHECKS
from grader.model.class_row import roster_place
from grader.model.result import ItemResult, Markable, Result, Score
from grader.model.verdict import Verdict
from grader.scoring import ZERO
from grader.text.number_text import count_text, decimal_or_nothing, decimal_text, scaled_text, score_text
from grader.text.spreadsheet_cell import csv_cell, csv_text
from grader.widgets import short_text

FILE, RUBRIC, GRADER, PERSON, TIME, UNKNOWN = "file", "rubric", "grader", "person", "time", "unknown"
NEW, GONE = "new", "gone"
REASONS = {
    FILE: "another version of the file",
    RUBRIC: "another rubric",
    GRADER: "another version of the grader, or another Python or sandbox",
    PERSON: "points by hand",
    TIME: "when it was handed in, an extension, or the deadline",
    UNKNOWN: "not known: file, rubric and grader are the same",
    NEW: "a result only in the second",
    GONE: "a result only in the first",
}
"""Why a mark changed. Files for programs hold these codes."""
HEADER = ("id", "student", "before", "after", "because", "item", "item_before", "item_after", "checks")


class ItemChange(NamedTuple):
    """An item with changed points. A number is None without the item, or while the item is open."""

    id: str
    before: Decimal | None
    after: Decimal | None
    only_in: str
    """`NEW` or `GONE` if one result lacks the item."""
    checks: tuple[str, ...]
    because: tuple[str, ...]


class StudentChange(NamedTuple):
    """A student with a changed mark. A result is None if the student is not in that class."""

    before: Result | None
    after: Result | None
    items: tuple[ItemChange, ...]
    because: tuple[str, ...]

    @property
    def student(self) -> Result:
        """The later of the two results."""
        found = self.after or self.before
        assert found is not None  # noqa: S101 - one of the two exists
        return found

    @property
    def is_lower(self) -> bool:
        old, new = (one.score if one else None for one in (self.before, self.after))
        if old is None or new is None:
            return new is None and old is not None
        if old.scaled is not None and new.scaled is not None:
            return new.scaled < old.scaled
        return new.earned + new.bonus < old.earned + old.bonus


def compared(before: Sequence[Result], after: Sequence[Result]) -> list[StudentChange]:
    """Return the changes in the order of names. Results belong together by the ids of their students."""
    old, new = ({one.submission.id: one for one in every} for every in (before, after))
    found = (_change(old.get(name), new.get(name)) for name in {**old, **new})
    return sorted(filter(None, found), key=lambda change: roster_place(change.student))


def _change(before: Result | None, after: Result | None) -> StudentChange | None:
    if before is None or after is None:
        return StudentChange(before, after, (), (NEW if before is None else GONE,))
    if before.status != after.status:
        return StudentChange(before, after, (), (_cause(before, after),))
    items = tuple(_changed_items(before, after))
    if not items and _shown(before) == _shown(after):
        return None
    because = dict.fromkeys(cause for item in items for cause in item.because)
    return StudentChange(before, after, items, tuple(because) or (_cause(before, after),))


def _shown(result: Result) -> Score | None:
    return result.score and replace(result.score, automatic_earned=ZERO, automatic_possible=ZERO)


def _changed_items(before: Result, after: Result) -> Iterator[ItemChange]:
    old, new = ({item.id: item for item in result.criteria} for result in (before, after))
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        if _earned(was) != _earned(now):
            checks = tuple(_changed_checks(was, now)) if was and now else ()
            causes = dict.fromkeys(_causes(was, now, before, after)) or (_cause(before, after),)
            only_in = NEW if was is None else GONE if now is None else ""
            yield ItemChange(name, _earned(was), _earned(now), only_in, checks, tuple(causes))


def _changed_checks(was: ItemResult, now: ItemResult) -> Iterator[str]:
    old, new = ({check.id: check for check in item.checks} for item in (was, now))
    for name in {**old, **new}:
        one, other = old.get(name), new.get(name)
        if one is None or other is None or (one.verdict, one.earned) != (other.verdict, other.earned):
            yield name


def _causes(was: ItemResult | None, now: ItemResult | None, before: Result, after: Result) -> Iterator[str]:
    """Yield why an item has other points; nothing if the item does not tell."""
    is_late = any(item is not None and item.deduction is not None for item in (was, now))
    if before.rubric.sha256 == after.rubric.sha256 and is_late:
        yield PERSON if was and now and _by_person(was) != _by_person(now) else TIME
    elif was is None or now is None:
        yield RUBRIC if before.rubric.sha256 != after.rubric.sha256 else _cause(before, after)
    else:
        if _worth(was) != _worth(now):
            yield RUBRIC
        elif _by_person(was) != _by_person(now):
            yield PERSON
        if other := _seen_otherwise(was, now):
            is_about_files = {*other} <= BROUGHT_CHECKS and before.rubric.sha256 == after.rubric.sha256
            yield FILE if is_about_files else _cause(before, after)


def _cause(before: Result, after: Result) -> str:
    old, new = before.submission, after.submission
    if (old.sha256, old.main) != (new.sha256, new.main):
        return FILE
    if _grader(before) != _grader(after):
        return GRADER
    if before.rubric.sha256 != after.rubric.sha256:
        return RUBRIC
    return GRADER if before.grader.key != after.grader.key else UNKNOWN


def _by_person(item: ItemResult) -> set[tuple[str, Decimal]]:
    """Return a person's marks, also those of an earlier version: a new version is no decision of a person."""
    given = ((one.id, one.manual or one.earlier) for one in item.markables)
    return {(name, mark.points) for name, mark in given if mark is not None}


def _worth(item: ItemResult) -> dict[str, Decimal]:
    return {one.id: one.points for one in item.markables}


def _seen_otherwise(was: ItemResult, now: ItemResult) -> list[str]:
    """Return the common checks with changed verdicts; of an item without checks its id."""
    if was.checks and now.checks:
        verdicts = {check.id: check.verdict for check in was.checks}
        return [check.id for check in now.checks if verdicts.get(check.id, check.verdict) is not check.verdict]
    return [now.id] if _share(was) != _share(now) else []


def _share(item: ItemResult) -> Decimal | None:
    """Return the part of an item's points that the grader gives or proposes."""
    points = item.proposed if item.by_hand else item.earned if item.was is None else item.was
    return points / item.points if points and item.points else points


def _grader(result: Result) -> tuple[object, ...]:
    used = result.grader
    return used.version, used.python, used.isolation and used.isolation.level


def _earned(item: Markable | None) -> Decimal | None:
    return None if item is None or item.verdict is Verdict.PENDING else item.earned


def tell_comparison(changes: Sequence[StudentChange], students: int) -> Story:
    blocks: list[Block] = []
    if changes:
        blocks.append(Bullets(tuple(map(_line, changes))))
        causes = dict.fromkeys(cause for change in changes for cause in change.because)
        blocks.append(Facts(tuple((cause, REASONS[cause]) for cause in causes)))
    return Story(
        title="Marks compared",
        about=f"{count_text(students, 'student')}.",
        answer=(Facts((("Marks", changed_text(changes)),), level=Detail.BRIEF),),
        blocks=tuple(blocks),
    )


def changed_text(changes: Sequence[StudentChange]) -> str:
    """Return such as ``3 marks changed, 1 of them lower (2 file, 1 rubric)``."""
    if not changes:
        return "no mark changed"
    lower = sum(change.is_lower for change in changes)
    counts = Counter(cause for change in changes for cause in change.because)
    parts = (f"{count:,} {cause}" for cause, count in counts.most_common())
    return f"{count_text(len(changes), 'mark')} changed, {lower:,} of them lower ({', '.join(parts)})"


def _marks(change: StudentChange) -> tuple[str, str]:
    shown = (change.before, change.after)
    before, after = ("no result" if one is None else one.no_mark or _mark(one) for one in shown)
    if before == after and change.before and change.after:
        before, after = (f"{_mark(one)} ({_scaled(one)})" for one in (change.before, change.after))
    return before, after


def _mark(result: Result) -> str:
    return score_text(result.score) if result.score else ""


def _scaled(result: Result) -> str:
    return scaled_text(result.score, result.rubric.scale_decimals) if result.score else ""


def _line(change: StudentChange) -> str:
    before, after = _marks(change)
    items = (
        f"{short_text(item.id)} {_step(item)}"
        + (f" ({', '.join(map(short_text, item.checks))})" if item.checks else "")
        for item in change.items
    )
    who = f"{short_text(change.student.submission.label)}: {before} -> {after} ({', '.join(change.because)})"
    return ": ".join(filter(None, (who, "; ".join(items))))


def _step(item: ItemChange) -> str:
    if item.only_in:
        return f"{item.only_in}, {decimal_or_nothing(item.after if item.only_in == NEW else item.before) or 'open'}"
    return f"{decimal_or_nothing(item.before) or 'open'} -> {decimal_or_nothing(item.after) or 'open'}"


def comparison_csv(changes: Sequence[StudentChange]) -> str:
    """Return `changes` as CSV, a row for each item, or for a student without a changed item."""
    return csv_text((HEADER, *(map(csv_cell, row) for row in _csv_rows(changes))))


def _csv_rows(changes: Sequence[StudentChange]) -> Iterator[Sequence[str]]:
    for change in changes:
        who = change.student.submission
        first = (who.id, who.student, *_marks(change))
        for item in change.items or (ItemChange("", None, None, "", (), change.because),):
            points = decimal_or_nothing(item.before), decimal_or_nothing(item.after)
            yield (*first, " ".join(item.because), item.id, *points, " ".join(item.checks))


def comparison_json(changes: Sequence[StudentChange]) -> str:
    """Return `changes` as JSON. Points are texts, as in `result.json`."""
    listed = [
        {
            "id": change.student.submission.id,
            "student": change.student.submission.student,
            **_points("before", change.before),
            **_points("after", change.after),
            "lower": change.is_lower,
            "because": change.because,
            "items": [item._asdict() for item in change.items],
        }
        for change in changes
    ]
    return json.dumps(listed, indent=1, default=decimal_text)


def _points(when: str, result: Result | None) -> dict[str, Decimal | None]:
    score = result.score if result else None
    return {when: score.earned + score.bonus if score else None, f"scaled_{when}": score.scaled if score else None}
