"""The two orders in which cases are asked."""

from __future__ import annotations

from grader.assignments.exhaustive.cases import shuffled_order


def test_the_other_order_is_fixed_and_complete() -> None:
    """Every case once, the same order on every machine."""
    order = shuffled_order(4_520)

    assert sorted(order) == list(range(4_520))
    assert order[:5] == shuffled_order(4_520)[:5] != [0, 1, 2, 3, 4]
