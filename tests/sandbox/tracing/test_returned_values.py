"""What a returned value says: which part is the number, and which the move."""

from __future__ import annotations

import pytest

from grader.sandbox.tracing.returned_values import Returned, ReturnedOn, ValueMeaning, meanings

BOARD = "XOXO....."
"""Empty are the cells 4 to 8: the middle cell, the last one of its row, and the last row."""


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ([1, -1, None], [(1, None), (-1, None), (None, None)]),
        ([(1, 1), (2, 0), (1, 2)], [(None, 4), (None, 6), (None, 5)]),
        ([(0, 4), (1, 7), (-1, None)], [(0, 4), (1, 7), (-1, None)]),
        ([(4, 0), (7, 1), (8, 0), (-1, 1)], [(0, 4), (1, 7), (0, 8), (1, None)]),
        ([(0, (1, 1)), (1, None), (-1, (2, 2))], [(0, 4), (1, None), (-1, 8)]),
        ([((1, 1), 0.5), ((-1, -1), 10)], [(0.5, 4), (10, None)]),
        ([(1, 1, 10), (2, 0, -10), (-1, -1, 0)], [(10, 4), (-10, 6), (0, None)]),
        ([(10, 1, 1), (-10, 2, 0), (0, -1, -1)], [(10, 4), (-10, 6), (0, None)]),
        ([1, (0, (2, 2))], [(1, None), (0, 8)]),
        ([(5, 3), (3, 5)], [(None, None), (None, None)]),
        ([(1, (1, 1), 3), (0, (2, 2), 2)], [(None, 4), (None, 8)]),
        ([(1, (1, 1)), (0, (0, 0))], [(1, None), (0, None)]),
        ([(1, 2, 3, 4)], [(None, None)]),
    ],
)
def test_the_order_that_fits_all_calls_counts(
    returned: list[Returned], said: list[tuple[float | None, int | None]]
) -> None:
    """A move goes to an empty cell, in each call of the function, or there is none."""
    answers = [ReturnedOn(one, BOARD) for one in returned]

    assert meanings(answers) == [ValueMeaning(value, move) for value, move in said]
