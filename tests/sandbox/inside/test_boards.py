"""The fast copy of boards: the same copy as the standard library's."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox.inside import boards
from tests.sandbox.inside.memoizer.plain_data import DATA, shape


@given(DATA, st.booleans())
def test_the_fast_copy_is_the_copy(value: object, twice: bool) -> None:  # noqa: FBT001 - drawn
    """Type by type, with the same parts being one object, and none of them an old one."""
    whole = [value, value, value] if twice else value
    quick = boards.deepcopy(whole)

    assert shape(copy.deepcopy(whole), {}) == shape(quick, {})
    assert not isinstance(whole, list) or quick is not whole


ROW = ["X", None, "O"]


@pytest.mark.parametrize(
    "board",
    [None, "XO.......", [ROW] * 3, [ROW[:], ROW[:]], [ROW[:], ROW[:], (*ROW,)], [ROW[:], ROW[:], ["X", None, 1]]],
)
def test_anything_but_three_rows_of_texts_has_no_cells(board: object) -> None:
    """Rows that are one list, too few, of another type, or with other cells."""
    assert boards.cells_of(board) is None
    assert (*ROW, *ROW, *ROW) == boards.cells_of([ROW[:], ROW[:], ROW[:]])
