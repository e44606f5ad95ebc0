"""Two gradings of one class compared: whose mark changed, in which items, and why."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from grader.blocks import Block, Bullets, Detail, Facts, Story
from grader.model.class_row import roster_place
from grader.model.result import ItemResult, Markable, Result
from grader.model.verdict import Verdict
from grader.text.number_text import count_text, decimal_text, score_text
from grader.text.spreadsheet_cell import csv_cell
from grader.widgets import short_text

FILE, RUBRIC, GRADER, PERSON, TIME, UNKNOWN = "file", "rubric", "grader", "person", "time", "unknown"
NEW, GONE = "new", "gone"
REASONS = {
    FILE: "another version of the file",
    RUBRIC: "another rubric",
    GRADER: "another version of the grader, or another Python or sandbox",
    PERSON: "points by hand",
    TIME: "when it was handed in, or an extension",
    UNKNOWN: "not known: file, rubric and grader are the same",
    NEW: "only in the second",
    GONE: "only in the first",
}
"""Why a mark changed, by codes that files for programs hold."""
HEADER = ("id", "student", "before", "after", "because", "item", "item_before", "item_after", "checks")


class ItemChange(NamedTuple):
    """An item whose points are not the same; a number is None where the item has none or is still to be marked."""

    id: str
    before: Decimal | None
    after: Decimal | None
    checks: tuple[str, ...]
    """The checks whose verdict or points are not the same."""
    because: tuple[str, ...]


class StudentChange(NamedTuple):
    """A student whose mark is not the same; a result is None where the student is not in the class."""

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
        """Whether the student has fewer points than before, or no mark any more."""
        before, after = _points(self.before), _points(self.after)
        return before is not None and (after is None or after < before)


def compared(before: Sequence[Result], after: Sequence[Result]) -> list[StudentChange]:
    """Return what changed, in the order of names: results belong together by the ids of their students."""
    old, new = ({one.submission.id: one for one in every} for every in (before, after))
    found = (_change(old.get(name), new.get(name)) for name in {**old, **new})
    return sorted(filter(None, found), key=lambda change: roster_place(change.student))


def _change(before: Result | None, after: Result | None) -> StudentChange | None:
    if before is None or after is None:
        return StudentChange(before, after, (), (NEW if before is None else GONE,))
    if before.status != after.status:
        return StudentChange(before, after, (), (_cause(before, after),))
    items = tuple(_changed_items(before, after))
    if not items and before.score == after.score:
        return None
    because = dict.fromkeys(cause for item in items for cause in item.because)
    return StudentChange(before, after, items, tuple(because) or (_cause(before, after),))


def _changed_items(before: Result, after: Result) -> Iterator[ItemChange]:
    old, new = ({item.id: item for item in result.criteria} for result in (before, after))
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        if _earned(was) != _earned(now):
            checks = tuple(_changed_checks(was, now)) if was and now else ()
            yield ItemChange(name, _earned(was), _earned(now), checks, tuple(_causes(was, now, before, after)))


def _changed_checks(was: ItemResult, now: ItemResult) -> Iterator[str]:
    old, new = ({check.id: check for check in item.checks} for item in (was, now))
    for name in {**old, **new}:
        one, other = old.get(name), new.get(name)
        if one is None or other is None or (one.verdict, one.earned) != (other.verdict, other.earned):
            yield name


def _causes(was: ItemResult | None, now: ItemResult | None, before: Result, after: Result) -> Iterator[str]:
    """Yield why an item has other points, a person first."""
    if was is None or now is None:
        yield RUBRIC
        return
    if _by_person(was) != _by_person(now):
        yield PERSON
    if _worth(was) != _worth(now):
        yield RUBRIC
    if _seen(was) != _seen(now):
        is_time = now.deduction is not None and _times(before) != _times(after)
        yield TIME if is_time else _cause(before, after)


def _cause(before: Result, after: Result) -> str:
    """Return why the grader found something else."""
    old, new = before.submission, after.submission
    if (old.sha256, old.main) != (new.sha256, new.main):
        return FILE
    if _grader(before) != _grader(after):
        return GRADER
    return RUBRIC if before.rubric.sha256 != after.rubric.sha256 else UNKNOWN


def _by_person(item: ItemResult) -> dict[str, Decimal]:
    return {one.id: one.manual.points for one in item.markables if one.manual is not None}


def _worth(item: ItemResult) -> dict[str, Decimal]:
    return {one.id: one.points for one in item.markables}


def _seen(item: ItemResult) -> tuple[object, ...]:
    """Return what the grader decides: verdicts, or in an item without checks its points."""
    if item.checks:
        return tuple((check.id, check.verdict) for check in item.checks)
    points = item.earned if item.was is None else item.was
    share = points / item.points if item.points else points
    return (item.proposed, item.deduction) if item.by_hand else (share, item.deduction)


def _times(result: Result) -> tuple[object, ...]:
    who = result.submission
    return who.submitted_at, who.late, who.extension


def _grader(result: Result) -> tuple[object, ...]:
    used = result.grader
    return used.version, used.python, used.isolation and used.isolation.level


def _earned(item: Markable | None) -> Decimal | None:
    return None if item is None or item.verdict is Verdict.PENDING else item.earned


def _points(result: Result | None) -> Decimal | None:
    return None if result is None or result.score is None else result.score.earned + result.score.bonus


def tell_comparison(changes: Sequence[StudentChange], students: int) -> Story:
    """Return the story of `changes` among `students` in all."""
    blocks: list[Block] = []
    if changes:
        blocks.append(Bullets(tuple(map(_line, changes))))
        causes = dict.fromkeys(cause for change in changes for cause in change.because)
        blocks.append(Facts(tuple((cause, REASONS[cause]) for cause in causes)))
    return Story(
        title="Marks compared",
        who="",
        about=f"{count_text(students, 'student')}.",
        mark="",
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
    before, after = (
        "not in the class" if one is None else one.no_mark or (score_text(one.score) if one.score else "")
        for one in (change.before, change.after)
    )
    return before, after


def _line(change: StudentChange) -> str:
    before, after = _marks(change)
    items = (
        f"{short_text(item.id)} {_text(item.before) or 'open'} -> {_text(item.after) or 'open'}"
        + (f" ({', '.join(map(short_text, item.checks))})" if item.checks else "")
        for item in change.items
    )
    who = f"{short_text(change.student.submission.label)}: {before} -> {after} ({', '.join(change.because)})"
    return ": ".join(filter(None, (who, "; ".join(items))))


def comparison_csv(changes: Sequence[StudentChange]) -> str:
    """Return `changes` as CSV, a row for each item, or for a student without a changed item."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(HEADER)
    for change in changes:
        who = change.student.submission
        first = (who.id, who.student, *_marks(change))
        for item in change.items or (None,):
            cells = (item.id, _text(item.before) or "", _text(item.after) or "") if item else ("", "", "")
            checks, because = (item.checks, item.because) if item else ((), change.because)
            row = (*first, " ".join(because), *cells, " ".join(checks))
            writer.writerow(map(csv_cell, row))
    return table.getvalue()


def comparison_json(changes: Sequence[StudentChange]) -> str:
    """Return `changes` for programs; points are texts, as in `result.json`."""
    listed = [
        {
            "id": change.student.submission.id,
            "student": change.student.submission.student,
            "before": _text(_points(change.before)),
            "after": _text(_points(change.after)),
            "lower": change.is_lower,
            "because": list(change.because),
            "items": [
                {
                    "id": item.id,
                    "before": _text(item.before),
                    "after": _text(item.after),
                    "checks": list(item.checks),
                    "because": list(item.because),
                }
                for item in change.items
            ],
        }
        for change in changes
    ]
    return json.dumps(listed, indent=1)


def _text(points: Decimal | None) -> str | None:
    return None if points is None else decimal_text(points)
