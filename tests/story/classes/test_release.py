"""How far a class is from being released, and what a person has dealt with."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal

import pytest

from grader.capabilities.by_hand.capability import CONFLICT, DEALT_WITH, OPEN_AGAIN, Action, MarkChange
from grader.capabilities.by_hand.journal import Journal, seen_version
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.result import ManualMark, Result
from grader.render.markdown import markdown
from grader.story.classes.attention import Need, attention
from grader.story.classes.release import release_state
from grader.story.classes.report import tell_class
from grader.story.classes.statistics import class_statistics

MISSING = NotGraded(id="gone", student="Gone", reason="nothing handed in", missing=True)
UNREAD = NotGraded(id="two", student="Two", reason="a.py or b.py?")


def named(result: Result, name: str) -> Result:
    """Return the result as another student's."""
    return dataclasses.replace(result, submission=dataclasses.replace(result.submission, id=name, student=name))


@pytest.fixture
def rows(samples: Mapping[str, Result]) -> list[ClassRow]:
    """Return somebody who is ready, unmarked, in conflict, not graded, not here."""
    graded = (named(samples["pass"], "ready"), named(samples["pending"], "open"), named(samples["pass"], "disputed"))
    return [*graded, samples["harness_fault"], UNREAD, MISSING]


def changed(row: ClassRow, item: str, action: Action, points: int | None = None, who: str = "") -> MarkChange:
    """Return a line of the journal about `row` as it is."""
    new = None if points is None else ManualMark(points=Decimal(points))
    student = student_of(row).id
    return MarkChange(
        student=student, item=item, action=action, old=None, new=new, who=who, sha256=seen_version(row), rubric=""
    )


def test_each_student_is_ready_or_waits_for_one_thing(rows: list[ClassRow]) -> None:
    """Who handed in nothing stands apart from those who could not be graded."""
    journal = Journal(changed(rows[2], "quality", CONFLICT, points, who) for points, who in ((4, "Kim"), (5, "Lee")))
    state = release_state(class_statistics(rows), journal)

    ids = [[student_of(row).id for row in group] for group in state[:5]]
    assert ids == [["ready"], ["open"], ["disputed"], ["student-13", "two"], ["gone"]]
    assert state.may_change
    assert "Two people, two marks: 1" in markdown(tell_class(rows, journal=journal))
    assert "quality: 4 (Kim) or 5 (Lee)" in markdown(tell_class(rows, journal=journal))


def test_marks_above_full_marks_are_counted_before_a_platform_refuses_them(samples: Mapping[str, Result]) -> None:
    """With the bonus; on the scale of the rubric, if it has one."""
    above = named(samples["marked"], "bonus")
    assert above.score is not None
    high = dataclasses.replace(above, score=dataclasses.replace(above.score, scaled=None, bonus=above.score.possible))
    state = release_state(class_statistics([high, samples["pass"]]), Journal())

    assert [one.submission.id for one in state.above] == ["bonus"]


def test_what_a_person_has_dealt_with_is_folded_until_something_else_is_handed_in(rows: list[ClassRow]) -> None:
    """A tick can be taken back. It says nothing about another reason, nor about another version."""
    done = changed(UNREAD, "not_graded", DEALT_WITH)

    def open_now(*changes: MarkChange, of: NotGraded = UNREAD) -> bool:
        cases = attention(class_statistics([*rows[:3], of]), Journal(changes))
        (own,) = [case for case in cases if case.reason is Need.NOT_GRADED]
        return not own.done

    assert open_now()
    assert not open_now(done)
    assert open_now(done, changed(UNREAD, "not_graded", OPEN_AGAIN))
    assert open_now(dataclasses.replace(done, item="missing"))
    assert open_now(done, of=dataclasses.replace(UNREAD, reason="nothing but a PDF"))
    text = markdown(tell_class([*rows[:3], UNREAD], journal=Journal([done])))
    assert ("### Not graded: 1" in text, "Dealt with: 1" in text) == (False, True)
