"""The part of a line that is told for an edit."""

from __future__ import annotations

import pytest

from grader.capabilities.causes.told_part import told_part, words_around

TEST = "    if sum(row.count(EMPTY) for row in board) % 2 == 0 and other == 3:"
TWICE = "    if count_marks(board, X) > count_marks(board, X):"
TWICE_IN_LONG = "    return X if count_marks(board, X) == count_marks(board, X) else count_marks(board, O)"
CALL = "    return calculate_the_value_of(board[1][2], 3) + 1"


@pytest.mark.parametrize(
    ("line", "edited", "told"),
    [
        ("    return x % 2", "2", "return x % 2"),
        (TEST, "0", "sum(row.count(EMPTY) for row in board) % 2 == 0"),
        (TEST, "3", "other == 3"),
        (TEST, "EMPTY", "row.count(EMPTY)"),
        (TWICE, "X", "count_marks(board, X) > count_marks(board, X)"),
        (TWICE_IN_LONG, "X", "count_marks(board, X) == count_marks(board, X)"),
        (CALL, "3", "calculate_the_value_of(board[1][2], 3)"),
    ],
)
def test_no_number_of_a_long_line_is_told_alone(line: str, edited: str, told: str) -> None:
    """But with the call, the comparison or the index that it is part of."""
    start = line.rindex(edited)
    end = start + len(edited)

    first, last = told_part(line, start, end, words_around(line, start, end))

    assert line[first:last] == told
