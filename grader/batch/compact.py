"""Makes results small, since all results of a class are in memory: no unused parts, and equal parts held once."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TypeVar, cast

from grader.capabilities.registry import capability
from grader.model.assessment import Payload
from grader.model.counterexample import Counterexample, TranscriptPart
from grader.model.result import CheckResult, Observed, Result

T = TypeVar("T")
NOTHING: dict[str, Payload] = {}
UNSEEN = Observed()


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
    isolation, who = result.grader.isolation, result.submission
    return dataclasses.replace(
        result,
        submission=dataclasses.replace(
            who,
            student=who.id if who.student == who.id else who.student,
            main=_shared(who.main),
            files=_shared(who.files),
            section=_shared(who.section),
        ),
        rubric=_shared(result.rubric),
        grader=dataclasses.replace(
            result.grader,
            version=_shared(result.grader.version),
            python=_shared(result.grader.python),
            isolation=isolation and _shared(isolation),
        ),
        score=result.score and _shared(result.score),
        criteria=_shared(tuple(map(_shared, criteria))),
        notes=_shared(result.notes),
        found={name: one for name, one in found if one is not None} or NOTHING,
        observed=UNSEEN,
        shortcut=_shared(result.shortcut),
        source=(),
        timing=dataclasses.replace(
            result.timing,
            wall_seconds=0.0,
            first_move_seconds=None,
            processor=_shared(result.timing.processor),
            calibration_seconds=None,
        ),
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
