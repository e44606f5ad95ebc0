"""
The history of marks by hand: all changes, the valid marks, and marks without a place in another rubric.

A change is never altered. The last change of a student's item counts, unless it is undone. All functions are pure;
`grader/store/marks_journal.py` reads and writes `marks.jsonl`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from grader.capabilities.by_hand.capability import (
    CONFLICT,
    DEALT_WITH,
    LOOKED_AT,
    RESTS,
    UNCOUNTED,
    UNDONE,
    MarkChange,
    MarkHistory,
)
from grader.capabilities.by_hand.marks import (
    items_by_id,
    marks_given,
    marks_to_confirm,
    overlaps,
    refusal,
    with_manual,
    with_marks_to_confirm,
)
from grader.model.assessment import half_up
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.result import ManualMark, Markable, Result
from grader.model.rubric import Rubric
from grader.text.number_text import count_text, decimal_text, shortened_list


class Held(NamedTuple):
    """The state of one item of a student."""

    mark: ManualMark | None  # None if the mark was taken back
    sha256: str
    possible: Decimal | None
    rests_at: frozenset[Decimal | None] = frozenset()
    """Points of the item, or None without the item, with which the mark rests and a person knows it."""


class Journal:
    """All changes of a class, in their order."""

    def __init__(self, changes: Iterable[MarkChange] = ()) -> None:
        self._by_student: dict[str, list[MarkChange]] = {}
        for change in changes:
            self._by_student.setdefault(change.student, []).append(change)

    def __bool__(self) -> bool:
        """Return whether any mark was ever given."""
        return bool(self._by_student)

    def of(self, student: str) -> tuple[MarkChange, ...]:
        return tuple(self._by_student.get(student, ()))

    @property
    def students(self) -> tuple[str, ...]:
        """The ids of all students with changes."""
        return tuple(self._by_student)

    @property
    def conflicts(self) -> dict[tuple[str, str], tuple[MarkChange, ...]]:
        """The contradicting changes by different people, by student and item."""
        found = {student: open_conflicts(changes) for student, changes in self._by_student.items()}
        return {(student, item): said for student, items in found.items() for item, said in items.items()}

    def has_dealt_with(self, row: ClassRow, need: str) -> bool:
        """Tell whether a person has dealt with the case `need` of `row` in this version."""
        case = (need, seen_version(row))
        said = [
            one for one in self.of(student_of(row).id) if one.action in LOOKED_AT and (one.item, one.sha256) == case
        ]
        return bool(said) and said[-1].action == DEALT_WITH

    def and_these(self, changes: Iterable[MarkChange]) -> Journal:
        return Journal((*(change for every in self._by_student.values() for change in every), *changes))


def seen_version(row: ClassRow) -> str:
    """Return a hash that differs between versions of a student's submission."""
    return hashlib.sha256(row.reason.encode()).hexdigest() if isinstance(row, NotGraded) else row.submission.sha256


def held_states(changes: Iterable[MarkChange]) -> dict[str, list[Held]]:
    """Return, for each item of one student, the state after each change that was not undone, the last one valid now."""
    states: dict[str, list[Held]] = {}
    for one in changes:
        state = states.setdefault(one.item, [])
        if one.action in UNCOUNTED or one.action in LOOKED_AT:
            if one.action == RESTS and state:
                state[-1] = state[-1]._replace(rests_at=state[-1].rests_at | {one.possible})
            continue
        if one.action == UNDONE and state:
            state.pop()
            if (state[-1].mark if state else None) == one.new:
                continue
        state.append(Held(one.new, one.sha256, one.possible))
    return states


def holds_now(changes: Iterable[MarkChange]) -> dict[str, Held]:
    """Return the valid states of one student, by item and check; a mark that was taken back is None."""
    return {item: states[-1] if states else Held(None, "", None) for item, states in held_states(changes).items()}


def open_conflicts(changes: Iterable[MarkChange]) -> dict[str, tuple[MarkChange, ...]]:
    """Return, for each item of one student with a conflict, the last change of each person."""
    found: dict[str, tuple[MarkChange, ...]] = {}
    for one in changes:
        if one.action == CONFLICT:
            others = (said for said in found.get(one.item, ()) if not one.who or said.who != one.who)
            found[one.item] = (*others, one)
        elif one.action != RESTS:
            found.pop(one.item, None)
    return found


