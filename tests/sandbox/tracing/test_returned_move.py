"""Which part of a returned value is the move."""

from __future__ import annotations

from collections import Counter

import pytest

from grader.sandbox.tracing.decoder import Returned, ReturnedOn, returned_move

BOARD = "XOXO....."
"""Empty are the cells 4 to 8: the middle cell, the last one of its row, and the last row."""


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ([1, -1, None], [None, None, None]),
        ([(1, 1), (2, 0), (1, 2)], [4, 6, 5]),
        ([(0, 4), (1, 7), (-1, None)], [4, 7, None]),
        ([(4, 0), (7, 1), (8, 0), (-1, 1)], [4, 7, 8, None]),
        ([(0, (1, 1)), (1, None), (-1, (2, 2))], [4, None, 8]),
        ([((1, 1), 0.5), ((-1, -1), 10)], [4, None]),
        ([(1, 1, 10), (2, 0, -10), (-1, -1, 0)], [4, 6, None]),
        ([(10, 1, 1), (-10, 2, 0), (0, -1, -1)], [4, 6, None]),
        ([1, (0, (2, 2))], [None, 8]),
        ([(5, 3), (3, 5)], [None, None]),
        ([(1, (1, 1), 3), (0, (2, 2), 2)], [4, 8]),
        ([(1, (1, 1)), (0, (0, 0))], [None, None]),
        ([(1, 2, 3, 4)], [None]),
    ],
)
def test_the_order_that_fits_all_calls_counts(returned: list[Returned], said: list[int | None]) -> None:
    """A move goes to an empty cell, in each call of the function, or there is none."""
    answers: Counter[ReturnedOn] = Counter((one, BOARD) for one in returned)

    assert [returned_move(one, answers) for one in returned] == said
