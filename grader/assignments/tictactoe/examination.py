"""One function on all its boards: asked once, judged once, then every check of it looks at its own part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from grader.assignments.tictactoe import ASSIGNMENT
from grader.assignments.tictactoe.finding import Wrong, failed, told
from grader.assignments.tictactoe.truth import LEGAL, Question, Truth, asked_of, shuffled
from grader.assignments.tictactoe.wording import Marks, value_text
from grader.model.answer import Answer, Value
from grader.model.result import CheckOutcome
from grader.model.surface import CheckEntry
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.student import Student

Holds = Callable[[Question, Answer], bool]
Where = Callable[[Question], bool]


def examine(student: Student, function: str) -> Examination:
    """Return the examination of `function`, made at the first call."""
    return student.once(f"examination of {function}", lambda: Examination(student, function))


class Examination:
    """Asks a function everything and keeps the answers."""

    def __init__(self, student: Student, function: str) -> None:
        """Sweep `function` unless it is missing."""
        self.student = student
        self.function = function
        failed = student.failure is not None
        self.marks = Marks({"X": "X", "O": "O", ".": None}.__getitem__ if failed else student.mark)
        self.truth = Truth(self.marks)
        self.asked: Sequence[Question] = ()
        self.first: Sequence[Answer] = ()
        self.second: Sequence[Answer] | None = None
        self.evidence: list[Wrong] = []
        """Wrong answers that other checks came across, which the owning check counts."""
        self.right: Sequence[bool] = ()
        """Which questions were answered rightly in canonical order."""
        self._throughout: Sequence[bool] = ()
        if not failed and student.has(function):
            self._sweep()

    def _sweep(self) -> None:
        self.asked = asked_of(self.function)
        self.first = self.student.sweep([question.call for question in self.asked]).answers
        self.right = self._throughout = self._judged(self.first)
        if self.sound and not self.student.surface.function(self.function).slow:
            # Hidden state shows in another order of calls; where the first order failed it has shown already.
            order = shuffled(len(self.asked))
            answers = self.student.sweep([self.asked[at].call for at in order]).answers
            back = dict(zip(order, answers, strict=True))
            self.second = [back[at] for at in range(len(order))]
            self._throughout = self._judged(self.second)

    def _judged(self, answers: Sequence[Answer]) -> list[bool]:
        right = self.truth.right
        return [right(question, answer) for question, answer in zip(self.asked, answers, strict=True)]

    @cached_property
    def by_board(self) -> Mapping[str, Answer]:
        """The answers of the first sweep by board."""
        return {question.call.board: answer for question, answer in zip(self.asked, self.first, strict=True)}

    @cached_property
    def _of_kind(self) -> Mapping[str, Sequence[int]]:
        places: dict[str, list[int]] = {}
        for at, question in enumerate(self.asked):
            places.setdefault(question.kind, []).append(at)
        return places

    @cached_property
    def distinct(self) -> Sequence[Answer]:
        """Every different answer of the first sweep, once."""
        return list({id(answer): answer for answer in self.first}.values())

    @cached_property
    def works(self) -> bool:
        """Whether it answered at least half of its legal calls rightly: only then its manner is judged."""
        legal = [right for right, question in zip(self.right, self.asked, strict=True) if question.kind == LEGAL]
        return bool(legal) and 2 * sum(legal) >= len(legal)

    @cached_property
    def sound(self) -> bool:
        """Whether the first sweep was right throughout."""
        return bool(self.right) and all(self.right)

    @cached_property
    def constant(self) -> Answer | None:
        """The one answer it gives on every board, or None; a right `result` gives many, so that one is not asked."""
        one = self.first[0]
        if one.end is not ChildEnd.RETURNED or self.function == "result":
            return None
        read = _truthful if self.function == "terminal" else _as_it_is
        value = read(one.value)
        return one if all(answer.end is one.end and read(answer.value) == value for answer in self.first) else None

    def outcome(
        self,
        check: str,
        *,
        kind: str = LEGAL,
        where: Where = lambda _question: True,
        holds: Holds | None = None,
        among_right: bool | None = None,
    ) -> CheckOutcome:
        """
        Judge the check called `check` on the questions of `kind` that `where` selects.

        `holds` says what a good answer is, by default a right one. Checks of manner look only at rightly answered legal
        calls, unless `among_right` says otherwise.
        """
        entry = ASSIGNMENT.check(f"{self.function}.{check}")
        refused = self.refused(entry)
        if refused is not None:
            return refused
        only_right = entry.manner and kind == LEGAL if among_right is None else among_right
        chosen = [
            at for at in self._of_kind.get(kind, ()) if where(self.asked[at]) and (self.right[at] or not only_right)
        ]
        good = holds or self.truth.right
        suspects = [at for at in chosen if not self._throughout[at]] if holds is None else chosen
        wrong = list(self._wrong(suspects, good))
        found = [
            one
            for one in self.evidence
            if one.question.kind == kind and where(one.question) and not good(one.question, one.answer)
        ]
        if not wrong and not found:
            return CheckOutcome(check=entry.id, verdict=Verdict.PASS, wrong=0, of=len(chosen))
        return failed(self, entry, wrong, found, len(chosen))

    def _wrong(self, chosen: Sequence[int], good: Holds) -> Iterator[Wrong]:
        for at in chosen:
            question = self.asked[at]
            if not good(question, self.first[at]):
                yield Wrong(question=question, answer=self.first[at])
            elif self.second is not None and not good(question, self.second[at]):
                yield Wrong(question=question, answer=self.second[at], reordered=True)

    def refused(self, entry: CheckEntry) -> CheckOutcome | None:
        """Return the outcome where there is nothing to judge."""
        failure = self.student.failure
        if failure is not None:
            return CheckOutcome(check=entry.id, verdict=Verdict.ERROR, message=_import_message(failure))
        if not self.student.has(self.function):
            message = f"the file has no function {self.function}"
            return CheckOutcome(check=entry.id, verdict=Verdict.MISSING, message=message)
        if entry.manner and not self.works:
            message = f"not judged: {self.function} answers fewer than half of its calls rightly"
            return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
        constant = self.constant
        if constant is None:
            return None
        if entry.manner:
            message = f"not judged: {self.function} gives the same answer on every board"
            return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
        differ = any(answer.value != constant.value for answer in self.first)
        shown = f"what counts as {bool(constant.value)}" if differ else value_text(constant.value, self.marks)
        return told(self, entry, f"answers {shown} on every board", self._example())

    def _example(self) -> Wrong:
        at = next(at for at, right in enumerate(self.right) if not right)
        return Wrong(question=self.asked[at], answer=self.first[at])


def _as_it_is(value: Value) -> Value:
    return value


def _truthful(value: Value) -> Value:
    return bool(value)


def unchanged(_question: Question, answer: Answer) -> bool:
    """Tell whether the call left its board as it was."""
    return not answer.changed


def _import_message(failure: Answer) -> str:
    raised = failure.raised
    where = f" at {raised.at}" if raised is not None and raised.at else ""
    return f"the file cannot be imported: {raised}{where}"
