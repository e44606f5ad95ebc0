"""One file, one result: nothing but the times differs, however busy the machine is and whatever was graded before."""

from __future__ import annotations

import os

import pytest

from grader.model.answer import spread
from grader.model.result import Result
from tests.fixture_folders import EVERY, FIXTURES, SLOW, fixtures
from tests.flips import comparable, difference, graded_again

STYLES, LAB_STYLES = 6, 1
"""
Console labs take several times as long as others.

Each is graded once more, since the whole run has graded it before, in another order and with other work beside it. One
grading of 7 styles shows what depends on load or order; how often a single file flips is what `tests.flips` counts.
"""


def chosen() -> list[str]:
    """Return fixtures of all styles, without those that meet a limit."""
    quick = [folder.name for folder in FIXTURES if not _is_slow(folder.name)] if EVERY in os.environ else []
    lab = [name for name in quick if name.startswith("lab4")]
    others = [name for name in quick if name not in lab]
    return [*spread(others, STYLES), *spread(lab, LAB_STYLES)]


def _is_slow(name: str) -> bool:
    expect = fixtures()[name].expect
    return expect.slow or expect.limits is not None


@pytest.fixture(scope="module")
def again() -> dict[str, list[bytes]]:
    """Grade them on two workers, the last of them first, beside all else that the suite does meanwhile."""
    return graded_again(chosen()[::-1], 2)


@SLOW
@pytest.mark.parametrize("fixture_name", chosen())
def test_a_program_gets_the_result_that_it_got_before(
    fixture_name: str, graded: dict[str, Result], again: dict[str, list[bytes]]
) -> None:
    """`test_marks_are_the_same_on_a_busy_machine` is the part of it that always runs."""
    assert [] == difference([comparable(graded[fixture_name]), *again[fixture_name]])
