"""Asks one function all its cases, once, and keeps the answers for the checks to judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grader.assignments.exhaustive.board_selectors import every_board
from grader.assignments.exhaustive.cases import LEGAL, BoardSelector, CaseList, WrongAnswer, canonical_order
from grader.assignments.exhaustive.cell_spelling import CellSpelling
from grader.assignments.exhaustive.reproduction import CodeStyle
from grader.assignments.exhaustive.spec import GradingSpec
from grader.model.answer import Answer
from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student


class Examination:
    """
    One function of one submission: its cases, its answers, and which of them are right.

    Everything is asked in the constructor. A function that is missing, or whose file cannot be imported, is asked
    nothing: `cases` and `answers` are empty then.
    """

    def __init__(self, spec: GradingSpec, student: Student, function: str) -> None:
        """Ask `function` all its cases; HarnessFault if the sandbox fails."""
        self.spec = spec
        self.student = student
        self.function = function
        import_failed = student.failure is not None
        self.spelling = CellSpelling(
            {"X": "X", "O": "O", ".": None}.__getitem__ if import_failed else student.cell_value
        )
        self.oracle = spec.oracle(self.spelling)
        self.cases = CaseList(function, ())
        self.answers: Sequence[Answer] = ()
        """In canonical order."""
        self.shuffled_answers: Sequence[Answer] | None = None
        """The answers when asked in shuffled order, in canonical order again; None if that was not asked."""
        self.found_in_mixed_calls: list[WrongAnswer] = []
        """Wrong answers of this function among calls of other functions, added while the student is being asked."""
        self.is_right: Sequence[bool] = ()
        """By case: whether its answer in canonical order is right."""
        self.is_right_in_both_orders: Sequence[bool] = ()
        """By case: whether its answers in both orders are right; `is_right` if only one order was asked."""
        if not import_failed and student.has(function):
            self._ask()

    def _ask(self) -> None:
        self.cases = self.spec.cases.of(self.function)
        self.answers = self.student.sweep(self.cases.calls).answers
        self.is_right = self.is_right_in_both_orders = self.oracle.judge_all(self.function, self.answers)
        if self.all_right and not self._order_is_irrelevant:
            # A second order shows hidden state. A function that failed in the first order has lost its points already.
            shuffled = self.student.sweep(self.spec.cases.shuffled(self.function)).answers
            self.shuffled_answers = canonical_order(shuffled)
            self.is_right_in_both_orders = self.oracle.judge_all(self.function, self.shuffled_answers)

    @property
    def _order_is_irrelevant(self) -> bool:
        """Whether one order is enough: the function is slow, only prints, or was shown to keep no state."""
        function = self.student.module_spec.function(self.function)
        return function.slow or function.prints or self.student.keeps_no_state(self.function)

    def indices(self, kind: str, boards: BoardSelector) -> Sequence[int]:
        """Return the indices of the cases that are of `kind` and on boards that `boards` selects."""
        return self.spec.cases.indices(self.function, kind, boards)

    @cached_property
    def by_board(self) -> Mapping[str, Answer]:
        """The answers in canonical order by board (nine characters)."""
        return dict(zip(self.cases.calls.boards, self.answers, strict=True))

    @cached_property
    def distinct_answers(self) -> Mapping[int, Answer]:
        """Every different answer in canonical order by its `id`: equal answers of a sweep are one object."""
        return _by_id(self.answers)

    @cached_property
    def distinct_in_both_orders(self) -> Mapping[int, Answer]:
        """Every different answer of both sweeps by its `id`."""
        return {**self.distinct_answers, **_by_id(self.shuffled_answers or ())}

    @cached_property
    def mostly_right(self) -> bool:
        """Whether at least half of the legal calls have right answers: only then conduct is judged."""
        if self.all_right:
            return True
        legal = [self.is_right[index] for index in self.indices(LEGAL, every_board)] if self.is_right else []
        return bool(legal) and 2 * sum(legal) >= len(legal)

    @cached_property
    def all_right(self) -> bool:
        """Whether the answer to every case, in canonical order, is right."""
        return bool(self.is_right) and all(self.is_right)

    @cached_property
    def constant_answer(self) -> Answer | None:
        """The answer to all cases, None if there are several; always None in `several_answers_per_board` functions."""
        if not self.answers or self.function in self.spec.several_answers_per_board:
            return None
        first = self.answers[0]
        if first.end is not ChildEnd.RETURNED:
            return None
        normalize = self.oracle.normalizer(self.function)
        value = normalize(first.value)
        always = all(answer.end is first.end and normalize(answer.value) == value for answer in self.answers)
        return first if always else None

    @property
    def code_style(self) -> CodeStyle:
        """How a command that calls the function is written (ImportFailed if the file cannot be imported)."""
        student = self.student
        return CodeStyle(module_spec=student.module_spec, missing=student.module.missing, notebook=student.in_notebook)


def _by_id(answers: Sequence[Answer]) -> dict[int, Answer]:
    return dict(zip(map(id, answers), answers, strict=True))
