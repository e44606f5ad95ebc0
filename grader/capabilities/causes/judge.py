"""Finds out which checks failed for one reason, and which failures may follow from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grader.capabilities.causes.report import Cause, Finding, Findings
from grader.capabilities.causes.whole_functions import NO_CALLS, WholeFault, whole_faults
from grader.model.answer import Call
from grader.model.result import CheckResult, ItemResult
from grader.model.verdict import Verdict

NOT_FAILED = frozenset({Verdict.PASS, Verdict.PENDING})


def judged(
    items: Iterable[ItemResult], causes: tuple[Cause, ...] = (), calls: Mapping[str, Call] = NO_CALLS
) -> Findings:
    """
    Return what failed in `items`; `calls` are those of the counterexamples, by the ids of checks.

    So a failed import is one finding and not one per check, a missing function is one, and so are functions that fail
    alike on every call.
    """
    checks = [check for item in items for check in item.checks]
    return Findings(causes=causes, findings=tuple(_with_consequences(_alike(checks, causes, calls), causes)))


class _Alike:
    """Checks that failed for one reason."""

    def __init__(self, checks: Sequence[CheckResult], fault: WholeFault | None) -> None:
        self.ids = tuple(check.id for check in checks)
        self.functions = {check.function for check in checks}
        self.function = checks[0].function if len(self.functions) == 1 else ""
        self.is_blocked = checks[0].verdict is Verdict.BLOCKED
        whole, has_example = ((), True) if fault is None else (fault.reasons, fault.has_example)
        self.finding = Finding(checks=self.ids, whole=whole, has_example=has_example)

    def cause(self, causes: Iterable[Cause]) -> Cause | None:
        """Return the cause that all the checks may follow from."""
        return next((cause for cause in causes if {*self.ids} <= {*cause.checks}), None)


def _alike(checks: Sequence[CheckResult], causes: Sequence[Cause], calls: Mapping[str, Call]) -> list[_Alike]:
    """Return the failed checks, those that failed for one reason together."""
    faults = whole_faults(checks, causes, calls)
    groups: dict[object, list[CheckResult]] = {}
    for check in checks:
        if check.verdict not in NOT_FAILED:
            groups.setdefault(faults.get(check.function) or _key(check), []).append(check)
    return [_Alike(members, key if isinstance(key, WholeFault) else None) for key, members in groups.items()]


def _key(check: CheckResult) -> object:
    """Return what is equal for checks that failed for the same reason."""
    return (check.verdict, check.reasons, check.pattern, check.counterexample, check.reproduce, check.difference)


def _with_consequences(found: Sequence[_Alike], causes: Sequence[Cause]) -> list[Finding]:
    """Return all findings, each once; what may follow from one is part of it."""
    above: dict[int, int] = {}
    """By the place of a finding that is a consequence: that of the finding that it may follow from."""
    causes_of: dict[int, Cause] = {}
    for place, one in enumerate(found):
        cause = one.cause(causes)
        lead = _first(found, one.function if cause is None else cause.function, causes)
        if (cause is not None or one.is_blocked) and lead is not None and _top(lead, above) != place:
            above[place] = lead
            if cause is not None:
                causes_of.setdefault(lead, cause)
    below: dict[int, list[_Alike]] = {place: [] for place in range(len(found)) if place not in above}
    for place in sorted(above):
        below[_top(place, above)].append(found[place])
    return [_finding(found[place], folded, causes_of.get(place)) for place, folded in below.items()]


def _top(place: int, above: Mapping[int, int]) -> int:
    """Return the place of the finding at the top; `above` has no circles."""
    while place in above:
        place = above[place]
    return place


def _finding(lead: _Alike, folded: Iterable[_Alike], cause: Cause | None) -> Finding:
    unjudged: list[Finding] = []
    following: list[Finding] = []
    for one in folded:
        (unjudged if one.is_blocked and one.function == lead.function else following).append(one.finding)
    return replace(lead.finding, cause=cause, following=tuple(following), unjudged=tuple(unjudged))


def _first(found: Sequence[_Alike], function: str, causes: Sequence[Cause]) -> int | None:
    """Return the place of the first finding about `function`, preferably of one that follows from nothing."""
    places = [place for place, one in enumerate(found) if not one.is_blocked and function in one.functions]
    return next((place for place in places if found[place].cause(causes) is None), next(iter(places), None))
