"""Late work costs what the rubric says, as an item that everybody sees, and no more than there is."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.by_hand.marks import with_manual, with_marks_to_confirm
from grader.capabilities.by_hand.marks_file import read_mark
from grader.capabilities.lateness.capability import ITEM, LateRules, with_lateness
from grader.model.instant import instant_text, parse_instant
from grader.model.result import ItemResult, ManualMark, Result
from grader.model.rubric import Scale
from grader.model.verdict import Verdict
from grader.store.result_json import from_json, to_json
from grader.text.reasons import said
from tests.gradings import HAND, QUICK, Marked, line_of, marked_results, result_of, rubric_of

DUE = "2026-09-01 23:59:00 +02:00"
RULES = LateRules(per_day=Decimal(10), cap=Decimal(50), grace="15 min", due=DUE)
WEEKS = st.integers(-7 * 24 * 60, 14 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


def handed_in(result: Result, after: timedelta, extension: str = "") -> Result:
    """Return `result` of a student who handed in so long `after` the due time."""
    at = (parse_instant(DUE) + after).astimezone(timezone.utc)
    info = dataclasses.replace(result.submission, submitted_at=instant_text(at), extension=extension)
    return dataclasses.replace(result, submission=info)


def all_points() -> Result:
    """Return a result with 60 of 60 points and 5 to be marked by hand, on a second scale of 10."""
    line, outcomes = line_of(*[Verdict.PASS] * 60, points=1)
    return result_of(rubric_of(line, HAND, scale=Scale(to=Decimal(10), decimals=1)), outcomes)


def late_line(result: Result) -> ItemResult | None:
    """Return the item for late work."""
    return next((item for item in result.criteria if item.id == ITEM), None)


def total(result: Result) -> Decimal:
    """Return the mark."""
    assert result.score is not None
    return result.score.earned


@pytest.mark.parametrize(
    ("after", "points"),
    [
        (timedelta(seconds=-1), 0),
        (timedelta(), 0),
        (timedelta(minutes=15), 0),
        (timedelta(minutes=15, seconds=1), -10),
        (timedelta(days=1, minutes=15), -10),
        (timedelta(days=1, minutes=15, seconds=1), -20),
        (timedelta(days=4, hours=3), -50),
        (timedelta(days=400), -50),
    ],
)
def test_each_day_that_has_begun_costs_up_to_the_cap(after: timedelta, points: int) -> None:
    """The grace moves the beginning of every day."""
    before = handed_in(all_points(), after)
    late = with_lateness(before, RULES)

    assert 60 + points == total(late)
    assert [points] * bool(points) == [item.earned for item in late.criteria if item.deduction is not None]
    assert points or late == before


def test_the_student_reads_when_it_was_handed_in_and_what_that_costs() -> None:
    """In the offset of the due time, so that both can be compared."""
    line = late_line(with_lateness(handed_in(all_points(), timedelta(hours=26, minutes=10)), RULES))

    assert line is not None
    assert (
        "Handed in at 2026-09-03 02:09:00 +02:00, 26 hours 10 min after 2026-09-01 23:59:00 +02:00, 15 min of grace:"
        " 2 days begun at 10 points"
    ) == said(line.reasons)


@pytest.mark.parametrize("extension", ["2 days", "48 h", "2026-09-03T23:59:00+02:00"])
def test_an_extension_moves_the_due_time_of_one_student(extension: str) -> None:
    """For so long, or until an instant."""
    late = timedelta(days=2, hours=1)

    assert 30 == total(with_lateness(handed_in(all_points(), late), RULES))
    assert 50 == total(with_lateness(handed_in(all_points(), late, extension), RULES))


def test_lateness_counts_on_the_second_scale() -> None:
    """40 of 65 points on a scale of 10."""
    late = with_lateness(handed_in(all_points(), timedelta(days=1, hours=1)), RULES)

    assert late.score is not None
    assert Decimal("6.2") == late.score.scaled
    assert late.score.automatic_earned == late.score.automatic_possible == 60


def test_without_a_time_the_platforms_word_waits_for_a_person() -> None:
    """Nothing is taken off before; and nobody is late whom nobody calls late."""
    result = all_points()
    told = dataclasses.replace(result, submission=dataclasses.replace(result.submission, late=True))
    line = late_line(with_lateness(told, RULES))

    assert line is not None
    assert line.verdict is Verdict.PENDING
    assert line.earned == 0
    assert 60 == total(with_lateness(told, RULES))
    assert total(result) == total(with_lateness(result, RULES))


def test_without_any_word_a_person_can_take_points_off() -> None:
    """The item is there for that, and says that nothing tells the time; with a comment, as for what is automatic."""
    unknown = with_lateness(all_points(), RULES)
    marked = with_manual(unknown, {ITEM: ManualMark(points=Decimal(-10), comment="came by e-mail a day late")})

    assert [60, 50] == [total(unknown), total(marked)]
    assert marked == with_lateness(marked, RULES)
    in_time = dataclasses.replace(all_points().submission, late=False)
    assert late_line(with_lateness(dataclasses.replace(all_points(), submission=in_time), RULES)) is None


def test_a_person_decides_otherwise_and_takes_it_back() -> None:
    """With a comment, as for all points of the grader; and the decision stays when times are read again."""
    late = with_lateness(handed_in(all_points(), timedelta(days=1, hours=1)), RULES)
    excused = with_manual(late, {ITEM: ManualMark(points=Decimal(0), comment="was ill")})

    assert [40, 60] == [total(late), total(excused)]
    assert excused == with_lateness(excused, RULES)
    assert late == with_manual(excused, {ITEM: None})


def test_a_decision_stays_one_of_a_person_when_times_are_read_again() -> None:
    """Where only the platform's word is known, nothing stood there before; a decision without a reason is proposed."""
    before = all_points()
    told = dataclasses.replace(before, submission=dataclasses.replace(before.submission, late=True))
    decided = with_manual(with_lateness(told, RULES), {ITEM: ManualMark(points=Decimal(-5))})
    known = late_line(with_lateness(handed_in(decided, timedelta(days=2)), RULES))

    assert decided == with_lateness(decided, RULES)
    assert known is not None
    assert (Decimal(-20), None, ManualMark(points=Decimal(-5))) == (known.earned, known.manual, known.earlier)


