"""
The tables of several people as one: what two people say differently is decided by neither.

A group has one mark: that of a row for one member is every member's, unless another row says otherwise. Points taken
off, such as for late work, are each member's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.capabilities.by_hand.journal import Source
from grader.capabilities.by_hand.marks import items_by_id, marks_given, overlaps
from grader.capabilities.by_hand.marks_file import MarksByStudent, MarksTable
from grader.model.result import ItemResult, ManualMark, Result
from grader.text.number_text import decimal_text


class GivenMark(NamedTuple):
    """A mark in one of the tables; None takes one back."""

    mark: ManualMark | None
    source: Source

    @property
    def value(self) -> object:
        """What two people can disagree about."""
        return None if self.mark is None else (self.mark.points, self.mark.comment)

    @property
    def text(self) -> str:
        """Such as ``4 (Kim, ta1.csv:3: two names)``."""
        points = "taken back" if self.mark is None else decimal_text(self.mark.points)
        where = ", ".join(filter(None, (self.source.by, self.source.place)))
        comment = f": {self.mark.comment}" if self.mark is not None and self.mark.comment else ""
        return f"{points} ({where}{comment})"


@dataclass(slots=True, kw_only=True)
class JointMarks:
    """What all tables say together."""

    marks: MarksByStudent = field(default_factory=dict)
    sources: dict[str, dict[str, Source]] = field(default_factory=dict)
    """By submission id and by item, as `marks`."""
    conflicts: list[str] = field(default_factory=list)
    """One sentence for each item about which people do not agree: it stays as it is."""

    def take(self, student: str, item: str, row: GivenMark) -> None:
        """Take over a mark."""
        self.marks.setdefault(student, {})[item] = row.mark
        self.sources.setdefault(student, {})[item] = row.source


def joined(tables: Sequence[MarksTable], results: Mapping[str, Result], *, replace: bool = False) -> JointMarks:
    """Return what `tables` say for `results`; with `replace` also where another person has given a mark before."""
    joint = JointMarks()
    said: dict[tuple[str, str], list[GivenMark]] = {}
    for table in tables:
        for student, marks in table.marks.items():
            for item, mark in marks.items():
                said.setdefault((student, item), []).append(GivenMark(mark, table.sources[student, item]))
    for (student, item), rows in _with_members(said, results).items():
        held = marks_given(results[student]).get(item)
        before = [] if replace or held is None else [GivenMark(held, Source("until now", held.by))]
        people = {row.source.by for row in rows}
        other = [row for row in before if row.source.by and people and "" not in people | {row.source.by}]
        other = [row for row in other if row.source.by not in people]
        every = [*other, *rows]
        if len({row.value for row in every}) > 1:
            joint.conflicts.append(f"{student}: {item}: {' or '.join(row.text for row in every)}")
        else:
            joint.take(student, item, rows[0])
    _refuse_overlaps(joint, results)
    return joint


def _with_members(
    said: Mapping[tuple[str, str], list[GivenMark]], results: Mapping[str, Result]
) -> dict[tuple[str, str], list[GivenMark]]:
    """Return `said` with the rows of one member of a group for those of whom no row says anything."""
    groups: dict[tuple[str, str], list[str]] = {}
    for student, result in results.items():
        if result.submission.group:
            groups.setdefault((result.submission.group, result.submission.sha256), []).append(student)
    every = dict(said)
    for (student, item), rows in said.items():
        who = results[student].submission
        if not who.group or _is_personal(results[student], item):
            continue
        before = marks_given(results[student]).get(item)
        for member in groups[who.group, who.sha256]:
            # A member whose mark is another one until now has been marked apart.
            if (member, item) not in said and marks_given(results[member]).get(item) == before:
                every[member, item] = [*every.get((member, item), []), *rows]
    return every


def _is_personal(result: Result, item: str) -> bool:
    found = items_by_id(result.criteria).get(item)
    return isinstance(found, ItemResult) and found.deduction is not None


def _refuse_overlaps(joint: JointMarks, results: Mapping[str, Result]) -> None:
    """Take back what different tables give to an item and to a check of it."""
    for student, marks in joint.marks.items():
        found: Iterable[tuple[str, str]] = overlaps(results[student], marks)
        for item, check in list(found):
            named = [GivenMark(marks[one], joint.sources[student][one]).text for one in (item, check) if one in marks]
            joint.conflicts.append(f"{student}: item {item} and its check {check}: {' or '.join(named)}")
            marks.pop(item, None)
            marks.pop(check, None)
