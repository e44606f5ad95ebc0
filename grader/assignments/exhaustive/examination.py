"""One function on all its boards: asked once, judged once, then every check of it looks at its own part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from grader.assignments.exhaustive import Proof
from grader.assignments.exhaustive.absent import absent
from grader.assignments.exhaustive.cases import LEGAL, Asked, Question, in_order
from grader.assignments.exhaustive.explanation import Wrong, failed, told
from grader.assignments.exhaustive.failure_pattern import pattern
from grader.assignments.exhaustive.fingerprint import behaviour, spelled
from grader.assignments.exhaustive.value_text import CellSpelling, value_text
from grader.game.tree import Position
from grader.model.answer import Answer
from grader.model.result import CheckOutcome
from grader.model.spec import CheckEntry
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.student import Student

Fits = Callable[[Question, Answer], bool]
Holds = Callable[[Answer], bool]
Where = Callable[[Position], bool]

ANSWERED = (ChildEnd.RETURNED, ChildEnd.RAISED)


def anywhere(_position: Position) -> bool:
    """Select every board."""
    return True


def examined(proof: Proof, student: Student, function: str) -> Examination:
    """Return the examination of `function`, made at the first call."""
    return student.once(f"examination of {function}", lambda: Examination(proof, student, function))


class Examination:
    """Asks a function everything and keeps the answers."""

    def __init__(self, proof: Proof, student: Student, function: str) -> None:
        """Sweep `function` unless it is missing."""
        self.proof = proof
        self.student = student
        self.function = function
        failed = student.failure is not None
        self.marks = CellSpelling({"X": "X", "O": "O", ".": None}.__getitem__ if failed else student.cell_value)
        self.truth = proof.truth(self.marks)
        self.asked = Asked(function, ())
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
        self.asked = self.proof.questions.of(self.function)
        self.first = self.student.sweep(self.asked.calls).answers
        self.right = self._throughout = self.truth.judged(self.function, self.first)
        if self.sound and not self._answers_alone:
            # Hidden state shows in another order of calls; where the first order failed it has shown already.
            self.second = in_order(self.student.sweep(self.proof.questions.shuffled(self.function)).answers)
            self._throughout = self.truth.judged(self.function, self.second)

    @property
    def _answers_alone(self) -> bool:
        """Whether the order of calls is not asked about: shown not to matter, too slow, or nothing but print."""
        shape = self.student.module_spec.function(self.function)
        return shape.slow or shape.prints or self.student.keeps_no_state(self.function)

    def places(self, kind: str, where: Where) -> Sequence[int]:
        """Return which of its questions are of `kind` and selected by `where`, a function of a module."""
        return self.proof.questions.places(self.function, kind, where)

    @cached_property
    def by_board(self) -> Mapping[str, Answer]:
        """The answers of the first sweep by board."""
        return dict(zip(self.asked.calls.boards, self.first, strict=True))

    @cached_property
    def distinct(self) -> Sequence[Answer]:
        """Every different answer of the first sweep, once."""
        return list(self._first_distinct.values())

    @cached_property
    def works(self) -> bool:
        """Whether it answered at least half of its legal calls rightly: only then its manner is judged."""
        if self.sound:
            return True
        legal = [self.right[at] for at in self.places(LEGAL, anywhere)] if self.right else []
        return bool(legal) and 2 * sum(legal) >= len(legal)

    @cached_property
    def sound(self) -> bool:
        """Whether the first sweep was right throughout."""
        return bool(self.right) and all(self.right)

    @cached_property
    def constant(self) -> Answer | None:
        """The one answer it gives on every board, or None; who is asked for moves gives many."""
        one = self.first[0]
        if one.end is not ChildEnd.RETURNED or self.function in self.proof.many:
            return None
        read = self.truth.as_judged(self.function)
        value = read(one.value)
        return one if all(answer.end is one.end and read(answer.value) == value for answer in self.first) else None

    @cached_property
    def _right_throughout(self) -> bool:
        return self.sound and all(self._throughout)

    def outcome(
        self,
        check: str,
        *,
        kind: str = LEGAL,
        where: Where = anywhere,
        holds: Holds | None = None,
        fits: Fits | None = None,
    ) -> CheckOutcome:
        """
        Judge the check called `check` on the questions of `kind` that `where`, a function of its module, selects.

        A good answer is one that `holds`, whatever it answers, and `fits` its question, as every right answer must; by
        default it is a right one. Checks of manner look only at rightly answered legal calls, or at what they select.
        """
        entry = self.proof.assignment.check(f"{self.function}.{check}")
        refused = self.refused(entry)
        if refused is not None:
            return refused
        chosen = self.places(kind, where)
        if entry.conduct and where is anywhere and kind == LEGAL and not self.sound:
            chosen = [at for at in chosen if self.right[at]]

        def good(question: Question, answer: Answer) -> bool:
            if holds is None and fits is None:
                return self.truth.right(question, answer)
            return (holds is None or holds(answer)) and (fits is None or fits(question, answer))

        wrong = list(self._wrong(self._suspects(chosen, holds), good))
        found = [
            one
            for one in self.evidence
            if one.question.kind == kind and where(one.question.position) and not good(one.question, one.answer)
        ]
        if not wrong and not found:
            return CheckOutcome(check=entry.id, verdict=Verdict.PASS, wrong=0, of=len(chosen))
        outcome = failed(self, entry, wrong, found, len(chosen))
        seen = spelled((one.question.call, one.answer) for one in (*wrong, *found))
        return replace(outcome, pattern=self._pattern(chosen, wrong), behaviour=behaviour(seen))

    def _pattern(self, chosen: Sequence[int], wrong: Sequence[Wrong]) -> str:
        """Return what the wrong boards have in common; a move, or what depends on other calls, is no kind of board."""
        by_board = all(one.answer.end in ANSWERED and not one.reordered for one in wrong)
        if self.function in self.proof.many or not by_board:
            return ""
        positions = [self.asked.positions[at] for at in chosen]
        return pattern(positions, {one.question.call.board for one in wrong})

    def _suspects(self, chosen: Sequence[int], holds: Holds | None) -> Sequence[int]:
        """Return those of `chosen` that are worth a look: all others were answered rightly, and it holds."""
        answers = self._all_distinct.items() if holds is not None else ()
        bad = {key for key, answer in answers if holds is not None and not holds(answer)}
        if self._right_throughout and not bad:
            return ()
        return [at for at in chosen if not self._throughout[at] or self._is_among(bad, at)]

    def _is_among(self, bad: Collection[int], at: int) -> bool:
        return id(self.first[at]) in bad or (self.second is not None and id(self.second[at]) in bad)

    @cached_property
    def _all_distinct(self) -> Mapping[int, Answer]:
        return {**self._first_distinct, **_by_identity(self.second or ())}

    @cached_property
    def _first_distinct(self) -> Mapping[int, Answer]:
        return _by_identity(self.first)

    def _wrong(self, suspects: Sequence[int], good: Fits) -> Iterator[Wrong]:
        for at in suspects:
            question = self.asked[at]
            if not good(question, self.first[at]):
                yield Wrong(question=question, answer=self.first[at])
            elif self.second is not None and not good(question, self.second[at]):
                yield Wrong(question=question, answer=self.second[at], reordered=True)

    def refused(self, entry: CheckEntry) -> CheckOutcome | None:
        """Return the outcome where there is nothing to judge."""
        missing = absent(self.student, entry.id, self.function)
        if missing is not None:
            return missing
        if entry.conduct and not self.works:
            message = f"not judged: {self.function} answers fewer than half of its calls rightly"
            return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
        constant = self.constant
        if constant is None:
            return None
        if entry.conduct:
            message = f"not judged: {self.function} gives the same answer on every board"
            return CheckOutcome(check=entry.id, verdict=Verdict.BLOCKED, message=message)
        differ = any(answer.value != constant.value for answer in self.first)
        shown = f"what counts as {bool(constant.value)}" if differ else value_text(constant.value, self.marks)
        return told(self, entry, f"answers {shown} on every board", self._example())

    def _example(self) -> Wrong:
        at = next(at for at, right in enumerate(self.right) if not right)
        return Wrong(question=self.asked[at], answer=self.first[at])


def _by_identity(answers: Sequence[Answer]) -> dict[int, Answer]:
    return dict(zip(map(id, answers), answers, strict=True))


def unchanged(answer: Answer) -> bool:
    """Tell whether the call left its board as it was."""
    return not answer.changed


def has_returned(answer: Answer) -> bool:
    """Tell whether there is an answer at all."""
    return answer.end is ChildEnd.RETURNED
