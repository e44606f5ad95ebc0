"""Points come from shares and verdicts alone, exactly, and every point is earned, lost or pending."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.by_hand.marks import with_manual
from grader.model.assessment import Assessment
from grader.model.result import CheckOutcome, ManualMark
from grader.model.rubric import Rubric, Scale, Share
from grader.model.verdict import Verdict
from grader.scoring import BY_SEVERITY, score
from grader.text.reasons import said
from tests.gradings import (
    BONUS,
    HAND,
    ON_CHECKS,
    QUICK,
    assignment_of,
    files_line,
    gradings,
    line_of,
    result_of,
    rubric_of,
    scored,
)


@QUICK
@given(gradings())
def test_totals_are_the_sums_of_their_lines(grading: tuple[Rubric, dict[str, CheckOutcome]]) -> None:
    """Nothing is counted that no item shows, and the totals are those of the rubric."""
    rubric, outcomes = grading
    criteria, totals = scored(rubric, outcomes)

    assert totals.earned == sum(item.earned for item in criteria if not item.bonus)
    assert totals.bonus == sum(item.earned for item in criteria if item.bonus)
    assert totals.possible == rubric.total
    assert totals.automatic_possible == rubric.automatic
    assert all(item.earned == sum(check.earned for check in item.checks) for item in criteria)


@QUICK
@given(gradings())
def test_every_point_is_earned_lost_or_pending(grading: tuple[Rubric, dict[str, CheckOutcome]]) -> None:
    """Earned, lost and pending make up what is possible; no item earns less than nothing or more than it has."""
    criteria, totals = scored(*grading)
    judged = [item for item in criteria if item.verdict is not Verdict.PENDING and not item.bonus]
    lost = sum((item.points - item.earned for item in judged), Decimal(0))

    assert totals.earned + lost + totals.pending == totals.possible
    assert all(0 <= item.earned <= item.points for item in criteria)
    assert totals.automatic_earned <= totals.automatic_possible


@QUICK
@given(gradings(), st.randoms(use_true_random=False))
def test_the_order_of_outcomes_does_not_matter(grading: tuple[Rubric, dict[str, CheckOutcome]], random: Random) -> None:
    """A mapping in another order gives the same lines and totals."""
    rubric, outcomes = grading
    shuffled = list(outcomes.items())
    random.shuffle(shuffled)

    assert scored(rubric, outcomes) == scored(rubric, dict(shuffled))


def test_a_check_earns_its_whole_share_or_nothing() -> None:
    """Only a pass earns, and it carries the check's title and the sheet's sentence."""
    line, outcomes = line_of(*ON_CHECKS)
    criteria, totals = scored(rubric_of(line), outcomes)

    assert [check.earned for check in criteria[0].checks] == [2, 0, 0, 0, 0, 0, 0]
    assert totals.earned == 2
    assert (criteria[0].checks[0].title, criteria[0].checks[0].sheet) == ("title of f.check_0", "quoted")


@pytest.mark.parametrize(
    ("sheet", "quoted"),
    [("", ["quoted", "quoted"]), ("first", ["quoted", "quoted"]), ("second", ["", "another"]), ("none", ["", ""])],
)
def test_a_check_quotes_the_sheet_of_its_rubric(sheet: str, quoted: list[str]) -> None:
    """A rubric that names none gets the assignment's first; where a sheet is silent nothing is quoted."""
    line, outcomes = line_of(Verdict.PASS, Verdict.FAIL)
    (shown,), _ = scored(dataclasses.replace(rubric_of(line), sheet=sheet), outcomes)

    assert quoted == [check.sheet for check in shown.checks]


@pytest.mark.parametrize("graver", range(len(BY_SEVERITY)))
def test_a_line_shows_its_gravest_verdict(graver: int) -> None:
    """Of the verdicts in a line the one that comes first in gravity is shown, wherever it stands."""
    line, outcomes = line_of(Verdict.PASS, *reversed(BY_SEVERITY[graver:]))
    (shown,), _ = scored(rubric_of(line), outcomes)

    assert shown.verdict is BY_SEVERITY[graver]


def test_a_check_worth_nothing_does_not_spoil_its_line() -> None:
    """A line with all its points passes, even if a check without points fails."""
    line, outcomes = line_of(Verdict.FAIL, points=0)
    (shown,), _ = scored(rubric_of(line), outcomes)

    assert shown.verdict is Verdict.PASS


