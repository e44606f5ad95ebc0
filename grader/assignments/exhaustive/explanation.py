"""
Explains wrong answers: how many, what they have in common, the smallest board, what is expected, how to repeat it.

Only this module and `judge` make calls after `ask`: they repeat a wrong answer from a fresh start, to find a command
that shows it. No verdict depends on these calls.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from grader.assignments.exhaustive import cases
from grader.assignments.exhaustive.cases import LEGAL, BoardSelector, Case, WrongAnswer
from grader.assignments.exhaustive.checks import BoardCheck, Check, unchanged
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.oracle import cells_of_board
from grader.assignments.exhaustive.reproduction import UNREPEATED, code_style, reproduction
from grader.assignments.exhaustive.value_text import answered, call_text
from grader.game.board import EMPTY_BOARD, O, X, full_lines
from grader.game.tree import Position
from grader.model.answer import Answer, Call, Unordered, Value
from grader.model.counterexample import Answered, Counterexample, Wanted
from grader.model.reason import Reason, Said, reason
from grader.model.result import CheckOutcome, ShownCall
from grader.model.verdict import CAME_BACK, NOT_MADE, ChildEnd, verdict_of_failure
from grader.text.reasons import said

WITNESSES = 3
"""The fewest wrong boards that allow a conclusion about all boards of their kind."""


def pattern(chosen: Sequence[Position], wrong: Collection[str]) -> Reason | None:
    """
    Return the pattern of the `wrong` boards among the `chosen`, such as that a line is missed, or that O is to move.

    None if no pattern fits exactly these boards, if no board or every board is wrong, or if only one or two are.
    """
    boards = {position.board for position in chosen}
    if not wrong or len(wrong) == len(boards):
        return None
    if len(wrong) < WITNESSES:
        return reason("on_empty_board") if wrong == {EMPTY_BOARD} else None
    for code, is_of_kind in KINDS_OF_BOARD.items():
        if {position.board for position in chosen if is_of_kind(position)} == wrong:
            return reason(code)
    return _lines_missed(chosen, wrong)


def _lines_missed(chosen: Sequence[Position], wrong: Collection[str]) -> Reason | None:
    """Return which full lines are missed, if missing them explains every wrong board; else None."""
    if any(position.winner is None for position in chosen):
        return None
    seen: set[tuple[int, str]] = set()
    """Lines, by their index, with the player who has filled them."""
    missed: set[tuple[int, str]] = set()
    for position in chosen:
        lines = full_lines(position.board)
        if len(lines) == 1:
            (missed if position.board in wrong else seen).add((lines[0], str(position.winner)))
    if not missed or missed & seen:
        return None
    for position in chosen:
        own = {(line, str(position.winner)) for line in full_lines(position.board)}
        # A line that is never the only full line of a chosen board is in neither set: nothing is known about it.
        if own & seen if position.board in wrong else own <= missed:
            return None
    return _missed_lines(missed)


def _missed_lines(missed: Collection[tuple[int, str]]) -> Reason:
    """Return the missed lines as a reason; the digit of its index stands for a line."""
    by_x, by_o = ("".join(sorted(str(line) for line, player in missed if player == mark)) for mark in (X, O))
    if by_x == by_o:
        return reason("misses_lines", lines=by_x)
    if by_x and by_o:
        return reason("misses_lines_of_both", lines_of_x=by_x, lines_of_o=by_o)
    return reason("misses_lines_of_x", lines_of_x=by_x) if by_x else reason("misses_lines_of_o", lines_of_o=by_o)


KINDS_OF_BOARD: dict[str, BoardSelector] = {
    "on_empty_board": cases.is_empty_board,
    "when_x_moves": lambda position: not position.over and position.turn == X,
    "when_o_moves": lambda position: not position.over and position.turn == O,
    "where_x_won": cases.x_has_won,
    "where_o_won": cases.o_has_won,
    "where_somebody_won": cases.has_winner,
    "on_ties": cases.is_tie,
    "on_full_boards": cases.is_full,
    "on_boards_with_free_cells": cases.has_free_cell,
    "on_finished_boards": cases.is_over,
    "on_unfinished_boards": cases.is_open,
}


LENGTH = 16
"""
Hexadecimal digits, 64 bits: the chance that any two of a million mistakes have the same fingerprint is about 3 in
100 million.
"""


def fingerprint(texts: Iterable[str]) -> str:
    """Return the hash of `texts`, in their order, as `LENGTH` hexadecimal digits."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "backslashreplace") + b"\n")
    return digest.hexdigest()[:LENGTH]


