"""Compares boards that a search carries along, and records with which boards they were compared."""

from __future__ import annotations

from typing import Any

from ..boards import SIDE, cells_of

EQUAL = 1 << (SIDE * SIDE + 1) ** 2
"""Marks comparisons whose result may be another one for any other carried board."""


class Comparisons:
    """
    Records the comparisons of carried boards, as a set of numbers of marks in the bits of an int.

    Boards with other numbers of X or of O are not equal. So a call with unequal comparisons only is the same for every
    carried board whose numbers of marks are not among those that it was compared with.
    """

    def __init__(self) -> None:
        """Record nothing yet."""
        self.seen = 0
        """The comparisons in the current call of a memoized function."""
        self.cells: list[Any] = ["X", "O"]
        """The two cells that are counted; with any others as many boards would be told apart."""

    def compare(self, left: Any, right: Any, is_left: bool, is_equal: bool) -> Any:  # noqa: FBT001 - written by us
        """Return ``left == right``, or ``left != right``, and record it; the left or the right one is carried."""
        result = left == right if is_equal else left != right
        carried, other = (left, right) if is_left else (right, left)
        place = self._place(other)
        self.seen |= EQUAL if result is is_equal or self._place(carried) is None or place is None else place
        return result

    def all_unequal(self, carried: Any, seen: int) -> bool:
        """Tell whether a call that has `seen` these comparisons makes the same ones, all unequal, with `carried`."""
        place = self._place(carried)
        return not seen or (place is not None and not seen & (place | EQUAL))

    def _place(self, board: Any) -> int | None:
        """Return the bit for the numbers of marks on a board of texts; None for anything else."""
        cells = cells_of(board)
        if cells is None:
            return None
        first, second = map(cells.count, self.cells)
        return 1 << first * (SIDE * SIDE + 1) + second