def undoing(changes: tuple[MarkChange, ...], item: str, result: Result, *, who: str, reason: str) -> MarkChange | None:
    """Return the change that undoes the last one of `item`; None if none of its `changes` is left."""
    states = held_states(changes).get(item, [])
    if not states:
        return None
    before = states[-2] if len(states) > 1 else Held(None, states[-1].sha256, states[-1].possible)
    return MarkChange(
        student=result.submission.id,
        item=item,
        action=UNDONE,
        old=states[-1].mark,
        new=before.mark,
        reason=reason,
        who=who,
        sha256=before.sha256,
        rubric=result.rubric.sha256,
        possible=before.possible,
    )


def unrecorded(result: Result, changes: Iterable[MarkChange]) -> Iterator[MarkChange]:
    """Yield a change for each mark in `result` whose item has no `changes`: an older grader kept no journal."""
    recorded = {change.item for change in changes if change.action not in {*UNCOUNTED, *LOOKED_AT}}
    items = items_by_id(result.criteria)
    for marks, sha256 in ((marks_given(result), result.submission.sha256), (marks_to_confirm(result), "")):
        for name, mark in marks.items():
            if name not in recorded:
                source = Source("found in result.json", mark.by)
                yield replace(given_by(source, result, items[name], None, mark), sha256=sha256)


class Source(NamedTuple):
    place: str = ""  # the file and the row
    by: str = ""
    second: bool = False
    """Whether this is a second marking, for which the present mark does not give way."""


def given_by(
    source: Source, result: Result, item: Markable, old: ManualMark | None, new: ManualMark | None
) -> MarkChange:
    """Return the change of a mark of `item` for the submission and the rubric of `result`."""
    return MarkChange(
        student=result.submission.id,
        item=item.id,
        old=old,
        new=new,
        reason=source.place,
        who=source.by,
        sha256=result.submission.sha256,
        rubric=result.rubric.sha256,
        possible=item.points,
    )


def changes_between(
    before: Result, after: Result, sources: Mapping[str, Source], settled: Container[str] = ()
) -> Iterator[MarkChange]:
    """
    Yield the changes of a person's marks; `sources` are by item.

    A mark that stays is given again if its item is now `settled`.
    """
    had = {**marks_to_confirm(before), **marks_given(before)}
    given, open_still = marks_given(after), marks_to_confirm(after)
    for name, item in items_by_id(after.criteria).items():
        old, new = had.get(name), given.get(name)
        unchanged = marks_given(before).get(name) == new and (new is not None or old is None)
        if name in open_still or (unchanged and name not in settled):
            continue
        source = sources.get(name) or Source(by=new.by if new is not None else "")
        yield given_by(source, after, item, old, new)


class Restored(NamedTuple):
    result: Result
    lost: dict[str, ManualMark]
    """Marks without a place in the result. They stay in the journal, and count again where they have a place."""


def with_held(result: Result, held: Mapping[str, Held]) -> Restored:
    """
    Return `result` with the valid marks, whatever marks it had.

    Marks for its file count; marks for another version of the file are proposals. No mark counts for an item with other
    points than the mark was given for.
    """
    if result.score is None:
        return Restored(result, {})
    bare = with_marks_to_confirm(with_manual(result, dict.fromkeys(marks_given(result))), {})
    items = items_by_id(result.criteria)
    marks = {name: one.mark for name, one in held.items() if one.mark is not None}
    fitting = {
        name: mark
        for name, mark in marks.items()
        if name in items and items[name].points == held[name].possible and not refusal(items[name], mark)
    }
    same_file = {name for name in fitting if held[name].sha256 == result.submission.sha256}
    kept = _apart(bare, {name: mark for name, mark in fitting.items() if name in same_file})
    to_confirm = _apart(bare, {name: mark for name, mark in fitting.items() if name not in same_file})
    lost = {name: mark for name, mark in marks.items() if name not in {*kept, *to_confirm}}
    return Restored(with_marks_to_confirm(with_manual(bare, kept), to_confirm), lost)


