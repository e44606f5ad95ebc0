"""Points that were lost only because another function is wrong are given back, if a rubric says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from typing import TypeAlias

import pytest

from grader.capabilities.causes.report import CarryForward, Findings
from grader.capabilities.registry import completed
from grader.marking.mark import mark
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import Zygote
from tests.fixture_folders import ROOT, SLOW, built_in_rubric, fixture_in
from tests.shortcut.comparison import submission_of

FILE = (ROOT / "fixtures/winner-restored/tictactoe.py").read_text()
"""Its `winner` misses the rows, and nothing else is wrong."""
Grade: TypeAlias = Callable[..., Result]


@pytest.fixture(scope="module")
def grade() -> Iterator[Grade]:
    """Grade a file by the rubric `cs50`, which gives back at most 50 points unless other terms are given."""
    launcher = Zygote()

    def of(source: str, most: str = "50") -> Result:
        rubric = built_in_rubric("cs50").with_section(CarryForward, CarryForward(most=Decimal(most)))
        return completed(mark(submission_of("a", source), rubric, launcher), rubric)

    yield cache(of)
    launcher.close()


def restored(result: Result) -> set[str]:
    """Return the functions of the checks that are given back."""
    assert result.fault == ""
    found = result.found_as(Findings)
    return {check.partition(".")[0] for check in found.restorable} if found else set()


def given(result: Result) -> Decimal:
    """Return the points of the item."""
    return sum((item.earned for item in result.criteria if item.id == "carry_forward"), Decimal(0))


@SLOW  # the fixture winner-restored always runs
@pytest.mark.parametrize(("most", "points"), [("50", 32), ("0", 0)])
def test_what_follows_from_another_function_is_given_back_up_to_the_cap(most: str, points: int, grade: Grade) -> None:
    """Not what the wrong function itself lost; no check of conduct is among it."""
    result = grade(FILE, most)

    assert restored(result) == ({"terminal", "utility", "minimax"} if points else set())
    assert given(result) == points
    assert result.score is not None
    assert result.score.earned == 64 + points


@SLOW
def test_a_function_below_one_with_another_fault_gets_nothing_back(grade: Grade) -> None:
    """It may rest on that fault too, or read its answers out of right functions above."""
    assert restored(grade(FILE.replace("-1, None: 0}", "-1, None: 7}"))) == {"terminal", "utility"}
    assert restored(grade(FILE.replace("return X if empty % 2 else O", "return X"))) == {"result"}


@SLOW
def test_conduct_is_not_given_back(grade: Grade) -> None:
    """A function that was wrong shows nothing about how it answers."""
    found = grade(FILE, "50").found_as(Findings)

    assert found is not None
    assert not [check for check in found.restorable if "unchanged" in check or "in_time" in check]


@SLOW
def test_answers_read_out_of_right_functions_give_no_points() -> None:
    """Two functions are left empty, so that others can ask right ones in their place."""
    fixture = fixture_in(ROOT / "fixtures/more/right-functions-read")
    launcher = Zygote()
    result = completed(mark(fixture.submission, fixture.rubric, launcher), fixture.rubric)
    launcher.close()

    assert restored(result) == set()
    assert given(result) == 0


@SLOW
def test_what_follows_from_the_search_is_not_given_back() -> None:
    """A right search in the place of a wrong one would play the student's games."""
    fixture = fixture_in(ROOT / "fixtures/lab4-minimax-forgets-to-undo")
    rubric = fixture.rubric.with_section(CarryForward, CarryForward(most=Decimal(50)))
    launcher = Zygote()
    result = mark(fixture.submission, rubric, launcher)
    launcher.close()
    causes = (result.found_as(Findings) or Findings()).causes

    assert ("minimax",) in [cause.functions for cause in causes]
    assert restored(result) == set()


def test_a_rubric_may_switch_it_off(default_rubric: Rubric) -> None:
    """Then no right function stands in any probe."""
    asked = default_rubric.restricted_to(frozenset({"winner", "terminal"}))
    rubric = asked.with_section(CarryForward, CarryForward(on=False))
    launcher = Zygote()
    result = mark(submission_of("a", FILE), rubric, launcher)
    launcher.close()

    assert (result.found_as(Findings) or Findings()).causes == ()
