"""One file, one result: nothing but the times differs, however busy the machine is and whatever was graded before."""

from __future__ import annotations

import os

import pytest

from grader.sandbox.running.search_cost import spread
from tests.busy_loops import busy_loops
from tests.fixture_folders import EVERY, fixtures
from tests.flips import difference, graded

STYLES, LAB_STYLES, TIMES = 40, 8, 5
"""Console labs take several times as long as others."""


@pytest.mark.timeout(7200)
@pytest.mark.skipif(
    EVERY not in os.environ,
    reason="takes minutes; `test_marks_are_the_same_on_a_busy_machine` is the part of it that always runs",
)
def test_honest_programs_of_all_styles_get_one_result_under_load() -> None:
    """Forty of them five times, on two workers, in two orders, beside two busy loops."""
    quick = [name for name, one in sorted(fixtures().items()) if not one.expect.slow and one.expect.limits is None]
    lab = [name for name in quick if name.startswith("lab4")]
    others = [name for name in quick if name not in lab]
    names = [*spread(others, STYLES - LAB_STYLES), *spread(lab, LAB_STYLES)]
    with busy_loops(2):
        found = graded([*names, *(names[::-1] * (TIMES - 1))], 2)

    assert {*names} == {*found}
    assert {} == {name: difference(results) for name, results in found.items() if len({*results}) > 1}
