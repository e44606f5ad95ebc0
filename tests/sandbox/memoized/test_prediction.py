"""How long a memoized sweep would have taken without the memo: how its costs are read, and the two estimates."""

from __future__ import annotations

import array

import pytest

from grader.sandbox.memoized.prediction import PlainCost, predict, read_cost
from grader.sandbox.wire.frames import Frame, MalformedFrame


@pytest.mark.parametrize("costs", [[1], [1, 1, 1], [1, 1, 1, 1, 1], [1, 1 << 60, 0, 0], [1, 1, 1 << 60, 0]])
def test_the_costs_of_a_sweep_are_checked(costs: list[int]) -> None:
    """Two for each call, both whole numbers: of calls and of microseconds."""
    numbers = array.array("Q", costs).tobytes()
    with pytest.raises(MalformedFrame):
        read_cost(Frame({"type": "done", "poison": None}, numbers), 2)


def test_a_prediction_is_no_less_than_what_its_parts_took() -> None:
    """A call that is slow in one position shows in the sum of the parts, not in the calls that were sampled."""
    count = PlainCost(calls=(100, 10), seconds=(40.0, 0.1))
    plainly = predict(count, [1], 0.1)

    assert (1.0, (40.0, 0.1)) == (plainly.first, plainly.upper_seconds)


def test_the_work_of_the_memo_makes_nobody_slow() -> None:
    """The extra time of the sampled parts over their plain time is subtracted from all, in proportion to the calls."""
    count = PlainCost(calls=(100, 10), seconds=(5.0, 0.4))
    plainly = predict(count, [1], 0.1)

    assert pytest.approx((2.0, 0.1)) == plainly.upper_seconds
    assert pytest.approx((0.01, 0.03)) == (plainly.call_cost.plain, plainly.call_cost.overhead)
