"""Asks one function all its cases, once, and keeps the answers for the checks to judge."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from grader.assignments.exhaustive.cases import (
    LEGAL,
    BoardSelector,
    CaseList,
    ReadBack,
    WrongAnswer,
    canonical_order,
    every_board,
    shuffled_order,
)
from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.exhaustive.value_text import outcome_said
from grader.model.answer import Answer, Call, CallGroup, Refusal
from grader.model.progress import FunctionDone, Work
from grader.model.reason import Said, reason
from grader.model.sanitize import sanitize
from grader.model.verdict import NOT_MADE, ChildEnd
from grader.sandbox.student import Student
from grader.text.line_names import one_line_board
from grader.text.reasons import said


class Examination:
    """
    One function of one submission: its cases, its answers, and which answers are right.

    The constructor asks everything, but nothing if the function is missing or the import fails: then `cases` is empty.
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
        """The answers in shuffled order, sorted into canonical order; None if not asked in that order."""
        self.found_in_mixed_calls: list[WrongAnswer] = []
        """Wrong answers of this function among calls of other functions, added while the student is being asked."""
        self.read_back: dict[str, ReadBack] = {}
        """Evidence of other functions against claims of the inside, by the check that would rely on the claims."""
        self.was_asked: Sequence[bool] = ()
        self.is_complete = True
        self.is_right: Sequence[bool] = ()
        """By case: whether its answer in canonical order is right; False for a case that was not asked."""
        self.is_right_in_both_orders: Sequence[bool] = ()
        """By case: whether its answers in both orders are right; `is_right` if only one order was asked."""
        if not import_failed:
            if student.has(function):
                self._ask()
            if not student.only or function in student.only:
                student.progress.function_done(self._progress)

    def _ask(self) -> None:
        self.cases = self.spec.cases.of(self.function)
        self._begin()
        sweep = self.student.sweep(self.cases.calls, self._groups)
        self._take(sweep.answers)
        places = self._decisive() if sweep.kept else ()
        if places and not self.student.come_again(
            [sweep.calls[at] for at in places], [sweep.answers[at] for at in places]
        ):
            self.ask_plainly()
        if self.all_right and not self._order_is_irrelevant:
            # A second order shows hidden state. A function that failed in the first order has lost its points already.
            calls = self.spec.cases.shuffled(self.function)
            self._begin()
            groups = partial(self._groups, shuffled=True)
            self.shuffled_answers = canonical_order(self.student.sweep(calls, groups).answers)
            self.is_right_in_both_orders = self.oracle.judge_all(self.function, self.shuffled_answers)

    def _begin(self) -> None:
        self.student.progress.begin(Work.ASK, self.function, len(self.cases), self.counted_noun)

    @property
    def _progress(self) -> FunctionDone:
        """The number of calls with wrong answers in the sweeps of the function."""
        judged, right = set(map(id, self._judged)), self.is_right_in_both_orders
        if len(judged) < len(self.distinct_answers):
            right = [one for answer, one in zip(self.answers, right, strict=True) if id(answer) in judged]
        wrong = len(right) - sum(right)
        has_other_fault = not wrong and self._rejected(one for one in self._checks if one.is_about_right_answers)
        return FunctionDone(
            function=self.function,
            asked=len(right),
            of=len(self.cases),
            wrong=None if has_other_fault else wrong,
            noun=self.counted_noun,
            first_wrong=self._first_wrong_text(),
        )

    def _first_wrong_text(self) -> str:
        if self.first_wrong is None:
            return ""
        case, answer = self.cases[self.first_wrong], self.answers[self.first_wrong]
        got = said(self.what_came(case.call, answer))
        got = got if answer.raised else f"got {got}"
        place = self.student.place(answer)
        at = f" ({place})" if place else ""
        return f"on {one_line_board(case.call.board)}: {got}{at}, expected {said(self.oracle.expected(case))}"

    def what_came(self, call: Call, answer: Answer) -> Said:
        """Return reasons that word the result of a call, and the other function in which it never ended."""
        endless = self.student.endless_function(call, answer)
        if endless and self.student.never_ends(answer):
            return (reason("runs_for_ever_in", function=sanitize(endless)),)
        if endless:
            seconds = f"{self.student.limits.seconds_for(endless):g}"
            return (reason("too_long_in", function=sanitize(endless), seconds=seconds),)
        came = outcome_said(call, answer, self.spelling, self.student.limits)
        name, why = self.student.unchanged_in_loop(answer)
        return (*came, reason(why, name=name)) if name else came

    def _take(self, answers: Sequence[Answer]) -> None:
        self.answers = answers
        not_asked = {answer for answer in set(answers) if answer.end is ChildEnd.NOT_ASKED}
        self.is_complete = not not_asked
        self.was_asked = [self.is_complete or answer not in not_asked for answer in answers]
        self.is_right = self.is_right_in_both_orders = self.oracle.judge_all(self.function, answers)

    def ask_plainly(self) -> None:
        """Ask again without the shortcut, which gave other answers than a plain run."""
        self._begin()
        self._take(self.student.sweep_plainly(self.cases.calls, self._groups))
        self._forget_readings()

    def add_played(self, played: Mapping[str, Answer]) -> None:
        """Add answers from games, by board, for cases that the sweep left out; before any check has judged."""
        if self.is_complete:
            return
        pairs = zip(self.answers, self.cases.calls.boards, strict=True)
        self._take([played.get(board, one) if one.end is ChildEnd.NOT_ASKED else one for one, board in pairs])
        self._forget_readings()

    def _forget_readings(self) -> None:
        for name, part in vars(Examination).items():
            if isinstance(part, cached_property):
                vars(self).pop(name, None)

    def _decisive(self) -> Sequence[int]:
        """Return the places of the wrong answers that a report shows: each check's first in canonical order."""
        answers, right, rejected = self.answers, self.is_right, self._rejected(self._checks)
        if not rejected and all(right):
            return ()
        suspects = [at for at, answer in enumerate(answers) if not right[at] or id(answer) in rejected]
        first = (
            next((at for at in suspects if at in one.calls and one.fails(at, answers[at])), None)
            for one in (self._groups() if suspects else ())
        )
        return sorted({at for at in first if at is not None})

    def _rejected(self, checks: Iterable[BoardCheck]) -> set[int]:
        """Return the ids of the distinct answers, right or wrong, that one of `checks` does not accept on any board."""
        accept = [check.answer_ok for check in checks if check.answer_ok is not None]
        distinct = self.distinct_answers.items()
        return {key for accepts in accept for key, answer in distinct if not accepts(self.oracle, answer)}

    def _groups(self, *, shuffled: bool = False) -> list[CallGroup]:
        """Return the calls of each check; none for a function that prints its answer."""
        if self.student.module_spec.function(self.function).prints:
            return []  # where it prints each cell is only known from all boards together
        order = shuffled_order(len(self.cases)) if shuffled else range(len(self.cases))
        groups = []
        for check in self._checks:
            calls = self.spec.cases.index_set(self.function, check.kind, check.boards, shuffled=shuffled)
            fails = self._test(check, order)
            groups.append(CallGroup(calls=calls, fails=fails, only_cheap=check.is_about_right_answers))
        return groups

    @property
    def _checks(self) -> Sequence[BoardCheck]:
        return self.spec.board_checks(self.function)

    def _test(self, check: BoardCheck, order: Sequence[int]) -> Callable[[int, Answer], bool]:
        return lambda place, answer: not check.passes(self.oracle, self.cases[order[place]], answer)

    @property
    def _order_is_irrelevant(self) -> bool:
        """Whether one order is enough: the function is slow, only prints, or was shown to keep no state."""
        function = self.student.module_spec.function(self.function)
        return function.slow or function.prints or self.student.keeps_no_state(self.function)

    def asked_among(self, indices: Sequence[int]) -> Sequence[int]:
        return indices if self.is_complete else [index for index in indices if self.was_asked[index]]

    @property
    def counted_noun(self) -> str:
        return self.spec.counted_noun.get(self.function, "boards")

    def note_left_out(self) -> None:
        asked, of = sum(self.was_asked), len(self.cases)
        self.student.note(
            f"{self.function} was tested on {asked:,} of {of:,} {self.counted_noun}, since all of them would have taken"
            " too long; no points were lost by it"
        )

    def indices(self, kind: str, boards: BoardSelector) -> Sequence[int]:
        """Return the indices of the cases that are of `kind`, on the boards that `boards` selects."""
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
        return {**self.distinct_answers, **_by_id(self.shuffled_answers or ())}

    @cached_property
    def mostly_right(self) -> bool:
        """Whether at least half of the legal calls have right answers: only then conduct is judged."""
        if self.all_right:
            return True
        indices = self.asked_among(self.indices(LEGAL, every_board)) if self.is_right else ()
        legal = [self.is_right[index] for index in indices]
        return bool(legal) and 2 * sum(legal) >= len(legal)

    @cached_property
    def may_be_mostly_right(self) -> bool:
        """Whether at least half would be right if every call that the sandbox refused something were right."""
        indices = self.asked_among(self.indices(LEGAL, every_board)) if self.is_right else ()
        may_be = sum(self.is_right[index] or self.answers[index].refused is not None for index in indices)
        return self.mostly_right or (may_be > 0 and 2 * may_be >= len(indices))

    @cached_property
    def refused(self) -> Refusal | None:
        """What the sandbox refused to a call, None if nothing."""
        return self.refused_among(range(len(self.answers)))

    def refused_among(self, indices: Iterable[int]) -> Refusal | None:
        """Return the first refusal of the sandbox that left one of these cases without an answer."""
        orders = [self.answers] if self.shuffled_answers is None else [self.answers, self.shuffled_answers]
        if not self._refuses:
            return None
        return next(filter(None, (answers[index].refused for index in indices for answers in orders)), None)

    @cached_property
    def _refuses(self) -> bool:
        return any(answer.refused is not None for answer in self.distinct_in_both_orders.values())

    @cached_property
    def all_right(self) -> bool:
        """Whether every asked case has a right answer in canonical order."""
        return bool(self.is_right) and all(map(operator.ge, self.is_right, self.was_asked))

    @property
    def constant_answer(self) -> Answer | None:
        """The one answer to all asked cases, None if there are several answers or if it is always right."""
        return None if self.first_wrong is None else self.only_answer

    @cached_property
    def only_answer(self) -> Answer | None:
        """The one answer to all asked cases without a refusal; None if several, or for `several_answers_per_board`."""
        if not (judged := self._judged) or self.function in self.spec.several_answers_per_board:
            return None
        values = [self.oracle.normalized(self.function, one.value) for one in judged if one.end is ChildEnd.RETURNED]
        always = len(values) == len(judged) and all(value == values[0] for value in values)
        return judged[0] if always else None

    @property
    def _judged(self) -> Sequence[Answer]:
        """The different answers of calls that were made without a refusal of the sandbox."""
        answers = self.distinct_answers.values()
        return [answer for answer in answers if answer.end not in NOT_MADE and answer.refused is None]

    @cached_property
    def first_wrong(self) -> int | None:
        """The index of the first case with a wrong answer, in canonical order."""
        if self.all_right:
            return None
        judged = set(map(id, self._judged))
        pairs = enumerate(zip(self.answers, self.is_right, strict=True))
        return next((index for index, (answer, right) in pairs if not right and id(answer) in judged), None)


def _by_id(answers: Sequence[Answer]) -> dict[int, Answer]:
    return {id(answer): answer for answer in dict.fromkeys(answers)}
