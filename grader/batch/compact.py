"""Makes results small, because all results of a class are in memory: no unused parts, equal parts held once."""

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
    """Return `result` with only the parts that the reports on a class need; these reports come out the same."""
    criteria = [
        dataclasses.replace(
            item,
            checks=tuple(map(_compact_check, item.checks)),
            found=None if item.found is None else capability(item.capability).compact(item.found),
        )
        for item in result.criteria
    ]
    found = ((name, capability(name).compact(one)) for name, one in result.found.items())
    times = {"wall_seconds": 0.0, "first_move_seconds": None, "calibration_seconds": None}
    return _sharing(
        result,
        *("rubric", "score", "notes", "shortcut"),
        submission=_sharing(result.submission, "main", "files", "section"),
        grader=_sharing(result.grader, "version", "python", "isolation"),
        criteria=_shared(tuple(map(_shared, criteria))),
        found={name: one for name, one in found if one is not None} or NOTHING,
        observed=UNSEEN,
        source=(),
        timing=_sharing(result.timing, "processor", **times),
    )


def _compact_check(check: CheckResult) -> CheckResult:
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
    # `at` would make equal examples differ, because files have the same mistake on different lines. Class reports
    # show of a dialogue only whether there is one.
    kept = dataclasses.replace(
        example,
        at=None,
        got=_shared(example.got),
        expected=_shared(example.expected),
        transcript=example.transcript[:1] and (TranscriptPart(who="program", text=""),),
    )
    return _shared(kept)


def _sharing(value: T, *names: str, **others: object) -> T:
    """Return a copy of a dataclass in which the fields `names` are held once; `others` are replaced."""
    shared = {name: _shared(getattr(value, name)) for name in names}
    return dataclasses.replace(value, **shared, **others)  # type: ignore[type-var]


def _shared(value: T) -> T:
    """Return the first value that was equal to `value`."""
    return cast("T", _first_equal(value))


@cache
def _first_equal(value: object) -> object:
    return value