def test_a_fault_of_ours_shows_even_in_a_check_worth_nothing() -> None:
    """Every line with a harness fault shows it."""
    line, outcomes = line_of(Verdict.HARNESS_FAULT, points=0)
    (shown,), _ = scored(rubric_of(line), outcomes)

    assert shown.verdict is Verdict.HARNESS_FAULT


def test_a_missing_outcome_is_a_bug_and_no_lost_point() -> None:
    """The rubric's check that left no outcome is named."""
    line, _ = line_of(Verdict.PASS)

    with pytest.raises(ValueError, match=r"f\.check_0"):
        scored(rubric_of(line), {})


def test_a_check_of_a_function_that_was_not_judged_waits_for_a_person() -> None:
    """Its line is neither lost nor earned."""
    line, outcomes = line_of(Verdict.PENDING)
    (shown,), totals = scored(rubric_of(line), outcomes)

    assert (Verdict.PENDING, True) == (shown.verdict, shown.by_hand)
    assert totals.pending == line.points


def test_a_line_with_a_check_that_could_not_be_made_waits_for_a_person() -> None:
    """Nothing of it is lost or earned; the reason is told, and what its other checks earn."""
    line, outcomes = files_line(Verdict.PASS, Verdict.PENDING, Verdict.FAIL)
    criteria, totals = scored(rubric_of(line), outcomes)
    result = with_manual(result_of(rubric_of(line), outcomes), {"files": ManualMark(points=Decimal(4))})

    assert (Verdict.PENDING, True) == (criteria[0].verdict, criteria[0].by_hand)
    assert (Decimal(0), None) == (criteria[0].earned, criteria[0].proposed)
    assert said(criteria[0].reasons) == (
        "only one file was given (write a README in your own words); the other checks earn 2 of 6"
    )
    assert [Decimal(0), Decimal(0)] == [totals.earned, totals.automatic_possible]
    assert [Decimal(6), Decimal(6)] == [totals.pending, totals.possible]
    assert result.score is not None
    assert [Decimal(4), Decimal(0)] == [result.score.earned, result.score.pending]


def test_a_check_without_points_that_could_not_be_made_keeps_nobody_waiting() -> None:
    """It is a remark."""
    line, outcomes = files_line(Verdict.PENDING, points=0)

    assert (Verdict.PASS, False) == ((found := scored(rubric_of(line), outcomes)[0][0]).verdict, found.by_hand)


def test_a_line_by_hand_is_pending_until_filled() -> None:
    """Pending points are neither earned nor lost; those of a bonus are separate."""
    line, outcomes = line_of(Verdict.PASS)
    criteria, totals = scored(rubric_of(line, HAND, BONUS), outcomes)

    assert [one.verdict for one in criteria] == [Verdict.PASS, Verdict.PENDING, Verdict.PENDING]
    assert totals.earned == 2
    assert totals.possible == 7
    assert totals.pending == 5
    assert totals.bonus_pending == 10
    assert totals.bonus_possible == 10


@pytest.mark.parametrize(
    ("by_hand", "assessment", "earned", "verdict", "proposed"),
    [
        (False, Assessment(points=Decimal(10), settled=True), Decimal(10), Verdict.PASS, None),
        (False, Assessment(points=Decimal(0), settled=True), Decimal(0), Verdict.FAIL, None),
        (False, Assessment(points=Decimal(4), settled=False), Decimal(0), Verdict.PENDING, Decimal(4)),
        (False, Assessment(points=None, settled=False), Decimal(0), Verdict.PENDING, None),
        (True, Assessment(points=Decimal(10), settled=True), Decimal(0), Verdict.PENDING, Decimal(10)),
    ],
)
def test_an_assessment_counts_only_if_it_is_settled_and_the_rubric_lets_it(
    *, by_hand: bool, assessment: Assessment, earned: Decimal, verdict: Verdict, proposed: Decimal | None
) -> None:
    """Otherwise its points are proposed, and the line is pending."""
    pruning = dataclasses.replace(BONUS, capability="alpha_beta", by_hand=by_hand)
    rubric = rubric_of(pruning)
    (line,), totals = score(rubric, assignment_of(rubric), {}, {"bonus": assessment})

    assert (line.earned, line.verdict, line.proposed) == (earned, verdict, proposed)
    assert line.by_hand is (verdict is Verdict.PENDING)
    assert totals.bonus == earned
    assert totals.bonus_pending == (10 if verdict is Verdict.PENDING else 0)


