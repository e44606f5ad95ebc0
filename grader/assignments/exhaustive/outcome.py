"""
Judges one check by the answers of an examination, or says why the check is not judged.

If the sandbox refused something that the code needs, nobody knows the code's answers elsewhere: such a check costs no
points and earns none. A refusal is a claim of the inside, but a forged refusal wins nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.assignments.exhaustive.cases import WrongAnswer
from grader.assignments.exhaustive.checks import BoardCheck, Check
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.explanation import (
    canonical_text,
    explain,
    explain_all,
    failing,
    fingerprint,
    pattern,
)
from grader.assignments.exhaustive.value_text import value_said
from grader.model.answer import Answer, Refusal
from grader.model.reason import Reason, Said, reason
from grader.model.result import CANNOT_BE_IMPORTED, CheckOutcome
from grader.model.sanitize import quoted
from grader.model.source import readable_location
from grader.model.submission import Submission
from grader.model.verdict import CAME_BACK, ChildEnd, Verdict
from grader.sandbox.running.plain_runs import is_short_search
from grader.sandbox.student import Student
from grader.text.reasons import said


def outcome(examination: Examination, check: BoardCheck) -> CheckOutcome:
    """Judge `check`: on asked cases, and for conduct on all boards only on cases with a right answer."""
    unjudged = unjudged_outcome(examination, check)
    if unjudged is not None:
        return unjudged
    selected = examination.indices(check.kind, check.boards)
    if check.is_about_right_answers and not examination.all_right:
        selected = [index for index in selected if examination.is_right[index]]
    chosen = examination.asked_among(selected)
    of, asked = len(selected), None if len(chosen) == len(selected) else len(chosen)
    if asked == 0:
        reasons = (reason("nothing_asked"),)
        return CheckOutcome(check=check.id, verdict=Verdict.TIMEOUT, reasons=reasons, wrong=0, of=of, asked=asked)
    wrong = [each for each in wrong_among(examination, check, chosen) if each.answer.refused is None]
    mixed = [
        each
        for each in examination.found_in_mixed_calls
        if each.case.kind == check.kind
        and check.boards(each.case.position)
        and not check.passes(examination.oracle, each.case, each.answer)
    ]
    if not wrong and (alone := [each for each in mixed if each.calls_before == ()]):
        wrong, mixed, of = alone, [], of + len(alone)  # further invalid actions, which depend on no other call
    read_back = examination.read_back.get(check.id)
    if not wrong and not mixed and read_back is not None:
        wrong, asked = list(read_back.wrong), read_back.asked
    if not wrong and not mixed:
        return _without_fault(examination, check, of, asked)
    counted = failing(examination, wrong, of, asked)
    explained = explain_all(examination, check, wrong, mixed, counted)
    texts = canonical_text((each.case.call, each.answer) for each in (*_comparable(examination, wrong), *mixed))
    return replace(
        explained,
        wrong=len(wrong) or 1,
        of=of,
        asked=asked,
        pattern=_pattern(examination, chosen, wrong),
        behaviour=fingerprint(texts),
    )


def _without_fault(examination: Examination, check: BoardCheck, of: int, asked: int | None) -> CheckOutcome:
    """
    Return the outcome of `check` without a wrong answer: it passes, unless the sandbox refused one of its cases.

    A refusal in any case counts if all other answers are the same: only the missing answer could show otherwise.
    """
    everywhere = examination.refused is not None and examination.only_answer is not None
    own = examination.refused_among(examination.indices(check.kind, check.boards))
    refusal = examination.refused if everywhere else own
    if refusal is not None:
        return refused_in(examination.student, check.id, refusal, examination.function)
    if asked is not None:
        examination.note_left_out()
    tested = () if asked is None else (reason(f"tested_on_{examination.counted_noun}", asked=asked, of=of),)
    return CheckOutcome(check=check.id, verdict=Verdict.PASS, reasons=tested, wrong=0, of=of, asked=asked)


def _comparable(examination: Examination, wrong: Sequence[WrongAnswer]) -> Sequence[WrongAnswer]:
    """Return wrong answers that identify the mistake: those of short searches, asked of everybody, if there are any."""
    if not examination.student.module_spec.function(examination.function).slow:
        return wrong
    return [each for each in wrong if is_short_search(each.case.call)] or wrong


def wrong_among(examination: Examination, check: BoardCheck, chosen: Sequence[int]) -> Iterator[WrongAnswer]:
    """Yield the answers to the `chosen` cases that do not pass, at most one per case."""
    answers, shuffled, oracle = examination.answers, examination.shuffled_answers, examination.oracle
    for index in _to_inspect(examination, check, chosen):
        case = examination.cases[index]
        if not check.passes(oracle, case, answers[index]):
            yield WrongAnswer(case=case, answer=answers[index])
        elif shuffled is not None and not check.passes(oracle, case, shuffled[index]):
            yield WrongAnswer(case=case, answer=shuffled[index], only_shuffled=True)


def _to_inspect(examination: Examination, check: BoardCheck, chosen: Sequence[int]) -> Sequence[int]:
    """Return the `chosen` cases that may not pass; the others have right answers, which every test accepts."""
    rejected = set()
    if check.answer_ok is not None:
        distinct = examination.distinct_in_both_orders.items()
        rejected = {key for key, answer in distinct if not check.answer_ok(examination.oracle, answer)}
    right = examination.is_right_in_both_orders
    if not rejected and examination.all_right and all(right):
        return ()
    first, second = examination.answers, examination.shuffled_answers
    return [
        index
        for index in chosen
        if not right[index] or id(first[index]) in rejected or (second is not None and id(second[index]) in rejected)
    ]


def _pattern(examination: Examination, chosen: Sequence[int], wrong: Sequence[WrongAnswer]) -> Said:
    """
    Return the pattern of the wrong boards; nothing if the answer depends on more than the board.

    Nothing either if all of them raise an exception: it says more than the boards.
    """
    if all(each.answer.end is ChildEnd.RAISED for each in wrong):
        return ()
    by_board = all(each.answer.end in CAME_BACK and not (each.only_shuffled or each.witness) for each in wrong)
    if examination.function in examination.spec.several_answers_per_board or not by_board:
        return ()
    positions = [examination.cases.positions[index] for index in chosen]
    found = pattern(positions, {each.case.call.board for each in wrong})
    return (found,) if found else ()


def unjudged_outcome(examination: Examination, check: Check) -> CheckOutcome | None:
    missing = missing_outcome(examination.student, check.id, examination.function)
    if missing is not None:
        return missing
    if examination.refused is not None and check.conduct and examination.may_be_mostly_right:
        if examination.mostly_right:
            return None
        return refused_in(examination.student, check.id, examination.refused, examination.function)
    if check.conduct and not examination.mostly_right:
        return blocked_outcome(check.id, reason("fails_mostly", function=examination.function))
    constant = examination.constant_answer
    return (
        None if constant is None or examination.refused is not None else _constant_outcome(examination, check, constant)
    )


def _constant_outcome(examination: Examination, check: Check, constant: Answer) -> CheckOutcome:
    """Return the outcome of a check of a function that always gives the same answer: no points by accident."""
    if check.conduct:
        return blocked_outcome(check.id, reason("same_on_every_board", function=examination.function))
    made = [answer for answer in examination.distinct_answers.values() if answer.end is ChildEnd.RETURNED]
    differ = any(answer.value != constant.value for answer in made)
    always = reason("always_answers", answer=said(value_said(constant.value, examination.spelling)))
    if differ:
        always = reason("always_as_true" if constant.value else "always_as_false")
    index = examination.first_wrong or 0
    example = WrongAnswer(case=examination.cases[index], answer=examination.answers[index])
    return explain(examination, check, (always,), example)


def blocked_outcome(check: str, why: Reason) -> CheckOutcome:
    """Return the outcome of a check that would show nothing."""
    return CheckOutcome(check=check, verdict=Verdict.BLOCKED, reasons=(reason("not_judged"), why))


def missing_outcome(student: Student, check: str, function: str) -> CheckOutcome | None:
    """Return the outcome of `check` if the file cannot be imported or has no `function`, else None."""
    failure = student.failure
    if failure is not None and failure.refused is not None:
        return refused_outcome(student, check, failure.refused)
    if failure is not None:
        place = student.place(failure)
        where = (reason("at_line", place=place),) if place else ()
        return CheckOutcome(
            check=check,
            verdict=Verdict.ERROR,
            reasons=(reason(CANNOT_BE_IMPORTED, raised=str(failure.raised)), *where),
            excerpt=student.excerpt(failure),
        )
    if not student.has(function):
        refusal = refused_definition(student, function)
        if refusal is not None:
            return refused_outcome(student, check, refusal)
        from grader.missing_functions import missing_function  # a right file needs it never

        reasons = missing_function(student.submission, student.module_spec, function)
        return CheckOutcome(check=check, verdict=Verdict.MISSING, reasons=reasons)
    return None


IMPORT, RUN = "refused_import", "refused_run"
"""Codes of refusals outside of calls."""


def refused_outcome(student: Student, check: str, refusal: Refusal, code: str = IMPORT, **values: str) -> CheckOutcome:
    """Return the outcome of `check`, which a person must judge; `code` and `values` word when the refusal happened."""
    place = readable_location(student.submission, student.module_spec.module, refusal.at) if refusal.at else None
    shown = ", ".join(filter(None, (refusal.name and quoted(refusal.name), place)))
    what = f"{refusal.what} ({shown})" if shown else refusal.what
    reasons = (reason("not_judged"), reason(code, what=what, **values))
    return CheckOutcome(check=check, verdict=Verdict.PENDING, reasons=reasons)


def refused_in(student: Student, check: str, refusal: Refusal, function: str) -> CheckOutcome:
    """Return the outcome of `check` after a refusal in a call of `function`."""
    return refused_outcome(student, check, refusal, "refused_call", function=function)


def refused_definition(student: Student, name: str) -> Refusal | None:
    """Return the refusal in the top-level statement that would have bound `name`, None if there is none."""
    refused = ((one.at, one.raised.refused) for one in student.left_out if one.raised.refused is not None)
    return next((refusal for at, refusal in refused if name in _names_bound_at(student.submission, at)), None)


def _names_bound_at(submission: Submission, at: str) -> set[str]:
    """Return the names that the top-level statement at ``file:line`` would bind."""
    path, _, line = at.rpartition(":")
    texts = [file.text for file in submission.files if file.path == path]
    try:
        statements = ast.parse(texts[0]).body if texts and line.isdigit() else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()  # only the Python inside can read the file
    parts = [part for one in statements if one.lineno <= int(line) <= (one.end_lineno or 0) for part in ast.walk(one)]
    return {name for name in map(_bound_by, parts) if name}


def _bound_by(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0]
    return node.name if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else None