def _apart(result: Result, marks: dict[str, ManualMark]) -> dict[str, ManualMark]:
    """Return `marks` without those of checks whose item has a mark."""
    hidden = {overlap.check for overlap in overlaps(result, marks)}
    return {name: mark for name, mark in marks.items() if name not in hidden}


def with_history(result: Result, changes: tuple[MarkChange, ...]) -> Result:
    """Return `result` with its history, if marks were changed."""
    others = {name: payload for name, payload in result.found.items() if not isinstance(payload, MarkHistory)}
    changes = tuple(change for change in changes if change.action not in LOOKED_AT)
    names = [change.item for change in changes]
    if len(set(names)) < len(names) or any(change.action == CONFLICT for change in changes):
        others[MarkHistory.name] = MarkHistory(changes=changes)
    return replace(result, found=others)


Way: TypeAlias = Literal["keep", "scale", "drop"]
DECIMALS = 2
NAMED = 30  # students whom a message names for one item


class Misfit(NamedTuple):
    """A mark that the rubric would drop, or give another meaning."""

    student: str
    item: str
    held: Held
    possible: Decimal | None
    """The points of the item now; None if the rubric has no such item."""

    @property
    def mark_text(self) -> str:
        """Whose mark it is: ``ada 5 (Kim)``."""
        mark = self.held.mark
        if mark is None:
            return self.student
        return f"{self.student} {decimal_text(mark.points)}{f' ({mark.by})' if mark.by else ''}"


def misfits(student: str, held: Mapping[str, Held], rubric: Rubric) -> Iterator[Misfit]:
    """Yield the marks of a student that do not fit `rubric` and that no person has accepted."""
    possible = {item.id: item.points for item in rubric.criteria}
    possible |= {share.check: share.points for item in rubric.criteria for share in item.shares}
    for item, one in held.items():
        # An item without points takes points off. Only grading tells whether a student has it.
        if one.mark is None or one.possible == 0 or possible.get(item) in one.rests_at:
            continue
        if possible.get(item) != one.possible:
            yield Misfit(student, item, one, possible.get(item))


def misfit_texts(found: Iterable[Misfit]) -> list[str]:
    """Return a line for each item, with the change and the students."""
    by_item: dict[tuple[str, Decimal | None, Decimal | None], list[Misfit]] = {}
    for one in found:
        by_item.setdefault((one.item, one.held.possible, one.possible), []).append(one)
    texts = []
    for (item, before, now), ones in by_item.items():
        had = "" if before is None else f" of {decimal_text(before)}"
        what = "is not in this rubric" if now is None else f"has {decimal_text(now)} points in this rubric"
        names = shortened_list([one.mark_text for one in ones], NAMED)
        texts.append(f"{item} {what}; {count_text(len(ones), 'mark')} by hand{had} points: {names}")
    return texts


def decision(one: Misfit, way: Way, rubric: Rubric) -> MarkChange:
    """Return the change of a mark by `way`: a mark without a place rests until a rubric has one, or is dropped."""
    mark, before, now = one.held.mark, one.held.possible, one.possible
    change = MarkChange(
        student=one.student,
        item=one.item,
        old=mark,
        new=mark,
        reason=f"--marks {way}",
        sha256=one.held.sha256,
        rubric=rubric.sha256,
        possible=now,
    )
    if mark is None or way == "drop":
        return replace(change, new=None, reason="--marks drop", possible=before)
    if now is None:
        return replace(change, action=RESTS, reason=f"{change.reason}: not in this rubric")
    points = mark.points
    if way == "scale" and before:
        points = half_up(Fraction(points) * Fraction(now) / Fraction(before), DECIMALS)
    if points > now:
        return replace(change, action=RESTS, reason=f"{change.reason}: more than the {decimal_text(now)} points now")
    reason = f"{change.reason}: {decimal_text(before or Decimal())} -> {decimal_text(now)} points"
    return replace(change, new=replace(mark, points=points), reason=reason)
