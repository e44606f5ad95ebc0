"""
Hidden state and odd actions, searched for in mixed calls. This owns no points.

A wrong answer found here counts in the check that owns it, so it runs before the checks that do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.tictactoe.cases import NEGATIVE, OCCUPIED, OUT_OF_RANGE
from grader.assignments.tictactoe.mixed_calls import all_wrong, mixed_calls, with_fewest
from grader.assignments.tictactoe.spec import examine

if TYPE_CHECKING:
    from grader.assignments.exhaustive.explanation import Wrong
    from grader.sandbox.student import Student


def test_answers_hold_among_calls_of_all_functions(student: Student) -> None:
    """Functions that are right on their own stay right when mixed; two ints that are no empty cell are refused."""
    if student.failure is not None:
        return
    functions, kinds = _worth_mixing(student), _in_doubt(student)
    asked, calls = mixed_calls(functions, kinds)
    if not asked:
        return
    # All in one process. Where an answer is wrong, a search from fresh starts tells which calls it takes.
    wrong = list(all_wrong(student, asked, student.sweep(calls).answers))
    legal = [one for one in wrong if one.question.kind == LEGAL]
    odd = [one for one in wrong if one.question.kind != LEGAL]
    for seen, among, of_kinds in ((legal, functions, frozenset[str]()), (odd, (), kinds)):
        if seen:
            found = _searched(student, among, of_kinds) or with_fewest(student, seen[0])
            examine(student, found.question.call.function).evidence.append(found)


def _worth_mixing(student: Student) -> tuple[str, ...]:
    """Return the functions that are right by themselves."""
    functions = [shape.name for shape in student.module_spec.functions if student.has(shape.name)]
    return tuple(name for name in functions if examine(student, name).sound)


def _in_doubt(student: Student) -> frozenset[str]:
    """Return the kinds of odd actions that `result` has refused so far."""
    if not student.has("result") or not examine(student, "result").works:
        return frozenset()
    examination = examine(student, "result")
    places = () if examination.sound else range(len(examination.asked))
    known = {examination.asked.kinds[at] for at in places if not examination.right[at]}
    return frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE} - known)


def _searched(student: Student, functions: tuple[str, ...], kinds: frozenset[str]) -> Wrong | None:
    from grader.assignments.tictactoe import shrink

    return shrink.fewest(student, shrink.mixtures(functions) if functions else shrink.odd_actions(kinds))
