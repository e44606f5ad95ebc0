"""How long a memoized sweep would have taken without the memo: how its costs are read, and the two estimates."""

from __future__ import annotations

import array
import math

import pytest

from grader.sandbox.running.plain_runs import NODES
from grader.sandbox.shortcut.trial import PlainCost, PlainTimes, predict, read_cost
from grader.sandbox.wire.frames import Frame, MalformedFrame


@pytest.mark.parametrize("costs", [[1], [1, 1, 1], [1, 1, 1, 1, 1], [1, 1 << 60, 0, 0], [1, 1, 1 << 60, 0]])
def test_the_costs_of_a_sweep_are_checked(costs: list[int]) -> None:
    """Two for each call, both whole numbers: of calls and of microseconds."""
    numbers = array.array("Q", costs).tobytes()
    with pytest.raises(MalformedFrame):
        read_cost(Frame({"type": "done", "inconsistency": None}, numbers), 2)


def test_a_prediction_is_no_less_than_what_its_parts_took() -> None:
    """A call that is slow in one position shows in the sum of the parts, not in the calls that were sampled."""
    count = PlainCost(calls=(100, 10), seconds=(40.0, 0.1))
    _call_cost, seconds = predict(count, {6: [1]}, PlainTimes({6: 0.1}))

    assert [40.0, 0.1] == seconds


def test_the_work_of_the_memo_makes_nobody_slow() -> None:
    """The extra time of the sampled parts over their plain time is subtracted from all, in proportion to the calls."""
    count = PlainCost(calls=(100, 10), seconds=(5.0, 0.4))
    call_cost, seconds = predict(count, {6: [1]}, PlainTimes({6: 0.1}))

    assert pytest.approx([2.0, 0.1]) == seconds
    assert pytest.approx((0.01, 0.03)) == (call_cost.plain, call_cost.overhead)


def test_a_plain_search_grows_with_the_positions_that_it_visits() -> None:
    """From 10 microseconds for a position the first move takes 5.5 s, whatever the memo counts."""
    times = PlainTimes({free: 1e-5 * NODES[free] for free in (5, 6)})

    assert times.upper(9) == pytest.approx(1e-5 * NODES[9])
    assert times.upper(6) == times.upper(3) == pytest.approx(1e-5 * NODES[6])


def test_a_search_that_slows_down_is_taken_to_slow_down_further() -> None:
    """Twice the time for each position with every free cell more: eight times with three more."""
    times = PlainTimes({5: 1e-5 * NODES[5], 6: 2e-5 * NODES[6]})

    assert times.upper(9) == pytest.approx(8 * 2e-5 * NODES[9])
    assert PlainTimes({5: 2e-5 * NODES[5], 6: 1e-5 * NODES[6]}).upper(9) == pytest.approx(1e-5 * NODES[9])


@pytest.mark.parametrize("seconds", [{}, {5: 1e-6, 6: 1e-5}, {6: 1e-5}])
def test_nothing_is_predicted_from_what_is_no_plain_search(seconds: dict[int, float]) -> None:
    """Answers from a table take no time on any board that was timed: the first move is really made."""
    assert PlainTimes(seconds).upper(9) == math.inf
