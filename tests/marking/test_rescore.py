"""A rubric that only changes what things are worth needs no new answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from decimal import Decimal

import pytest

from grader.capabilities.lateness.capability import LateRules
from grader.capabilities.registry import completed
from grader.marking.mark import mark
from grader.marking.rescore import rescored
from grader.model.result import Result
from grader.model.rubric import Rubric, Scale
from grader.sandbox.launching.launcher import launcher
from tests.batch.fakes import lossy, submission
from tests.fixture_folders import FIXTURES, Fixture, fixture_in, own_rubric, sampled
from tests.flips import comparable
from tests.marking.other_points import doubled

KINDS = ("place-and-undo", "syntax-error", "skeleton", "whole-sheet-wrong", "winner-misses-anti-diagonal")
"""A search, no import, nothing written, other files, causes."""


def regraded(fixture: Fixture, rubric: Rubric) -> Result:
    """Return what running the fixture's code again gives."""
    ours = launcher()
    try:
        return completed(mark(fixture.submission, rubric, ours), rubric)
    finally:
        ours.close()


@pytest.mark.parametrize("fixture_name", sampled([folder.name for folder in FIXTURES if folder.name in KINDS], 5))
def test_other_points_are_what_grading_again_gives(fixture_name: str, graded: dict[str, Result]) -> None:
    """Everything in the result is equal, but for the time that it took."""
    fixture = fixture_in(next(folder for folder in FIXTURES if folder.name == fixture_name))
    other = doubled(fixture.rubric)

    fresh, result = regraded(fixture, other), rescored(graded[fixture_name], other)

    assert result is not None
    again = completed(dataclasses.replace(result, grader=fresh.grader), other)
    assert comparable(fresh) == comparable(again)


def in_other_order(rubric: Rubric) -> Rubric:
    """Return the rubric with its items turned round."""
    return dataclasses.replace(rubric, criteria=rubric.criteria[::-1])


def with_shorter_limit(rubric: Rubric) -> Rubric:
    """Return the rubric with another limit."""
    return dataclasses.replace(rubric, limits=dataclasses.replace(rubric.limits, call_seconds=1))


def of_other_sheet(rubric: Rubric) -> Rubric:
    """Return the rubric as one that quotes another sheet."""
    return dataclasses.replace(rubric, sheet="cs50")


def with_file_demands(rubric: Rubric) -> Rubric:
    """Return the rubric with a section about files."""
    return dataclasses.replace(rubric, sections=own_rubric("whole-sheet").sections)


@pytest.mark.parametrize("change", [in_other_order, with_shorter_limit, of_other_sheet, with_file_demands])
def test_a_rubric_that_asks_something_else_needs_new_answers(
    change: Callable[[Rubric], Rubric], default_rubric: Rubric
) -> None:
    """Then nothing is made up."""
    assert None is rescored(lossy(submission("ada"), default_rubric, ()), change(default_rubric))


def test_scale_and_lateness_ask_nothing(default_rubric: Rubric) -> None:
    """They are worked out from the result."""
    late = default_rubric.with_section(LateRules, LateRules(per_day=Decimal(5)))
    other = dataclasses.replace(late, scale=Scale(to=Decimal(20), decimals=1))

    result = rescored(lossy(submission("ada"), default_rubric, {"winner.rows"}), other)

    assert result is not None
    assert result.score is not None
    assert (Decimal("18.2"), Decimal(20)) == (result.score.scaled, result.score.scaled_possible)


def test_a_result_of_an_older_grader_is_graded_again(default_rubric: Rubric) -> None:
    """It does not say what its rubric asked."""
    result = lossy(submission("ada"), default_rubric, ())
    older = dataclasses.replace(result, rubric=dataclasses.replace(result.rubric, question=""))

    assert None is rescored(older, default_rubric)