def test_a_decision_about_an_earlier_file_waits_until_a_person_confirms_it() -> None:
    """Also when the class is graded once more meanwhile."""
    late = with_lateness(handed_in(all_points(), timedelta(days=2)), RULES)
    proposed = with_marks_to_confirm(late, {ITEM: ManualMark(points=Decimal(0), comment="was ill")})

    assert proposed == with_lateness(proposed, RULES)


@pytest.mark.parametrize(("points", "problem"), [("5", "takes points off"), ("-", "must be a number")])
def test_points_by_hand_for_lateness_are_none_or_negative(points: str, problem: str) -> None:
    """As in a table of marks."""
    line = late_line(with_lateness(handed_in(all_points(), timedelta(days=1)), RULES))

    mark = read_mark({"points": "-12.5", "comment": "agreed"}, line)
    assert mark is not None
    assert Decimal("-12.5") == mark.points
    with pytest.raises(ValueError, match=problem):
        read_mark({"points": points, "comment": "why"}, line)


def test_no_other_item_can_have_less_than_nothing() -> None:
    """Also not in a file that somebody edited."""
    late = with_lateness(handed_in(all_points(), timedelta(days=1)), RULES)
    assert late == from_json(to_json(late), "it")

    edited = to_json(late).replace(b'"earned": 60,', b'"earned": -60,', 1)
    with pytest.raises(Exception, match="only an item that takes points off"):
        from_json(edited, "it")


@QUICK
@given(marked_results(), WEEKS, WEEKS, st.sampled_from([RULES, dataclasses.replace(RULES, cap=None)]))
def test_lateness_is_one_item_of_the_sum(marked: Marked, after: timedelta, more: timedelta, rules: LateRules) -> None:
    """The mark is the sum of the items, never below 0, never more for who is later; and nothing else changes."""
    before = marked.result
    late = with_lateness(handed_in(before, after), rules)
    later = with_lateness(handed_in(before, after + abs(more)), rules)

    for one in (late, later):
        assert total(one) == sum(item.earned for item in one.criteria if not item.bonus)
        assert total(one) >= 0
    assert total(later) <= total(late) <= total(before)
    assert before.criteria == tuple(item for item in late.criteria if item.deduction is None)
    in_time = handed_in(before, -timedelta(days=9))
    assert in_time == with_lateness(handed_in(late, -timedelta(days=9)), rules)
    assert late == with_lateness(late, rules) == from_json(to_json(late), "it")


def test_times_are_compared_wherever_the_clocks_hang() -> None:
    """The same instant in Tokyo and in New York."""
    tokyo = datetime(2026, 9, 2, 7, 30, tzinfo=timezone(timedelta(hours=9)))
    result = all_points()
    for at in (tokyo, tokyo.astimezone(timezone(timedelta(hours=-4)))):
        info = dataclasses.replace(result.submission, submitted_at=instant_text(at))
        assert 50 == total(with_lateness(dataclasses.replace(result, submission=info), RULES))
