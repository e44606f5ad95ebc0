"""Makes results small, since all results of a class are in memory: no unused parts, and equal parts held once."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TypeVar, cast

from grader.capabilities.registry import capability
from grader.model.assessment import Payload
from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.result import CheckResult, ItemResult, Observed, Result
from grader.model.verdict import Verdict

T = TypeVar("T")


def compact(result: Result) -> Result:
    """Return `result` with only what the reports on a class need; these reports come out the same."""
    criteria = [
        dataclasses.replace(
            item,
            checks=tuple(map(_compact_check, item.checks)),
            found=_compact_payload(item),
        )
        for item in result.criteria
    ]
    isolation = result.grader.isolation
    return dataclasses.replace(
        result,
        rubric=_shared(result.rubric),
        grader=dataclasses.replace(result.grader, isolation=isolation and _shared(isolation)),
        criteria=tuple(map(_shared, criteria)),
        found={},
        observed=Observed(),
        source=(),
    )


def _compact_check(check: CheckResult) -> CheckResult:
    """Return a passed check with its points and message, any other check also with the proof of its mistake."""
    kept = CheckResult(
        id=check.id,
        title=check.title,
        points=check.points,
        earned=check.earned,
        verdict=check.verdict,
        reasons=_shared(check.reasons),
        manual=check.manual,
        was=check.was,
        earlier=check.earlier,
    )
    if check.verdict is not Verdict.PASS:
        kept = dataclasses.replace(
            kept,
            wrong=check.wrong,
            of=check.of,
            counterexample=check.counterexample and _compact_example(check.counterexample),
            pattern=_shared(check.pattern),
            behaviour=check.behaviour,
        )
    return _shared(kept)


def _compact_payload(item: ItemResult) -> Payload | None:
    return None if item.found is None else capability(item.capability).compact(item.found)


def _compact_example(example: Counterexample) -> Counterexample:
    # Every file has the same mistake on a different line, so `at` would make equal examples differ. Of a dialogue
    # class reports show only whether there is one.
    kept = dataclasses.replace(
        example,
        at=None,
        got=_shared(example.got),
        expected=_shared(example.expected),
        transcript=example.transcript[:1] and (TranscriptPart(who="program", text=""),),
    )
    return _shared(kept)


def _shared(value: T) -> T:
    """Return the first value that was equal to `value`."""
    return cast("T", _first_equal(value))


@cache
def _first_equal(value: object) -> object:
    return value