@pytest.mark.parametrize("assessments", [{}, {"bonus": Assessment(points=Decimal(11), settled=True)}])
def test_no_line_is_scored_by_an_assessment_that_is_missing_or_out_of_range(
    assessments: Mapping[str, Assessment],
) -> None:
    """That is a bug of ours."""
    rubric = rubric_of(dataclasses.replace(BONUS, capability="alpha_beta"))

    with pytest.raises(ValueError, match="bonus"):
        score(rubric, assignment_of(rubric), {}, assessments)


@pytest.mark.parametrize(
    ("passed", "of", "decimals", "expected"),
    [(1, 3, 2, "3.33"), (2, 3, 2, "6.67"), (1, 8, 0, "1"), (1, 8, 1, "1.3"), (5, 8, 1, "6.3"), (1, 1, 2, "10")],
)
def test_the_second_scale_is_rounded_half_up_once(passed: int, of: int, decimals: int, expected: str) -> None:
    """A half is rounded up after any digit."""
    line, outcomes = line_of(*[Verdict.PASS] * passed, *[Verdict.FAIL] * (of - passed))
    _, totals = scored(rubric_of(line, scale=Scale(to=Decimal(10), decimals=decimals)), outcomes)

    assert totals.scaled == Decimal(expected)
    assert totals.scaled_possible == 10


def test_the_second_scale_is_not_rounded_twice() -> None:
    """A value a hair below a half goes down, even where 28 digits would show the half."""
    line, outcomes = line_of(Verdict.PASS, Verdict.FAIL)
    scale = Scale(to=Decimal("0.9999999999999999999999999999998"), decimals=0)
    _, totals = scored(rubric_of(line, scale=scale), outcomes)

    assert totals.scaled == 0


def test_the_bonus_counts_on_the_second_scale() -> None:
    """Earned and bonus together are scaled by the total without the bonus."""
    line, outcomes = line_of(Verdict.PASS)
    extra, more = line_of(Verdict.PASS, points=1, bonus=True)
    extra = dataclasses.replace(extra, shares=(Share(check="g.extra", points=Decimal(1)),))
    outcomes["g.extra"] = more["f.check_0"]
    _, totals = scored(rubric_of(line, extra, scale=Scale(to=Decimal(10), decimals=1)), outcomes)

    assert totals.earned == 2
    assert totals.bonus == 1
    assert totals.scaled == 15


def test_a_cap_ends_the_second_scale_at_its_full_marks() -> None:
    """Only if the rubric says so; the bonus still makes up for lost points."""
    line, outcomes = line_of(Verdict.PASS, Verdict.FAIL)
    for bonus, capped, plain in ((1, "7.5", "7.5"), (3, "10", "12.5")):
        extra, more = line_of(Verdict.PASS, points=bonus, bonus=True)
        extra = dataclasses.replace(extra, shares=(Share(check="g.extra", points=Decimal(bonus)),))
        every = {**outcomes, "g.extra": more["f.check_0"]}
        for cap, wanted in ((True, capped), (False, plain)):
            _, totals = scored(rubric_of(line, extra, scale=Scale(to=Decimal(10), decimals=2, cap=cap)), every)
            assert totals.scaled == Decimal(wanted)


def test_the_second_scale_says_what_is_still_open() -> None:
    """What the pending lines can add, up to the cap."""
    line, outcomes = line_of(Verdict.PASS, points=5)
    for cap, wanted in ((True, 5), (False, 15)):
        _, totals = scored(rubric_of(line, HAND, BONUS, scale=Scale(to=Decimal(10), decimals=2, cap=cap)), outcomes)
        assert totals.scaled == 5
        assert totals.scaled_pending == wanted


def test_a_rubric_without_points_has_no_second_scale() -> None:
    """Nothing is divided by nothing."""
    _, totals = scored(rubric_of(BONUS, scale=Scale(to=Decimal(10), decimals=1)), {})

    assert totals.scaled is None
    assert totals.scaled_possible is None
