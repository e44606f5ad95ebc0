"""Adds to each failed check the lines that its counterexample ran last; no point depends on them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from grader.model.answer import Answer, Call
from grader.model.result import CheckOutcome
from grader.model.verdict import CAME_BACK, ChildEnd
from grader.sandbox.student import Student
from grader.sandbox.tracing.tracers import CallRecord

MAX_CALLS = 12
"""The most different calls that are made again for one submission."""
SHOWN_ENDS = (*CAME_BACK, ChildEnd.CPU_LIMIT)


def with_lines_run(student: Student, outcomes: Mapping[str, CheckOutcome]) -> Mapping[str, CheckOutcome]:
    """Return `outcomes` with the lines that each counterexample runs last, if it gives the same answer again."""
    try:
        shown = [_recordable(student, outcome) for outcome in outcomes.values()]
        calls = [*{repr(call): call for call in shown if call is not None}.values()][:MAX_CALLS]
        if not calls:
            return outcomes
        records = dict(zip(map(repr, calls), student.lines_run(calls), strict=True))
        return {check: _with_record(outcome, records) for check, outcome in outcomes.items()}
    except Exception:  # noqa: BLE001 - missing evidence must not cost a mark
        return outcomes


def _recordable(student: Student, outcome: CheckOutcome) -> Call | None:
    """Return the call of the counterexample; None without one whose lines can be recorded."""
    if outcome.shown is None or outcome.shown.answer.end not in SHOWN_ENDS:
        return None
    function = student.module_spec.function(outcome.shown.call.function)
    return None if function.prints or function.is_dialogue else outcome.shown.call  # their answer is what they print


def _with_record(outcome: CheckOutcome, records: Mapping[str, CallRecord | None]) -> CheckOutcome:
    record = None if outcome.shown is None else records.get(repr(outcome.shown.call))
    if outcome.shown is None or record is None or _ending(record.answer) != _ending(outcome.shown.answer):
        return outcome
    return dataclasses.replace(outcome, lines_run=record.lines)


def _ending(answer: Answer) -> str:
    """Return what two calls that ended alike have in common: an exception's text may be cut, and no changed board."""
    raised = (answer.raised.type, answer.raised.at) if answer.raised is not None else None
    return repr((answer.end, answer.value, raised))
