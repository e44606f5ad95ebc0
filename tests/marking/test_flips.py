"""One file, one result: nothing but the times differs, however busy the machine is and whatever was graded before."""

from __future__ import annotations

import os

import pytest

from tests.fixture_folders import EVERY, fixtures
from tests.flips import busy_loops, difference, graded

STYLES, TIMES = 40, 5


@pytest.mark.timeout(7200)
@pytest.mark.skipif(
    EVERY not in os.environ,
    reason="takes minutes; `test_marks_are_the_same_on_a_busy_machine` is the part of it that always runs",
)
def test_honest_programs_of_all_styles_get_one_result_under_load() -> None:
    """Forty of them five times, on two workers, in two orders, beside two busy loops."""
    quick = [name for name, one in sorted(fixtures().items()) if not one.expect.slow and one.expect.limits is None]
    names = quick[:: max(1, len(quick) // STYLES)][:STYLES]
    with busy_loops(2):
        found = graded([*names, *(names[::-1] * (TIMES - 1))], 2)

    assert {*names} == {*found}
    assert {} == {name: difference(results) for name, results in found.items() if len({*results}) > 1}
