"""
Joins the tables of several people. Where two people differ, neither decides.

A group has one mark: a row for one member counts for all members without a row. Points that are taken off, such as for
late work, are each member's own.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from grader.capabilities.by_hand.capability import CONFLICT, MarkChange
from grader.capabilities.by_hand.journal import Source, given_by
from grader.capabilities.by_hand.marks import items_by_id, marks_given, overlaps, takes_off
from grader.capabilities.by_hand.marks_file import MAX_COMMENT, MarksByStudent, MarksTable
from grader.model.result import ItemResult, ManualMark, Result
from grader.text.number_text import decimal_text


class GivenMark(NamedTuple):
    """A mark in one of the tables; None takes a mark back."""

    mark: ManualMark | None
    source: Source

    @property
    def points(self) -> Decimal | None:
        return None if self.mark is None else self.mark.points

    @property
    def text(self) -> str:
        """Such as ``4 (Kim, ta1.csv:3: two names)``."""
        points = "taken back" if self.mark is None else decimal_text(self.mark.points)
        where = ", ".join(filter(None, (self.source.by, self.source.place)))
        comment = f": {self.mark.comment}" if self.mark is not None and self.mark.comment else ""
        return f"{points} ({where}{comment})"


@dataclass(slots=True, kw_only=True)
class JointMarks:
    marks: MarksByStudent = field(default_factory=dict)
    sources: dict[str, dict[str, Source]] = field(default_factory=dict)  # by submission id and by item, as `marks`
    conflicts: list[str] = field(default_factory=list)
    """One sentence for each item with a conflict. Such an item stays as it is."""
    disputed: list[MarkChange] = field(default_factory=list)
    """The contradicting marks that the journal lacks."""
    agreeing: dict[tuple[str, str], list[Source]] = field(default_factory=dict)
    """Further people who gave an accepted mark, by submission id and item."""

    def take(self, student: str, item: str, mark: ManualMark | None, rows: Sequence[GivenMark]) -> None:
        """Accept a mark on which all `rows` of the tables agree."""
        self.marks.setdefault(student, {})[item] = mark
        self.sources.setdefault(student, {})[item] = rows[0].source
        if mark is not None:
            others = {row.source.by: row.source for row in rows if row.source.by not in ("", mark.by)}
            self.agreeing[student, item] = list(others.values())


def joined(
    tables: Sequence[MarksTable],
    results: Mapping[str, Result],
    known: Mapping[tuple[str, str], tuple[MarkChange, ...]] = MappingProxyType({}),
    *,
    replace: bool = False,
) -> JointMarks:
    """
    Return the marks of `tables` for `results`; with `replace` even in place of another person's earlier mark.

    `known` has the open conflicts, by student and item. A conflict ends when its people agree, or another person
    decides.
    """
    joint = JointMarks()
    said: dict[tuple[str, str], list[GivenMark]] = {}
    for table in tables:
        for student, marks in table.marks.items():
            for item, mark in marks.items():
                said.setdefault((student, item), []).append(GivenMark(mark, table.sources[student, item]))
    for (student, item), rows in _with_members(said, results).items():
        people = {row.source.by for row in rows}
        is_second = any(row.source.second for row in rows)
        dispute = known.get((student, item), ())
        has_part = is_second or any(one.who in people for one in dispute)
        before = [] if replace else _said_before(results[student], item, dispute, has_part=has_part)
        other = [row for row in before if is_second or (row.source.by and "" not in people)]
        other = [row for row in other if row.source.by not in people]
        every = [*other, *rows]
        if len({row.points for row in every}) > 1:
            joint.conflicts.append(f"{student}: {item}: {' or '.join(row.text for row in every)}")
            last = {one.who: one.new for one in dispute}
            new = (row for row in every if row.source.by not in last or last[row.source.by] != row.mark)
            joint.disputed += [_disputed(results[student], item, row) for row in new]
        else:
            joint.take(student, item, _with_comments([row.mark for row in every if row.mark is not None]), rows)
    _refuse_overlaps(joint, results)
    return joint


def _with_comments(marks: Sequence[ManualMark]) -> ManualMark | None:
    """Return the first of `marks` with equal points, with the comments of all; None without any."""
    if not marks:
        return None
    comment = ""
    for mark in marks:
        if mark.comment and f"; {mark.comment};" not in f"; {comment};":
            comment = f"{comment}; {mark.comment}" if comment else mark.comment
    return dataclasses.replace(marks[0], comment=comment[:MAX_COMMENT])


def _said_before(result: Result, item: str, dispute: Sequence[MarkChange], *, has_part: bool) -> list[GivenMark]:
    """Return the marks before the tables: the present one, or those of an open conflict, none without `has_part`."""
    if dispute:
        last = {one.who: one for one in dispute}
        return [GivenMark(one.new, Source(one.reason, who)) for who, one in last.items()] if has_part else []
    held = marks_given(result).get(item)
    return [] if held is None else [GivenMark(held, Source("until now", held.by))]


def share_places(results: Sequence[Result]) -> list[int]:
    """Return a number for each result that shares out a class; members of a group have the same."""
    keys = [f"group {one.submission.group}" if one.submission.group else one.submission.id for one in results]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return [places[key] for key in keys]


def second_sample(results: Iterable[Result]) -> list[Result]:
    """Return the results marked by hand in a fixed random order: the first five are a sample for second marking."""
    marked = [one for one in results if any(marked_items(one))]
    return sorted(marked, key=lambda one: hashlib.sha256(one.submission.id.encode("utf-8", "surrogatepass")).digest())


def marked_items(result: Result) -> Iterator[ItemResult]:
    return (item for item in result.criteria if item.by_hand and item.manual is not None)


def agreements(joint: JointMarks, results: Mapping[str, Result], known: Collection[MarkChange]) -> Iterator[MarkChange]:
    """Yield, for the journal, the people who agreed with another person's mark; `known` changes are left out."""
    said = {(one.student, one.item, one.who, one.new) for one in known}
    for (student, item), sources in joint.agreeing.items():
        mark = joint.marks[student].get(item)
        for source in sources:
            is_new = (student, item, source.by, mark) not in said
            if mark is not None and results[student].score is not None and is_new:
                found = items_by_id(results[student].criteria)[item]
                yield given_by(source, results[student], found, mark, mark)