def canonical_text(wrong: Iterable[tuple[Call, Answer]]) -> Iterator[str]:
    """Yield each call with its answer as text: equal texts for equal answers, however long they took."""
    known: dict[int, tuple[Answer, str]] = {}
    for call, answer in wrong:
        if id(answer) not in known:  # equal answers of a sweep are one object
            known[id(answer)] = answer, _answer_text(answer)
        yield f"{call.function} {call.board} {call.extra} {known[id(answer)][1]}"


def _answer_text(answer: Answer) -> str:
    raised = answer.raised.type if answer.raised else ""
    return f"{answer.end.value} {raised} {_value_text(answer.value)} {_value_text(answer.after)} {answer.shares_rows}"


def _value_text(value: Value) -> str:
    kind = type(value).__name__
    if isinstance(value, Unordered):
        return f"{value.kind}({', '.join(map(_value_text, value.members))})"
    if isinstance(value, (list, tuple)):
        return f"{kind}({', '.join(map(_value_text, value))})"
    return repr(value)


KINDS_OF_WRONG = {
    ChildEnd.RETURNED: "wrong",
    ChildEnd.CPU_LIMIT: "too_slow",
    ChildEnd.WALL_LIMIT: "stuck",
    ChildEnd.NOT_REACHED: "not_tested",
}
"""Parameters of the reason that counts failures; any other end is a crash."""


def explain_all(
    examination: Examination,
    check: BoardCheck,
    wrong: Sequence[WrongAnswer],
    mixed: Sequence[WrongAnswer],
    counted: Reason,
) -> CheckOutcome:
    """Explain the `wrong` answers in canonical order, which are `counted`, or else those found in `mixed` calls."""
    if not wrong:
        return explain(examination, check, (reason("remembers_other_functions"),), mixed[0], is_alone=False)
    shown = wrong[0]
    reasons = [counted]
    if shown.answer.end is ChildEnd.NOT_REACHED:
        reasons.append(reason("calls_never_returned"))
    if shown.witness is not None:
        reasons.append(reason("reader_is_wrong_then", function=shown.witness.function))
    remembers = all(each.only_shuffled for each in wrong)
    if remembers:
        reasons.append(reason("remembers_earlier_calls"))
        shown = mixed[0] if mixed else shown
    return explain(examination, check, reasons, shown, is_alone=not remembers)


def explain(
    examination: Examination, check: Check, reasons: Sequence[Reason], shown: WrongAnswer, *, is_alone: bool = True
) -> CheckOutcome:
    """Return the outcome of a check that failed for `reasons`; `is_alone`: the reasons name no earlier calls."""
    verdict = verdict_of_failure(shown.answer.end)
    if shown.answer.end is ChildEnd.NOT_REACHED:
        shown = _blocking_call(examination, shown)
    call, answer, oracle = shown.case.call, shown.answer, examination.oracle
    is_legal = shown.case.kind == LEGAL
    conduct = check if isinstance(check, BoardCheck) and check.conduct and is_legal else None
    got, came = _what_came(examination, conduct, shown)
    changed = conduct is not None and (answer.changed or shown.witness is not None)
    expected = (reason(check.expected),) if is_legal and check.expected else oracle.expected(shown.case)
    shows_board = changed and conduct is not None and conduct.answer_ok is unchanged
    calls = _calls_that_show(examination, shown)
    command = _command(examination, calls, shown, expected, shows_board=shows_board) if calls else None
    if command is None and is_alone:
        reasons = (*reasons, UNREPEATED)
    return CheckOutcome(
        check=check.id,
        verdict=verdict,
        reasons=tuple(reasons),
        counterexample=Counterexample(
            function=examination.function,
            board=call.board,
            call=call_text(call),
            got=got,
            expected=expected,
            at=examination.student.place(answer),
            after=cells_of_board(answer.after, examination.spelling) if answer.changed and changed else None,
            action=_action(call),
            played=oracle.move(answer) if examination.function in examination.spec.move_functions else None,
            answered=came,
            wanted=Wanted() if conduct is not None else _wanted(examination, check, shown.case),
        ),
        reproduce=command,
        excerpt=examination.student.excerpt(answer),
        shown=ShownCall(call, answer),
        keeps_state=len(calls) != 1,
    )


