"""Points of a person count in place of the grader's, which stay beside them and come back."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.by_hand.marks import is_automatic, marks_given, with_manual
from grader.model.assessment import Assessment
from grader.model.result import (
    CheckOutcome,
    ManualMark,
)
from grader.model.rubric import Rubric, Scale
from grader.model.verdict import Verdict
from grader.store.result_json import from_json, to_json
from tests.gradings import (
    BONUS,
    HAND,
    QUICK,
    Marked,
    files_line,
    gradings,
    line_of,
    marked_results,
    result_of,
    rubric_of,
)
from tests.words import words


def test_marks_by_hand_fill_their_lines_and_the_totals() -> None:
    """Full points pass, fewer fail; totals and second scale follow."""
    line, outcomes = line_of(Verdict.PASS, Verdict.FAIL)
    before = result_of(rubric_of(line, HAND, BONUS, scale=Scale(to=Decimal(9), decimals=2)), outcomes)
    marks = {"hand": ManualMark(points=Decimal("4.5"), comment="fine"), "bonus": ManualMark(points=Decimal(10))}
    after = with_manual(before, marks)

    assert [one.verdict for one in after.criteria] == [Verdict.FAIL, Verdict.FAIL, Verdict.PASS]
    assert after.criteria[1].manual == marks["hand"]
    assert after.score is not None
    assert after.score.earned == Decimal("6.5")
    assert after.score.pending == 0
    assert after.score.bonus == 10
    assert after.score.bonus_pending == 0
    assert after.score.scaled == Decimal("16.5")
    assert after.score.automatic_earned == 2


def test_marks_given_again_replace_the_earlier_ones() -> None:
    """A corrected file can be applied to results that have marks already; other lines keep theirs."""
    before = result_of(rubric_of(HAND, BONUS), {})
    once = with_manual(before, {"hand": ManualMark(points=Decimal(1)), "bonus": ManualMark(points=Decimal(2))})
    twice = with_manual(once, {"hand": ManualMark(points=Decimal(5))})

    assert twice.score is not None
    assert twice.score.earned == 5
    assert twice.score.bonus == 2


@QUICK
@given(gradings())
def test_no_marks_change_nothing(grading: tuple[Rubric, dict[str, CheckOutcome]]) -> None:
    """Totals computed from the criteria alone are those that the rubric gave."""
    graded = result_of(*grading)

    assert with_manual(graded, {}) == graded


def test_marks_do_not_make_a_harness_fault_look_graded() -> None:
    """Without a score there is nothing to add points to."""
    fault = dataclasses.replace(result_of(rubric_of(HAND), {}), score=None, status="harness_fault")

    assert with_manual(fault, {"hand": ManualMark(points=Decimal(5))}) == fault


@QUICK
@given(marked_results())
def test_the_totals_are_the_sums_of_what_counts(drawn: Marked) -> None:
    """A mark on an item counts for the item, one on a check for the check; nothing else is added up."""
    marked = with_manual(*drawn)
    assert marked.score is not None

    for item in marked.criteria:
        counted = drawn.marks[item.id].points if item.id in drawn.marks else None
        assert counted in {None, item.earned}
        added_up = item.checks and counted is None and item.verdict is not Verdict.PENDING
        assert item.earned == sum(check.earned for check in item.checks) or not added_up
        assert all(check.earned == drawn.marks[check.id].points for check in item.checks if check.id in drawn.marks)
    assert marked.score.earned == sum(item.earned for item in marked.criteria if not item.bonus)
    assert marked.score.bonus == sum(item.earned for item in marked.criteria if item.bonus)


@QUICK
@given(marked_results())
def test_what_the_grader_gave_stays_beside_the_points_of_a_person(drawn: Marked) -> None:
    """The automatic totals, the evidence of the checks, and the number that was changed."""
    result, marked = drawn.result, with_manual(*drawn)
    assert result.score is not None
    assert marked.score is not None

    for before, after in zip(result.criteria, marked.criteria, strict=True):
        for old, new in zip(before.markables, after.markables, strict=True):
            assert new.was == (old.earned if new.was is not None else None)
            assert new.was is not None or new.manual is None or not is_automatic(old)
        assert [check.verdict for check in before.checks] == [check.verdict for check in after.checks]
    assert result.score.automatic_earned == marked.score.automatic_earned
    assert result.score.automatic_possible == marked.score.automatic_possible
    assert result.score.possible == marked.score.possible
    assert result.score.bonus_possible == marked.score.bonus_possible


@QUICK
@given(marked_results())
def test_a_mark_that_is_taken_back_leaves_nothing(drawn: Marked) -> None:
    """Giving and taking back is as if nothing had happened, also through result.json."""
    marked = with_manual(*drawn)
    stored = from_json(to_json(marked), "result.json")

    assert marks_given(marked) == drawn.marks
    assert stored == marked
    assert with_manual(stored, dict.fromkeys(drawn.marks)) == drawn.result


@QUICK
@given(marked_results(), st.data())
def test_marks_given_twice_or_in_parts_count_once(drawn: Marked, data: st.DataObject) -> None:
    """The same file can be given again, and one file may follow another."""
    marked = with_manual(*drawn)
    first = {name: mark for name, mark in drawn.marks.items() if data.draw(st.booleans())}
    rest = {name: mark for name, mark in drawn.marks.items() if name not in first}

    assert with_manual(marked, drawn.marks) == marked
    assert with_manual(with_manual(drawn.result, first), rest) == marked


def test_points_of_a_check_change_those_of_its_line() -> None:
    """The line has the sum, and shows the most severe verdict of what is still lost."""
    line, outcomes = line_of(Verdict.PASS, Verdict.FAIL, Verdict.TIMEOUT)
    before = result_of(rubric_of(line), outcomes)
    one = with_manual(before, {"f.check_2": ManualMark(points=Decimal(2), comment="slow machine")})
    two = with_manual(one, {"f.check_1": ManualMark(points=Decimal(2), comment="fine")})
    less = with_manual(two, {"f.check_0": ManualMark(points=Decimal(1), comment="copied")})

    lines = [result.criteria[0] for result in (before, one, two, less)]
    assert [shown.earned for shown in lines] == [2, 4, 6, 5]
    assert [shown.was for shown in lines] == [None, 2, 2, 2]
    assert [shown.verdict.value for shown in lines] == ["timeout", "fail", "pass", "fail"]


def test_points_for_the_checks_that_could_not_be_made_fill_their_line() -> None:
    """They need no reason, since the grader gave none; the line waits until each of them has some."""
    line, outcomes = files_line(Verdict.PASS, Verdict.PENDING, Verdict.PENDING)
    _, first, second = (share.check for share in line.shares)
    before = result_of(rubric_of(line), outcomes)
    one = with_manual(before, {first: ManualMark(points=Decimal(2))})
    both = with_manual(one, {second: ManualMark(points=Decimal(1))})

    lines = [result.criteria[0] for result in (before, one, both)]
    assert [shown.verdict.value for shown in lines] == ["pending", "pending", "fail"]
    assert [shown.earned for shown in lines] == [0, 0, 5]
    assert [check.was for check in both.criteria[0].checks] == [None, None, None]
    assert both.score is not None
    assert both.score.pending == 0
    assert with_manual(both, {first: None, second: None}) == before


def test_a_line_and_its_check_cannot_both_have_points_by_hand() -> None:
    """Nobody could tell which of them counts; points that are taken back make room."""
    line, outcomes = line_of(Verdict.PASS)
    result = result_of(rubric_of(line), outcomes)
    mark = ManualMark(points=Decimal(1), comment="why")
    of_line = with_manual(result, {"f": mark})

    with pytest.raises(ValueError, match="item f and its check"):
        with_manual(of_line, {"f.check_0": mark})
    with pytest.raises(ValueError, match="item f and its check"):
        with_manual(result, {"f": mark, "f.check_0": mark})
    assert with_manual(of_line, {"f": None, "f.check_0": mark}) == with_manual(result, {"f.check_0": mark})


def test_points_of_the_grader_are_not_changed_without_a_reason() -> None:
    """A line that waits for a person needs none."""
    line, outcomes = line_of(Verdict.PASS)
    result = result_of(rubric_of(line, HAND), outcomes)

    for name in ("f", "f.check_0"):
        with pytest.raises(ValueError, match="a comment must say why"):
            with_manual(result, {name: ManualMark(points=Decimal(1))})
    assert with_manual(result, {"hand": ManualMark(points=Decimal(1))}).criteria[1].was is None


def test_a_settled_assessment_can_be_changed_and_comes_back() -> None:
    """What the grader found out is no more final than a check."""
    line = dataclasses.replace(BONUS, capability="alpha_beta", by_hand=False)
    found = {"bonus": Assessment(points=Decimal(10), settled=True, reasons=words("prunes"))}
    result = result_of(rubric_of(line), {}, found)
    less = with_manual(result, {"bonus": ManualMark(points=Decimal(0), comment="not your own code")})

    assert less.criteria[0].was == 10
    assert less.criteria[0].verdict is Verdict.FAIL
    assert less.score is not None
    assert less.score.bonus == 0
    assert with_manual(less, {"bonus": None}) == result


@pytest.mark.parametrize(("name", "points"), [("f", 3), ("nothing", 1), ("hand", 6), ("hand", -1)])
def test_marks_that_were_not_checked_are_a_bug(name: str, points: int) -> None:
    """Too many points, a line there is not, too few points."""
    line, outcomes = line_of(Verdict.PASS)
    graded = result_of(rubric_of(line, HAND), outcomes)

    with pytest.raises(ValueError, match=name):
        with_manual(graded, {name: ManualMark(points=Decimal(points), comment="why")})
