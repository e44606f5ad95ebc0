"""Makes results small, since all results of a class are in memory: no unused parts, and equal parts held once."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TypeVar, cast

from grader.capabilities.registry import capability
from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.result import CheckResult, Observed, Result

T = TypeVar("T")


def compact(result: Result) -> Result:
    """Return `result` with only what the reports on a class need; these reports come out the same."""
    criteria = [
        dataclasses.replace(
            item,
            checks=tuple(map(_compact_check, item.checks)),
            found=None if item.found is None else capability(item.capability).compact(item.found),
        )
        for item in result.criteria
    ]
    found = ((name, capability(name).compact(one)) for name, one in result.found.items())
    isolation = result.grader.isolation
    return dataclasses.replace(
        result,
        rubric=_shared(result.rubric),
        grader=dataclasses.replace(result.grader, isolation=isolation and _shared(isolation)),
        criteria=tuple(map(_shared, criteria)),
        found={name: one for name, one in found if one is not None},
        observed=Observed(),
        source=(),
    )


def _compact_check(check: CheckResult) -> CheckResult:
    """Return a check with its points, its message and the proof of its mistake."""
    kept = dataclasses.replace(
        check,
        sheet="",
        asked=None,
        reasons=_shared(check.reasons),
        counterexample=check.counterexample and _compact_example(check.counterexample),
        reproduce=None,
        pattern=_shared(check.pattern),
        excerpt=(),
        difference=(),
        lines_run=(),
    )
    return _shared(kept)


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