def _what_came(examination: Examination, conduct: BoardCheck | None, shown: WrongAnswer) -> tuple[Said, Answered]:
    """Return what came back, in words and as values; for a check of conduct what the call did instead."""
    if conduct is not None and conduct.got and shown.answer.end is ChildEnd.RETURNED:
        return (reason(conduct.got),), Answered()
    return examination.what_came(shown.case.call, shown.answer), answered(shown.answer)


def failing(examination: Examination, wrong: Sequence[WrongAnswer], of: int, asked: int | None) -> Reason:
    """Return the reason that counts the `wrong` answers by kind; `asked` of the cases, None for all."""
    kinds = Counter(
        "never_ends" if examination.student.never_ends(each.answer) else KINDS_OF_WRONG.get(each.answer.end, "crashed")
        for each in wrong
    )
    limit = {} if asked is None else {"at_least": 1}
    if of > 1:
        return reason(f"failing_{examination.counted_noun}", of=of, **kinds, **limit)
    return reason("failing_here", **kinds, **limit)


def _blocking_call(examination: Examination, unreached: WrongAnswer) -> WrongAnswer:
    """Return the first call that ended its process: other calls are reached only after its correction."""
    for case, answer in zip(examination.cases, examination.answers, strict=True):
        if answer.end not in (*CAME_BACK, *NOT_MADE):
            return WrongAnswer(case=case, answer=answer)
    return unreached


def _action(call: Call) -> tuple[int, int] | None:
    is_passed = call.extra and isinstance(call.extra[0], tuple)
    return call.extra[0] if is_passed else None  # type: ignore[return-value] # our own case: a pair of numbers


def _wanted(examination: Examination, check: Check, case: Case) -> Wanted:
    """Return what the case asks for; a check of an answer's type asks for no certain value."""
    wanted = examination.oracle.wanted(case)
    return Wanted(question=wanted.question) if check.expected else wanted


def _command(
    examination: Examination, calls: Sequence[Call], shown: WrongAnswer, expected: Said, *, shows_board: bool
) -> str:
    """Return a command that makes `calls`, the last of which shows the wrong answer."""
    shares_rows = shown.answer.shares_rows or shown.witness is not None
    shows_rows = shares_rows and not shows_board and examination.oracle.is_right(shown.case, shown.answer)
    style = code_style(examination.student)
    return reproduction(style, calls, said(expected), shows_board=shows_board, shows_rows=shows_rows)


def _calls_that_show(examination: Examination, shown: WrongAnswer) -> tuple[Call, ...]:
    """Return the fewest calls that give the answer from a fresh start: one or two, or none if two are not enough."""
    call, answer, index = shown.case.call, shown.answer, shown.case.index
    if shown.calls_before is not None:
        return (*shown.calls_before, call)
    if index is None:  # found in mixed calls, whose fewest calls were already searched for
        return ()
    if (
        shown.witness is not None
        or answer.end not in CAME_BACK
        or examination.student.keeps_no_state(examination.function)
    ):
        return (call,)
    slow = examination.student.module_spec.function(examination.function).slow
    if (slow and index == 0) or examination.student.usage.exhausted:
        # The first call of a sweep of slow calls had a fresh start; without a budget nothing can be tried.
        return (call,)
    before = examination.cases[index - 1].call if index else call
    for calls in ((call,),) if slow else ((call,), (before, call), (call, call)):
        again = examination.student.sequence(calls)[-1]
        if (again.end, again.after) == (answer.end, answer.after) and _same_or_nan(again.value, answer.value):
            return calls
    return ()


def _same_or_nan(left: Value, right: Value) -> bool:
    """Tell whether two values are equal, or both NaN, which equals nothing."""
    return left == right or (isinstance(left, float) and repr(left) == repr(right))
