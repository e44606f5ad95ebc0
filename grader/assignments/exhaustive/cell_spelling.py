"""How one module writes the cells of its boards, and reading its boards back."""

from __future__ import annotations

from collections.abc import Callable

from grader.model.answer import Value


class CellSpelling:
    """The values that stand for `X`, `O` and an empty cell in one module."""

    def __init__(self, cell_value: Callable[[str], Value]) -> None:
        """Take the module's value of each symbol: `X`, `O` and `.` for an empty cell."""
        self.values = {symbol: cell_value(symbol) for symbol in "XO."}
        self._symbols = {(type(value), value): symbol for symbol, value in self.values.items()}
        self._exact = all(value is None or type(value) is str for value in self.values.values())

    def symbol(self, cell: Value) -> str | None:
        """Return the symbol of a cell, or None if the value is not a cell."""
        try:
            return self._symbols.get((type(cell), cell))
        except TypeError:  # a list or a set
            return None

    def is_plain_board(self, value: Value, board: str) -> bool:
        """
        Tell quickly whether `value` is `board`, nine characters, written as lists of lists.

        True is certain. False may also mean that the board is written in another way: read it with `cells_of_board`.
        """
        cells = list(map(self.values.__getitem__, board))
        # Strings and None equal nothing but themselves; 1 would equal True.
        return self._exact and value == [cells[0:3], cells[3:6], cells[6:9]]

    def symbols(self, cells: list[Value]) -> str | None:
        """Return the symbols of `cells` as one string, or None if one of them is not a cell."""
        try:
            return "".join(map(self._symbols.__getitem__, zip(map(type, cells), cells, strict=True)))
        except (KeyError, TypeError):
            return None


def cells_of_board(value: Value, spelling: CellSpelling) -> str | None:
    """Return the nine characters of a list (or tuple) of three rows of three cells, or None."""
    if not _is_row(value) or not all(_is_row(row) for row in value):  # type: ignore[union-attr] # has three items
        return None
    first, second, third = value  # type: ignore[misc,str-unpack] # a list or tuple of three items
    return spelling.symbols([*first, *second, *third])  # type: ignore[misc]


def _is_row(value: Value) -> bool:
    return type(value) in (list, tuple) and len(value) == 3  # type: ignore[arg-type] # noqa: PLR2004 - three by three
