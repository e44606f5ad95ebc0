"""Judges one check on the answers that an examination kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.assignments.exhaustive.board_selectors import every_board
from grader.assignments.exhaustive.cases import LEGAL, BoardSelector, Case, WrongAnswer
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.explanation import explain, explain_all
from grader.assignments.exhaustive.failure_pattern import pattern
from grader.assignments.exhaustive.fingerprint import canonical_text, fingerprint
from grader.assignments.exhaustive.value_text import value_text
from grader.model.answer import Answer
from grader.model.result import CheckOutcome
from grader.model.spec import CheckEntry
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.student import Student

CaseOk = Callable[[Case, Answer], bool]
AnswerOk = Callable[[Answer], bool]
Report = Callable[[CheckOutcome], None]
"""The fixture `report`, which every check calls with its outcome."""


def outcome(  # noqa: PLR0913 - what a check may select, and what it may test
    examination: Examination,
    check: str,
    *,
    kind: str = LEGAL,
    boards: BoardSelector = every_board,
    answer_ok: AnswerOk | None = None,
    case_ok: CaseOk | None = None,
) -> CheckOutcome:
    """
    Judge the check `check` (its name without the function) on the cases of `kind` whose boards `boards` selects.

    `answer_ok` tests the answer alone, `case_ok` the case with its answer; with neither, the oracle decides. A check
    of conduct on all boards looks only at cases with a right answer. KeyError if there is no such check.
    """
    entry = examination.spec.assignment.check(f"{examination.function}.{check}")
    unjudged = unjudged_outcome(examination, entry)
    if unjudged is not None:
        return unjudged
    test = _AnswerTest(examination, answer_ok, case_ok)
    chosen = examination.indices(kind, boards)
    if entry.conduct and boards is every_board and kind == LEGAL and not examination.all_right:
        chosen = [index for index in chosen if examination.is_right[index]]
    wrong = list(test.wrong_among(chosen))
    mixed = [
        each
        for each in examination.found_in_mixed_calls
        if each.case.kind == kind and boards(each.case.position) and not test.passes(each.case, each.answer)
    ]
    if not wrong and not mixed:
        return CheckOutcome(check=entry.id, verdict=Verdict.PASS, wrong=0, of=len(chosen))
    explained = explain_all(examination, entry, wrong, mixed, len(chosen))
    texts = canonical_text((each.case.call, each.answer) for each in (*wrong, *mixed))
    return replace(explained, pattern=_pattern(examination, chosen, wrong), behaviour=fingerprint(texts))


@dataclass(frozen=True, slots=True)
class _AnswerTest:
    """Tests the answers of an examination for one check."""

    examination: Examination
    answer_ok: AnswerOk | None
    case_ok: CaseOk | None

    def passes(self, case: Case, answer: Answer) -> bool:
        if self.answer_ok is None and self.case_ok is None:
            return self.examination.oracle.is_right(case, answer)
        return (self.answer_ok is None or self.answer_ok(answer)) and (
            self.case_ok is None or self.case_ok(case, answer)
        )

    def wrong_among(self, chosen: Sequence[int]) -> Iterator[WrongAnswer]:
        """Yield the answers to the `chosen` cases that do not pass, at most one per case."""
        answers, shuffled = self.examination.answers, self.examination.shuffled_answers
        for index in self._to_inspect(chosen):
            case = self.examination.cases[index]
            if not self.passes(case, answers[index]):
                yield WrongAnswer(case=case, answer=answers[index])
            elif shuffled is not None and not self.passes(case, shuffled[index]):
                yield WrongAnswer(case=case, answer=shuffled[index], only_shuffled=True)

    def _to_inspect(self, chosen: Sequence[int]) -> Sequence[int]:
        """
        Return those of `chosen` that may not pass: all others have right answers, which `answer_ok` accepts.

        `case_ok` is not called: it accepts every right answer.
        """
        examination, answer_ok = self.examination, self.answer_ok
        distinct = examination.distinct_in_both_orders.items() if answer_ok is not None else ()
        rejected = {key for key, answer in distinct if answer_ok is not None and not answer_ok(answer)}
        right = examination.is_right_in_both_orders
        if not rejected and examination.all_right and all(right):
            return ()
        first, second = examination.answers, examination.shuffled_answers
        return [
            index
            for index in chosen
            if not right[index]
            or id(first[index]) in rejected
            or (second is not None and id(second[index]) in rejected)
        ]


def _pattern(examination: Examination, chosen: Sequence[int], wrong: Sequence[WrongAnswer]) -> str:
    """Return what the wrong boards have in common; empty if the answer depends on more than the board."""
    by_board = all(each.answer.end in (ChildEnd.RETURNED, ChildEnd.RAISED) and not each.only_shuffled for each in wrong)
    if examination.function in examination.spec.several_answers_per_board or not by_board:
        return ""
    positions = [examination.cases.positions[index] for index in chosen]
    return pattern(positions, {each.case.call.board for each in wrong})


def unjudged_outcome(examination: Examination, entry: CheckEntry) -> CheckOutcome | None:
    """Return the outcome of a check that cannot be judged, or None if it can."""
    missing = missing_outcome(examination.student, entry.id, examination.function)
    if missing is not None:
        return missing
    if entry.conduct and not examination.mostly_right:
        message = f"not judged: {examination.function} answers fewer than half of its calls rightly"
        return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
    constant = examination.constant_answer
    if constant is None:
        return None
    if entry.conduct:
        message = f"not judged: {examination.function} gives the same answer on every board"
        return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
    differ = any(answer.value != constant.value for answer in examination.answers)
    shown = f"what counts as {bool(constant.value)}" if differ else value_text(constant.value, examination.spelling)
    index = examination.is_right.index(False)
    example = WrongAnswer(case=examination.cases[index], answer=examination.answers[index])
    return explain(examination, entry, f"answers {shown} on every board", example)


def missing_outcome(student: Student, check: str, function: str) -> CheckOutcome | None:
    """Return the outcome of `check` if the file cannot be imported or has no `function`, else None."""
    failure = student.failure
    if failure is not None:
        place = student.place(failure)
        where = f" at {place}" if place else ""
        return CheckOutcome(
            check=check,
            verdict=Verdict.ERROR,
            message=f"the file cannot be imported: {failure.raised}{where}",
            excerpt=student.excerpt(failure),
        )
    if not student.has(function):
        return CheckOutcome(check=check, verdict=Verdict.MISSING, message=f"the file has no function {function}")
    return None


def unchanged(answer: Answer) -> bool:
    """Tell whether the call left its board as it was."""
    return not answer.changed


def has_returned(answer: Answer) -> bool:
    """Tell whether the call returned a value."""
    return answer.end is ChildEnd.RETURNED