def _disputed(result: Result, item: str, row: GivenMark) -> MarkChange:
    found = items_by_id(result.criteria)[item]
    return dataclasses.replace(given_by(row.source, result, found, found.manual, row.mark), action=CONFLICT)


def _with_members(
    said: Mapping[tuple[str, str], list[GivenMark]], results: Mapping[str, Result]
) -> dict[tuple[str, str], list[GivenMark]]:
    """Return `said` with the rows of one group member for the members without a row."""
    groups: dict[tuple[str, str], list[str]] = {}
    for student, result in results.items():
        if result.submission.group:
            groups.setdefault((result.submission.group, result.submission.sha256), []).append(student)
    every = dict(said)
    for (student, item), rows in said.items():
        who = results[student].submission
        if not who.group or takes_off(items_by_id(results[student].criteria).get(item)):
            continue
        before = marks_given(results[student]).get(item)
        for member in groups[who.group, who.sha256]:
            # A member with another mark so far has been marked apart.
            if (member, item) not in said and marks_given(results[member]).get(item) == before:
                every[member, item] = [*every.get((member, item), []), *rows]
    return every


def _refuse_overlaps(joint: JointMarks, results: Mapping[str, Result]) -> None:
    """Take back marks of different tables for an item and for one of its checks."""
    for student, marks in joint.marks.items():
        for item, check in overlaps(results[student], marks):
            named = [GivenMark(marks[one], joint.sources[student][one]).text for one in (item, check) if one in marks]
            joint.conflicts.append(f"{student}: item {item} and its check {check}: {' or '.join(named)}")
            marks.pop(item, None)
            marks.pop(check, None)
