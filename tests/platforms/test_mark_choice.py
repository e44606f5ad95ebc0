"""Which number is the mark, how it is rounded, and when the grader asks."""

from __future__ import annotations

import dataclasses
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.capabilities.by_hand.marks import with_marks_to_confirm
from grader.model.assessment import half_up
from grader.model.result import ManualMark
from grader.platforms.grade_file import DECIMALS, has_decimal_comma, number_cell, read_number
from grader.platforms.mark_tables import CHOICES, FullMarks, MarkChoice, choose_marks, full_marks, no_mark
from tests.platforms.graded_class import failed, marked, points
from tests.render.samples import SAMPLES

HUNDRED = FullMarks(points=Decimal(100), scaled=None)
SCALED = FullMarks(points=Decimal(100), scaled=Decimal(10))


@pytest.mark.parametrize(
    ("full", "possible", "expected"),
    [
        (HUNDRED, "100.00", "earned"),
        (SCALED, "100", "earned"),
        (SCALED, "10", "scaled"),
        (HUNDRED, None, "earned"),
    ],
)
def test_the_mark_that_fits_the_column_is_entered(full: FullMarks, possible: str | None, expected: str) -> None:
    """Its full marks are the points of the column, or the column does not say any and there is no choice."""
    assert expected == choose_marks(full, Decimal(possible) if possible else None, "").points


@pytest.mark.parametrize(("full", "possible"), [(HUNDRED, "20"), (SCALED, "20"), (SCALED, None)])
def test_the_grader_asks_where_no_mark_fits(full: FullMarks, possible: str | None) -> None:
    """It names what can be said."""
    with pytest.raises(ValueError, match="say which marks are meant: --points earned") as error:
        choose_marks(full, Decimal(possible) if possible else None, "")
    assert (full.scaled is not None) == ("--points scaled" in str(error.value))


def test_what_is_not_there_cannot_be_chosen() -> None:
    """A second scale, or the points of a column."""
    with pytest.raises(ValueError, match="no second scale"):
        choose_marks(HUNDRED, None, "scaled")
    with pytest.raises(ValueError, match="does not say its points"):
        choose_marks(HUNDRED, None, "column")


def test_results_of_two_rubrics_are_not_mixed() -> None:
    """Some were graded before the rubric was changed."""
    assert FullMarks(points=Decimal(20), scaled=None) == full_marks([marked("a", "1"), failed("b")])
    with pytest.raises(ValueError, match="out of 100 and 20 points"):
        full_marks([marked("a", "1", "20"), marked("b", "1", "100")])
    with pytest.raises(ValueError, match="nobody has a mark"):
        full_marks([failed("b")])


@pytest.mark.parametrize(
    ("choice", "full", "expected"),
    [("earned", "40", "13.13"), ("column", "20", "6.56"), ("percent", "100", "32.81"), ("scaled", "10", "3.28")],
)
def test_a_mark_is_rounded_half_up_once(choice: str, full: str, expected: str) -> None:
    """Points and bonus together are 13.125 of 40."""
    score = dataclasses.replace(points("10.125", "40", "3"), scaled=Decimal("3.28"))

    assert Decimal(expected) == MarkChoice(points=choice, full=Decimal(full)).of(score)


@settings(max_examples=100)
@given(st.decimals(0, 1000, places=4), st.decimals(1, 1000, places=4), st.decimals(1, 1000, places=4))
def test_no_mark_is_further_off_than_half_of_the_last_digit(
    earned: Decimal, possible: Decimal, column: Decimal
) -> None:
    """Whatever is chosen; and it is never below 0."""
    score = points(str(earned), str(possible))
    for choice, exact in (
        ("earned", Fraction(earned)),
        ("column", Fraction(earned) * Fraction(column) / Fraction(possible)),
        ("percent", Fraction(earned) * 100 / Fraction(possible)),
    ):
        mark = MarkChoice(points=choice, full=Decimal(100) if choice == "percent" else column).of(score)
        assert abs(Fraction(mark) - exact) <= Fraction(1, 200)
        assert mark == half_up(exact, DECIMALS) >= 0
        assert mark == read_number(number_cell(mark, comma=True))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_mark_is_the_total_that_every_report_shows(name: str) -> None:
    """Points and bonus, or what the report calls scaled."""
    score = SAMPLES[name]().score
    if score is None or score.scaled is None:
        return
    total = (score.earned + score.bonus).quantize(Decimal("0.01"), ROUND_HALF_UP)

    assert total == MarkChoice(points="earned", full=score.possible).of(score)
    assert score.scaled == MarkChoice(points="scaled", full=Decimal(10)).of(score)


def test_a_mark_to_confirm_for_a_new_version_waits_for_a_person() -> None:
    """As `grader release` says; so it is handed on only as a mark so far."""
    again = with_marks_to_confirm(SAMPLES["pass"](), {"winner": ManualMark(points=Decimal(1), comment="seen")})

    assert ("", "") == (no_mark(SAMPLES["pass"](), so_far=False), no_mark(again, so_far=True))
    assert "some points are still to be marked by hand" == no_mark(again, so_far=False)


def test_a_total_below_zero_is_zero() -> None:
    """Points off for being late never make a mark negative."""
    assert all(
        MarkChoice(points=choice, full=Decimal(20)).of(dataclasses.replace(points("-3", "20"), scaled=Decimal(-1))) == 0
        for choice in CHOICES
    )


def test_a_decimal_comma_is_kept_where_the_file_has_one() -> None:
    """A file with both has thousands, or words."""
    assert has_decimal_comma(["Grade", "", "17,5", "3"])
    assert not has_decimal_comma(["17,5", "1.5"])
    assert not has_decimal_comma(["17", "-"])
    assert "17,5" == number_cell(Decimal("17.50"), comma=True)
    assert read_number("(read only)") is None
