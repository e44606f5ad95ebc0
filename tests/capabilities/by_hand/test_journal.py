"""The journal: whatever is given, taken back, undone and graded again, nothing of it is lost."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.by_hand.capability import ByHand, MarkChange, MarkHistory, change_text
from grader.capabilities.by_hand.journal import (
    Journal,
    Source,
    changes_between,
    holds_now,
    undoing,
    unrecorded,
    with_held,
    with_history,
)
from grader.capabilities.by_hand.marks import marks_given, marks_to_confirm, with_manual
from grader.model.result import ManualMark, Result
from grader.model.verdict import Verdict
from tests.gradings import HAND, QUICK, Marked, line_of, marked_results, result_of, rubric_of


class Fresh(NamedTuple):
    """What is graded: a version of the file, under a rubric that has the item or not, with so many points."""

    file: str
    points: int = 5
    has_item: bool = True

    @property
    def result(self) -> Result:
        """The result without marks by hand."""
        line, outcomes = line_of(Verdict.PASS)
        hand = dataclasses.replace(HAND, points=Decimal(self.points))
        result = result_of(rubric_of(line, *([hand] if self.has_item else [])), outcomes)
        info = dataclasses.replace(result.submission, sha256=self.file)
        return dataclasses.replace(result, submission=info)


def mark_of(points: int) -> ManualMark:
    """Return a mark of a person."""
    return ManualMark(points=Decimal(points), comment="why", by="Kim")


STEPS = st.one_of(
    st.integers(0, 4).map(mark_of),
    st.sampled_from(["take back", "undo"]),
    st.builds(Fresh, st.sampled_from("ab"), st.sampled_from([5, 5, 10]), st.sampled_from([True, True, False])),
)
Step = ManualMark | str | Fresh


@QUICK
@given(st.lists(STEPS, max_size=14))
def test_any_sequence_keeps_the_history_and_what_holds(steps: Sequence[Step]) -> None:
    """As a stack of what held would: set and taking back add to it, undo takes one off, grading changes nothing."""
    changes: tuple[MarkChange, ...] = ()
    result = Fresh("a").result
    expected: list[tuple[ManualMark | None, str, Decimal]] = []
    for step in steps:
        before = changes
        possible = {item.id: item.points for item in result.criteria}.get(HAND.id)
        if isinstance(step, Fresh):
            result = step.result
        elif step == "undo":
            undone = undoing(changes, HAND.id, result, who="May", reason="")
            assert (undone is None) == (not expected)
            changes += () if undone is None else (undone,)
            expected = expected[:-1]
        elif possible is not None:
            mark = None if isinstance(step, str) else step
            changes += tuple(changes_between(result, with_manual(result, {HAND.id: mark}), {}))
            if len(changes) > len(before):
                expected.append((mark, result.submission.sha256, possible))
        result = with_held(result, holds_now(changes)).result

        assert changes[: len(before)] == before
        mark, file, points = expected[-1] if expected else (None, "", Decimal())
        possible = {item.id: item.points for item in result.criteria}.get(HAND.id)
        fits = mark is not None and points == possible
        shown = {HAND.id: mark} if fits else {}
        assert (marks_given(result) or marks_to_confirm(result)) == shown
        assert bool(marks_to_confirm(result)) == (fits and file != result.submission.sha256)


@QUICK
@given(marked_results())
def test_marks_of_an_older_grader_are_taken_into_the_journal(drawn: Marked) -> None:
    """It kept them in results alone; the result that the journal gives is the same."""
    marked = with_manual(*drawn)
    changes = tuple(unrecorded(marked, ()))

    assert {change.item: change.new for change in changes} == marks_given(marked)
    assert with_held(drawn.result, holds_now(changes)).result == marked
    assert not list(unrecorded(marked, changes))


def test_points_for_another_maximum_never_count_silently() -> None:
    """Of 5 points, 5 were given: of 10, nobody has said anything."""
    first = Fresh("a").result
    changes = tuple(changes_between(first, with_manual(first, {HAND.id: mark_of(5)}), {}))
    other = with_held(Fresh("a", 10).result, holds_now(changes))

    assert marks_given(other.result) == {}
    assert other.lost == {HAND.id: mark_of(5)}
    assert marks_given(with_held(first, holds_now(changes)).result) == {HAND.id: mark_of(5)}


def test_the_history_is_told_where_a_mark_was_changed() -> None:
    """One that was given once needs none. The result keeps it, in words for a person."""
    result = Fresh("a").result
    changes: tuple[MarkChange, ...] = ()
    for points in (4, 5):
        after = with_manual(result, {HAND.id: mark_of(points)})
        changes += tuple(changes_between(result, after, {}))
        result = with_history(after, changes)
        assert (result.found_as(MarkHistory) is not None) == (points == 5)

    assert [change_text(change) for change in changes] == ["Kim: hand 4 of 5, why", "Kim: hand 4 -> 5 of 5, why"]
    assert len(list(ByHand().tell(MarkHistory(changes=changes)))) == 1


def test_a_row_without_a_name_is_nobodys_change() -> None:
    """Such as `keep`: the mark stays that of an earlier person, and somebody else has decided that it counts."""
    result = Fresh("a").result
    mark = ManualMark(points=Decimal(5), by="Kim")
    (one,) = changes_between(result, with_manual(result, {HAND.id: mark}), {HAND.id: Source("b.csv:2")})

    assert ("", mark) == (one.who, one.new)


def test_a_journal_knows_whose_change_is_whose() -> None:
    """Whoever has none has an empty history."""
    result = Fresh("a").result
    (one,) = changes_between(result, with_manual(result, {HAND.id: mark_of(5)}), {})
    other = dataclasses.replace(one, student="bob")
    journal = Journal([one]).and_these([other])

    assert (journal.of("a"), journal.of("bob"), journal.of("eve")) == ((one,), (other,), ())
