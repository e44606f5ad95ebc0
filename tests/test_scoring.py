"""Points come from shares and verdicts alone, exactly, and every point is earned, lost or pending."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.assessment import Assessment
from grader.model.file_rules import FILE_CHECKS
from grader.model.result import (
    CheckOutcome,
    CriterionResult,
    GraderInfo,
    ManualMark,
    Observed,
    Result,
    RubricInfo,
    Score,
    SubmissionInfo,
    Timing,
)
from grader.model.rubric import Criterion, Limits, Rubric, Scale, Share, Subject
from grader.model.spec import Assignment, CheckEntry, ModuleSpec, Sheet
from grader.model.verdict import Verdict
from grader.scoring import BY_SEVERITY, score, with_manual

QUICK = settings(max_examples=60, deadline=None, database=None, derandomize=True)
ON_CHECKS = [verdict for verdict in Verdict if verdict is not Verdict.PENDING]


def rubric_of(*criteria: Criterion, scale: Scale | None = None) -> Rubric:
    """Return a rubric with these lines."""
    return Rubric(
        title="sample",
        assignment="sample",
        criteria=criteria,
        limits=Limits(),
        scale=scale,
        source="sample.yaml",
        sha256="0" * 64,
    )


def assignment_of(rubric: Rubric) -> Assignment:
    """Return an assignment whose catalogue has the rubric's checks."""
    checks = [share.check for line in rubric.criteria for share in line.shares]
    return Assignment(
        id="sample",
        title="sample",
        module_spec=ModuleSpec(module="sample", functions=(), cells=()),
        catalogue=tuple(CheckEntry(id=check, title=f"title of {check}") for check in checks),
        sheets=(Sheet("first", dict.fromkeys(checks, "quoted")), Sheet("second", {"f.check_1": "another"})),
        checks=Path(),
        rubrics=(),
    )


def line_of(*verdicts: Verdict, points: int = 2, bonus: bool = False) -> tuple[Criterion, dict[str, CheckOutcome]]:
    """Return a line with a check per verdict, and their outcomes."""
    checks = [f"f.check_{number}" for number in range(len(verdicts))]
    line = Criterion(
        id="f",
        title="f",
        points=Decimal(points * len(verdicts)),
        shares=tuple(Share(check=check, points=Decimal(points)) for check in checks),
        bonus=bonus,
    )
    return line, {
        check: CheckOutcome(check=check, verdict=verdict) for check, verdict in zip(checks, verdicts, strict=True)
    }


