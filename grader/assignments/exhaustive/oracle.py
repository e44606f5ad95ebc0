"""How one module writes the cells of its boards, and which answers are right: decided outside, from the game table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from grader.assignments.exhaustive.cases import LEGAL, Case, CaseTable
from grader.model.answer import Answer, Unordered, Value
from grader.model.counterexample import Wanted
from grader.model.reason import Said
from grader.model.verdict import ChildEnd


class CellSpelling:
    """The values of `X`, `O` and an empty cell in one module."""

    def __init__(self, cell_value: Callable[[str], Value]) -> None:
        """Take the module's value of each symbol: `X`, `O` and `.` for an empty cell."""
        self.values = {symbol: cell_value(symbol) for symbol in "XO."}
        self._symbols = {(type(value), value): symbol for symbol, value in self.values.items()}

    def symbols(self, cells: list[Value]) -> str | None:
        """Return the symbols of `cells` as one string, or None if a value is no cell."""
        try:
            return "".join(map(self._symbols.__getitem__, zip(map(type, cells), cells, strict=True)))
        except (KeyError, TypeError):  # no cell, or a list or a set
            return None


def cells_of_board(value: Value, spelling: CellSpelling) -> str | None:
    """Return the nine characters of a list (or tuple) of three rows of three cells, or None."""
    if not _is_row(value):
        return None
    first, second, third = value  # type: ignore[misc,str-unpack] # a list or tuple of three items
    if not (_is_row(first) and _is_row(second) and _is_row(third)):
        return None
    return spelling.symbols([*first, *second, *third])  # type: ignore[misc]


def _is_row(value: Value) -> bool:
    return type(value) in (list, tuple) and len(value) == 3  # type: ignore[arg-type] # noqa: PLR2004 - three by three


R = TypeVar("R")


class Oracle(ABC):
    """Judges the answers of one function of one module; reads each answer once."""

    cases: CaseTable

    def __init__(self, spelling: CellSpelling) -> None:
        self._spelling = spelling
        self._readings: dict[int, tuple[Answer, object]] = {}

    def judge_all(self, function: str, answers: Sequence[Answer]) -> list[bool]:
        """Return whether each answer to all cases of `function`, in canonical order, is right."""
        cases = self.cases.of(function)
        right = [True] * len(cases)
        for members in self.cases.equivalence_classes(function):
            case, given = cases[members[0]], {answers[index] for index in members}  # compared by identity
            wrong = {answer for answer in given if not self.is_right(case, answer)}
            if wrong:
                for index in members:
                    right[index] = answers[index] not in wrong
        return right

    def is_right(self, case: Case, answer: Answer) -> bool:
        """Tell whether `answer` is right: the right value, or any ordinary exception if the call must be refused."""
        if case.kind != LEGAL:
            return answer.end is ChildEnd.RAISED and answer.refused is None
        return answer.end is ChildEnd.RETURNED and self.is_right_value(case, answer)

    @abstractmethod
    def is_right_value(self, case: Case, answer: Answer) -> bool:
        """Tell whether the returned value of a legal call is right."""

    @abstractmethod
    def expected(self, case: Case) -> Said:
        """Return reasons that word the right answer."""

    def wanted(self, case: Case) -> Wanted:
        """Return what the case asks for, as far as reports draw or explain it."""
        return Wanted()

    def normalized(self, function: str, value: Value) -> object:
        """Return an object for an answer of `function`: equal ones if the answers are judged alike."""
        return value

    def move(self, answer: Answer) -> int | None:
        """Return the cell 0 to 8 that the answer of a move function names, or None."""
        if answer.end is not ChildEnd.RETURNED:
            return None
        return self.read_once(answer, as_cell)

    def read_once(self, answer: Answer, read: Callable[[Value], R]) -> R:
        """Return the result of `read`, always the same function, for the answer's value, computed once per answer."""
        known = self._readings.get(id(answer))
        if known is None:
            # The answer is kept with its reading, so that no later answer gets the same id.
            known = self._readings[id(answer)] = (answer, read(answer.value))
        return cast("R", known[1])


def as_cell(value: Value) -> int | None:
    """Return the cell 0 to 8 that a pair of whole numbers (row, column) names, or None."""
    if type(value) not in (list, tuple) or len(value) != 2:  # type: ignore[arg-type] # noqa: PLR2004 - row and column
        return None
    row, column = value  # type: ignore[misc,str-unpack] # a list or tuple of two items
    if type(row) is not int or type(column) is not int or not (0 <= row <= 2 and 0 <= column <= 2):  # noqa: PLR2004
        return None
    return row * 3 + column


def as_cells(value: Value) -> Sequence[int] | None:
    """Return the cells of a collection of moves in ascending order; None if an item is no cell or occurs twice."""
    members = value.members if isinstance(value, Unordered) and value.is_set else value
    if not isinstance(members, (list, tuple)):
        return None
    cells = [as_cell(item) for item in members]
    found = [cell for cell in cells if cell is not None]
    if len(found) < len(cells) or len(set(found)) < len(found):
        return None
    return tuple(sorted(found))


def is_same_value(left: Value, right: Value) -> bool:
    """Compare exactly: 1, 1.0 and True are three different values."""
    return type(left) is type(right) and left == right
