"""How what is wrong is told: the count, the smallest board, what came back, what is asked for, how to repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.assignments.exhaustive.cases import LEGAL, Question
from grader.assignments.exhaustive.value_text import (
    UNREPEATED,
    alike,
    call_text,
    cells_of_board,
    outcome_text,
    reproduction,
)
from grader.model.answer import Answer, Call
from grader.model.result import CheckOutcome, Counterexample
from grader.model.spec import CheckEntry
from grader.model.verdict import ChildEnd, verdict_of_wrong

if TYPE_CHECKING:
    from grader.assignments.exhaustive.examination import Examination

BOARD_CHANGED = ("changed the board it was given", "the board as it was")
"""What came back and what is asked for, in a check of manner that says nothing of its own."""

KINDS_OF_WRONG = {
    ChildEnd.RETURNED: "wrong on",
    ChildEnd.CPU_LIMIT: "too slow on",
    ChildEnd.WALL_LIMIT: "stuck on",
    ChildEnd.NOT_REACHED: "not reached on",
}
PROBE_GOES_ON = (ChildEnd.RETURNED, ChildEnd.RAISED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """One answer that does not hold."""

    question: Question
    answer: Answer
    earlier: tuple[Call, ...] | None = None
    """The calls from a fresh start on that lead to it, where somebody has looked for the fewest."""
    reordered: bool = False
    """Whether it holds in canonical order and only not in the shuffled one."""


def failed(
    examination: Examination, entry: CheckEntry, wrong: Sequence[Wrong], found: Sequence[Wrong], of: int
) -> CheckOutcome:
    """Tell of the `wrong` answers among `of` in a sweep, or of those `found` by mixing calls."""
    if not wrong:
        outcome = told(examination, entry, "wrong after calls of other functions: it remembers them", found[0])
        return replace(outcome, wrong=1, of=of)
    noun = examination.proof.nouns.get(examination.function, "boards")
    message = f"{_counted(wrong)} of {of:,} {noun}" if of > 1 else _counted(wrong).replace("on 1", "on this board")
    worst = wrong[0]
    if worst.answer.end is ChildEnd.NOT_REACHED:
        message += ": calls such as the one below were in the way"
    if all(one.reordered for one in wrong):
        message += " when asked in another order: it remembers earlier calls"
        worst = found[0] if found else worst
    return replace(told(examination, entry, message, worst), wrong=len(wrong), of=of)


def told(examination: Examination, entry: CheckEntry, message: str, worst: Wrong) -> CheckOutcome:
    """Tell of one wrong answer."""
    verdict = verdict_of_wrong(worst.answer.end)
    if worst.answer.end is ChildEnd.NOT_REACHED:
        worst = _in_the_way(examination, worst)
    call, answer = worst.question.call, worst.answer
    says = (
        examination.proof.says.get(entry.id, BOARD_CHANGED) if entry.conduct and worst.question.kind == LEGAL else None
    )
    got = outcome_text(call, answer, examination.marks, examination.student.limits)
    if says and answer.end is ChildEnd.RETURNED:
        got = says[0].format(answer=got)
    shows_board = says is not None and answer.changed
    reproduce = _reproduction(examination, worst, shows_board=shows_board)
    if reproduce is None and "it remembers" not in message:
        message += UNREPEATED
    return CheckOutcome(
        check=entry.id,
        verdict=verdict,
        message=message,
        counterexample=Counterexample(
            function=examination.function,
            board=call.board,
            call=call_text(call),
            got=got,
            expected=says[1] if says else _expected(examination, entry, worst.question),
            at=examination.student.place(answer),
            after=cells_of_board(answer.after, examination.marks) if shows_board else None,
            action=_action(examination, call, answer),
        ),
        reproduce=reproduce,
        excerpt=examination.student.excerpt(answer),
    )


def _counted(wrong: Sequence[Wrong]) -> str:
    kinds: dict[str, int] = {}
    for each in wrong:
        name = KINDS_OF_WRONG.get(each.answer.end, "crashed on")
        kinds[name] = kinds.get(name, 0) + 1
    return ", ".join(f"{name} {count:,}" for name, count in kinds.items())


def _in_the_way(examination: Examination, unreached: Wrong) -> Wrong:
    """Return the first call that ended its process: what a person has to mend before the others are reached."""
    for question, answer in zip(examination.asked, examination.first, strict=True):
        if answer.end not in (*PROBE_GOES_ON, ChildEnd.NOT_REACHED):
            return Wrong(question=question, answer=answer)
    return unreached


def _action(examination: Examination, call: Call, answer: Answer) -> tuple[int, int] | None:
    """Return the action that was passed in, or the move that was played."""
    if call.extra and isinstance(call.extra[0], tuple):
        return call.extra[0]  # type: ignore[return-value] # a pair of numbers, as we asked
    cell = examination.truth.move(answer) if examination.function in examination.proof.plays else None
    return None if cell is None else (cell // 3, cell % 3)


def _expected(examination: Examination, entry: CheckEntry, question: Question) -> str:
    return examination.proof.asks.get(entry.id) or examination.truth.expected(question)


def _reproduction(examination: Examination, worst: Wrong, *, shows_board: bool) -> str | None:
    student = examination.student
    calls = (*(worst.earlier or ()), worst.question.call)
    if worst.earlier is None:
        calls = _shortest(examination, worst)
    if not calls:
        return None
    shows_rows = worst.answer.shares_rows and not shows_board and examination.truth.right(worst.question, worst.answer)
    return reproduction(
        student.module_spec,
        calls,
        student.module.missing,
        notebook=student.in_notebook,
        shows_board=shows_board,
        shows_rows=shows_rows,
    )


def _shortest(examination: Examination, worst: Wrong) -> tuple[Call, ...]:
    """Return the calls that show the answer from a fresh start: this one, or with the one before it."""
    this, seen = worst.question.call, worst.answer
    at = worst.question.at
    if at is None:  # found among mixed calls: who found it has looked
        return ()
    if seen.end not in PROBE_GOES_ON or examination.student.keeps_no_state(examination.function):
        return (this,)
    slow = examination.student.module_spec.function(examination.function).slow
    if (slow and at == 0) or examination.student.usage.exhausted:
        return (this,)  # the first call of a sweep was made alone; without a budget nothing can be tried
    before = examination.asked[at - 1].call if at else this
    for calls in ((this,),) if slow else ((this,), (before, this), (this, this)):
        answer = examination.student.sequence(calls)[-1]
        if (answer.end, answer.after) == (seen.end, seen.after) and alike(answer.value, seen.value):
            return calls
    return ()