def scored(rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> tuple[tuple[CriterionResult, ...], Score]:
    """Score with a catalogue made for the rubric."""
    return score(rubric, assignment_of(rubric), outcomes)


def result_of(rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Result:
    """Return a graded result."""
    criteria, totals = scored(rubric, outcomes)
    decimals = rubric.scale.decimals if rubric.scale else None
    return Result(
        submission=SubmissionInfo(id="a", student="a", sha256="0", main="t.py", files=("t.py",)),
        rubric=RubricInfo(title="sample", assignment="sample", sha256="0", scale_decimals=decimals),
        grader=GraderInfo(version="0", python="3.11", isolation=None, key="0"),
        status="graded",
        score=totals,
        criteria=criteria,
        observed=Observed(),
        timing=Timing(cpu_seconds=0, wall_seconds=0),
    )


HAND = Criterion(id="hand", title="by hand", points=Decimal(5), by_hand=True)
BONUS = Criterion(id="bonus", title="bonus", points=Decimal(10), by_hand=True, bonus=True)

amounts = st.decimals(min_value=0, max_value=50, places=2)


@st.composite
def gradings(draw: st.DrawFn) -> tuple[Rubric, dict[str, CheckOutcome]]:
    """Draw a rubric with outcomes for all its checks."""
    criteria, outcomes = [], {}
    for number in range(draw(st.integers(1, 5))):
        by_hand, bonus = draw(st.booleans()), draw(st.booleans())
        shares = (
            ()
            if by_hand
            else tuple(
                Share(check=f"f{number}.c{index}", points=points)
                for index, points in enumerate(draw(st.lists(amounts, max_size=4)))
            )
        )
        points = draw(amounts) if by_hand else sum((share.points for share in shares), Decimal(0))
        criteria.append(
            Criterion(id=f"f{number}", title="t", points=points, shares=shares, by_hand=by_hand, bonus=bonus)
        )
        for share in shares:
            verdict = draw(st.sampled_from(ON_CHECKS))
            outcomes[share.check] = CheckOutcome(check=share.check, verdict=verdict)
    scale = draw(st.none() | st.builds(Scale, to=amounts, decimals=st.integers(0, 3)))
    return rubric_of(*criteria, scale=scale), outcomes


@QUICK
@given(gradings())
def test_totals_are_the_sums_of_their_lines(grading: tuple[Rubric, dict[str, CheckOutcome]]) -> None:
    """Nothing is counted that no line shows, and the totals are those of the rubric."""
    rubric, outcomes = grading
    criteria, totals = scored(rubric, outcomes)

    assert totals.earned == sum(line.earned for line in criteria if not line.bonus)
    assert totals.bonus == sum(line.earned for line in criteria if line.bonus)
    assert totals.possible == rubric.total
    assert totals.automatic_possible == rubric.automatic
    assert all(line.earned == sum(check.earned for check in line.checks) for line in criteria)


@QUICK
@given(gradings())
def test_every_point_is_earned_lost_or_pending(grading: tuple[Rubric, dict[str, CheckOutcome]]) -> None:
    """Earned, lost and pending make up what is possible; no line earns less than nothing or more than it has."""
    criteria, totals = scored(*grading)
    judged = [line for line in criteria if line.verdict is not Verdict.PENDING and not line.bonus]
    lost = sum((line.points - line.earned for line in judged), Decimal(0))

    assert totals.earned + lost + totals.pending == totals.possible
    assert all(0 <= line.earned <= line.points for line in criteria)
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
    """Only a pass earns, and it carries the catalogue's title and the sheet's sentence."""
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


def test_a_check_of_a_function_cannot_be_pending() -> None:
    """That would be a bug of ours: the functions were asked."""
    line, outcomes = line_of(Verdict.PENDING)

    with pytest.raises(ValueError, match="pending"):
        scored(rubric_of(line), outcomes)


def files_line(*verdicts: Verdict, points: int = 2) -> tuple[Criterion, dict[str, CheckOutcome]]:
    """Return a line with a check of files per verdict, and their outcomes."""
    checks = [entry.id for entry in FILE_CHECKS[: len(verdicts)]]
    shares = tuple(Share(check=check, points=Decimal(points)) for check in checks)
    return Criterion(id="files", title="Files", points=Decimal(points * len(checks)), shares=shares), {
        check: CheckOutcome(check=check, verdict=verdict, message="only one file was given")
        for check, verdict in zip(checks, verdicts, strict=True)
    }


def test_a_line_with_a_check_that_could_not_be_made_waits_for_a_person() -> None:
    """Nothing of it is lost or earned; the reason is told, and what its other checks earn."""
    line, outcomes = files_line(Verdict.PASS, Verdict.PENDING, Verdict.FAIL)
    criteria, totals = scored(rubric_of(line), outcomes)
    result = with_manual(result_of(rubric_of(line), outcomes), {"files": ManualMark(points=Decimal(4))})

    assert (Verdict.PENDING, True) == (criteria[0].verdict, criteria[0].by_hand)
    assert (Decimal(0), None) == (criteria[0].earned, criteria[0].proposed)
    assert criteria[0].message == (
        "only one file was given (a README in one's own words); the other checks earn 2 of 6"
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
    pruning = dataclasses.replace(BONUS, assesses=Subject.ALPHA_BETA, by_hand=by_hand)
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
    rubric = rubric_of(dataclasses.replace(BONUS, assesses=Subject.ALPHA_BETA))

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


def test_a_rubric_without_points_has_no_second_scale() -> None:
    """Nothing is divided by nothing."""
    _, totals = scored(rubric_of(BONUS, scale=Scale(to=Decimal(10), decimals=1)), {})

    assert totals.scaled is None
    assert totals.scaled_possible is None


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


@pytest.mark.parametrize(("name", "points"), [("f", 1), ("nothing", 1), ("hand", 6), ("hand", -1)])
def test_marks_that_were_not_checked_are_a_bug(name: str, points: int) -> None:
    """A line of the checks, a line there is not, too many points and too few."""
    line, outcomes = line_of(Verdict.PASS)
    graded = result_of(rubric_of(line, HAND), outcomes)

    with pytest.raises(ValueError, match=name):
        with_manual(graded, {name: ManualMark(points=Decimal(points))})
