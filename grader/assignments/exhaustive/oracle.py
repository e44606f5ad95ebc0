"""Which answers are right: judged outside the wall, against the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from grader.assignments.exhaustive.cases import LEGAL, Question, Questions
from grader.assignments.exhaustive.value_text import CellSpelling
from grader.model.answer import Answer, Value
from grader.model.verdict import ChildEnd

R = TypeVar("R")


class Truth(ABC):
    """Judges the answers of one module; equal answers are interpreted once."""

    questions: Questions

    def __init__(self, marks: CellSpelling) -> None:
        """Judge by the way the module writes its cells."""
        self._marks = marks
        self._read: dict[int, tuple[Answer, object]] = {}

    def judged(self, function: str, answers: Sequence[Answer]) -> list[bool]:
        """Tell which of the answers to all that `function` is asked are right; what is alike is judged once."""
        asked = self.questions.of(function)
        pairs = list(zip(map(id, answers), self.questions.alike(function), strict=True))
        last = dict(zip(pairs, range(len(pairs)), strict=True))
        right = {pair: self.right(asked[at], answers[at]) for pair, at in last.items()}
        return list(map(right.__getitem__, pairs))

    def right(self, question: Question, answer: Answer) -> bool:
        """Tell whether `answer` is right."""
        if question.kind != LEGAL:
            return answer.end is ChildEnd.RAISED
        return answer.end is ChildEnd.RETURNED and self.holds(question, answer)

    @abstractmethod
    def holds(self, question: Question, answer: Answer) -> bool:
        """Tell whether a value that came back from a legal call is right."""

    @abstractmethod
    def expected(self, question: Question) -> str:
        """Write what a right answer is."""

    def as_judged(self, function: str) -> Callable[[Value], object]:
        """Return what reads the answers of `function`: two that read alike are judged alike."""
        del function
        return _as_it_is

    def move(self, answer: Answer) -> int | None:
        """Return the cell that an answer of a function that plays names, 0 to 8, or None when it names none."""
        if answer.end is not ChildEnd.RETURNED:
            return None
        return self.interpreted(answer, as_cell)

    def interpreted(self, answer: Answer, read: Callable[[Value], R]) -> R:
        """Return what `read` makes of the answer's value; every answer has one way to be read."""
        known = self._read.get(id(answer))
        if known is None:
            # The answer is kept alive beside its reading, so that its id stays its own.
            known = self._read[id(answer)] = (answer, read(answer.value))
        return cast("R", known[1])


def as_cell(value: Value) -> int | None:
    """Return the cell 0 to 8 that a pair of whole numbers names, or None."""
    if type(value) not in (list, tuple) or len(value) != 2:  # type: ignore[arg-type] # noqa: PLR2004 - row and column
        return None
    row, column = value  # type: ignore[misc,str-unpack] # a pair, just seen
    if type(row) is not int or type(column) is not int or not (0 <= row <= 2 and 0 <= column <= 2):  # noqa: PLR2004
        return None
    return row * 3 + column


def as_cells(value: Value) -> Sequence[int] | None:
    """Return the cells of a collection of moves in ascending order; None when an item is no cell or stands twice."""
    if not isinstance(value, (set, frozenset, list, tuple)):
        return None
    cells = [as_cell(item) for item in value]
    found = [cell for cell in cells if cell is not None]
    if len(found) < len(cells) or len(set(found)) < len(found):
        return None
    return tuple(sorted(found))


def _as_it_is(value: Value) -> Value:
    return value
