"""One function on all its boards: asked once, judged once, then every check of it looks at its own part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.assignments.tictactoe import ASSIGNMENT
from grader.assignments.tictactoe.truth import LEGAL, Question, Truth, asked_of, shuffled
from grader.assignments.tictactoe.wording import (
    Marks,
    call_text,
    cells_of_board,
    outcome_text,
    reproduction,
    value_text,
)
from grader.model.answer import Answer, Call, Value
from grader.model.result import CheckOutcome, Counterexample
from grader.model.surface import CheckEntry
from grader.model.verdict import ChildEnd, Verdict, verdict_of_wrong
from grader.sandbox.student import Student

Holds = Callable[[Question, Answer], bool]
Where = Callable[[Question], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """One answer that does not hold."""

    question: Question
    answer: Answer
    earlier: tuple[Call, ...] | None = None
    """The calls from a fresh start on that lead to it, where somebody has looked for the fewest."""
    reordered: bool = False
    """Whether it holds in canonical order and only not in the shuffled one."""


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

    @property
    def works(self) -> bool:
        """Whether it answered at least half of its legal calls rightly: only then its manner is judged."""
        legal = [right for right, question in zip(self.right, self.asked, strict=True) if question.kind == LEGAL]
        return bool(legal) and 2 * sum(legal) >= len(legal)

    @property
    def sound(self) -> bool:
        """Whether the first sweep was right throughout."""
        return bool(self.right) and all(self.right)

    @property
    def constant(self) -> Answer | None:
        """The one answer it gives on every board, or None."""
        legal = [answer for question, answer in zip(self.asked, self.first, strict=True) if question.kind == LEGAL]
        one = legal[0]
        if one.end is not ChildEnd.RETURNED or self.function == "result":
            return None
        read = _truthful if self.function == "terminal" else _as_it_is
        value = read(one.value)
        return one if all(answer.end is one.end and read(answer.value) == value for answer in legal) else None

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
        return self._failed(entry, wrong, len(chosen), found)

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
        return self._outcome(entry, f"answers {shown} on every board", self._example(), None)

    def _example(self) -> Wrong:
        at = next(at for at, right in enumerate(self.right) if not right)
        return Wrong(question=self.asked[at], answer=self.first[at])

    def _failed(self, entry: CheckEntry, wrong: Sequence[Wrong], of: int, found: Sequence[Wrong]) -> CheckOutcome:
        if wrong:
            message = f"{_counted(wrong)} of {of:,} {_noun(self.function)}"
            worst = wrong[0]
            if worst.answer.end is ChildEnd.NOT_REACHED:
                message += ": calls such as the one below were in the way"
            if all(one.reordered for one in wrong):
                message += " when asked in another order: it remembers earlier calls"
                worst = found[0] if found else worst
        else:
            message, worst = "wrong after calls of other functions: it remembers them", found[0]
        return self._outcome(entry, message, worst, (max(1, len(wrong)), of))

    def _outcome(self, entry: CheckEntry, message: str, worst: Wrong, count: tuple[int, int] | None) -> CheckOutcome:
        verdict = verdict_of_wrong(worst.answer.end)
        if worst.answer.end is ChildEnd.NOT_REACHED:
            worst = self._in_the_way(worst)
        call, answer = worst.question.call, worst.answer
        manner = entry.manner and worst.question.kind == LEGAL and entry.id in SAYS
        shows_board = manner and answer.changed
        return CheckOutcome(
            check=entry.id,
            verdict=verdict,
            message=message,
            wrong=count[0] if count else None,
            of=count[1] if count else None,
            counterexample=Counterexample(
                function=self.function,
                board=call.board,
                call=call_text(call),
                got=self._got(entry, call, answer),
                expected=SAYS[entry.id][1] if manner else self.expected(entry, worst.question),
                at=answer.raised.at if answer.raised else None,
                after=cells_of_board(answer.after, self.marks) if shows_board else None,
                action=self._action(call, answer),
            ),
            reproduce=self._reproduction(worst, shows_board=shows_board),
        )

    def _in_the_way(self, unreached: Wrong) -> Wrong:
        """Return the first call that ended its process: what a person has to mend before the others are reached."""
        for question, answer in zip(self.asked, self.first, strict=True):
            if answer.end not in (ChildEnd.RETURNED, ChildEnd.RAISED, ChildEnd.NOT_REACHED):
                return Wrong(question=question, answer=answer)
        return unreached

    def _action(self, call: Call, answer: Answer) -> tuple[int, int] | None:
        """Return the action that was passed in, or the move that was played."""
        if call.extra:
            return call.extra[0]  # type: ignore[return-value] # result's action
        return _pair(self.truth.move(answer)) if self.function == "minimax" else None

    def expected(self, entry: CheckEntry, question: Question) -> str:
        """Write what the check asks for on this board."""
        if entry.id == "minimax.legal_move":
            return "a tuple (row, column) of an empty cell"
        return self.truth.expected(question)

    def _got(self, entry: CheckEntry, call: Call, answer: Answer) -> str:
        shown = outcome_text(call, answer, self.marks, self.student.limits)
        if entry.manner and entry.id in SAYS and answer.end is ChildEnd.RETURNED:
            return SAYS[entry.id][0].format(answer=shown)
        return shown

    def _reproduction(self, worst: Wrong, *, shows_board: bool) -> str | None:
        module, missing = self.student.surface.module, self.student.module.missing
        calls = (*(worst.earlier or ()), worst.question.call)
        if worst.earlier is None and not self.student.surface.function(self.function).slow:
            calls = self._shortest(worst)
        if not calls:
            return None
        return reproduction(module, calls, missing, shows_board=shows_board)

    def _shortest(self, worst: Wrong) -> tuple[Call, ...]:
        """Return the calls that show the answer from a fresh start: this one, or with the one before it."""
        if worst.answer.end not in (ChildEnd.RETURNED, ChildEnd.RAISED):
            return (worst.question.call,)
        at = self.asked.index(worst.question)
        before = self.asked[at - 1].call if at else worst.question.call
        for calls in ((worst.question.call,), (before, worst.question.call), (worst.question.call,) * 2):
            answer = self.student.sequence(calls)[-1]
            if (answer.end, answer.value, answer.after) == (worst.answer.end, worst.answer.value, worst.answer.after):
                return calls
        return ()


def _as_it_is(value: Value) -> Value:
    return value


def _truthful(value: Value) -> Value:
    return bool(value)


def unchanged(_question: Question, answer: Answer) -> bool:
    """Tell whether the call left its board as it was."""
    return not answer.changed


SAYS = {
    "player.board_unchanged": ("changed the board it was given", "the board as it was"),
    "actions.board_unchanged": ("changed the board it was given", "the board as it was"),
    "actions.set_of_tuples": ("{answer}", "a set of tuples (row, column)"),
    "result.original_unchanged": ("changed the board it was given", "the original board as it was"),
    "result.no_shared_rows": ("the new board holds a row of the original itself", "a board with rows of its own"),
    "winner.board_unchanged": ("changed the board it was given", "the board as it was"),
    "terminal.board_unchanged": ("changed the board it was given", "the board as it was"),
    "terminal.returns_bool": ("{answer}", "True or False"),
    "utility.board_unchanged": ("changed the board it was given", "the board as it was"),
    "minimax.board_unchanged": ("changed the board it was given", "the board as it was"),
    "minimax.in_time": ("{answer}", "a move within the limit"),
}
"""What came back and what is asked for, where a check is about manner and not about the answer."""


def _counted(wrong: Sequence[Wrong]) -> str:
    kinds: dict[str, int] = {}
    for each in wrong:
        name = _KIND_OF_WRONG.get(each.answer.end, "crashed on")
        kinds[name] = kinds.get(name, 0) + 1
    return ", ".join(f"{name} {count:,}" for name, count in kinds.items())


_KIND_OF_WRONG = {
    ChildEnd.RETURNED: "wrong on",
    ChildEnd.CPU_LIMIT: "too slow on",
    ChildEnd.WALL_LIMIT: "stuck on",
    ChildEnd.NOT_REACHED: "not reached on",
}


def _noun(function: str) -> str:
    return "moves" if function == "result" else "boards"


def _pair(cell: int | None) -> tuple[int, int] | None:
    return None if cell is None else (cell // 3, cell % 3)


def _import_message(failure: Answer) -> str:
    raised = failure.raised
    where = f" at {raised.at}" if raised is not None and raised.at else ""
    return f"the file cannot be imported: {raised}{where}"
