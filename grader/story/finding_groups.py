"""Causes before consequences: each finding with those that may follow from it, so that they can be folded under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.cause import Cause
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.story.findings import Finding, findings


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingGroup:
    """A finding, and those that are shown only to a reader who asks for them."""

    lead: Finding
    following: tuple[Finding, ...] = ()
    """Failures of other functions that may follow from it, and what could not be judged because of them."""
    unjudged: tuple[Finding, ...] = ()
    """Checks of the same function that could not be judged."""
    cause: Cause | None = None
    """The evidence for `following`."""

    @property
    def folded(self) -> tuple[Finding, ...]:
        """All findings but the first one."""
        return (*self.unjudged, *self.following)

    @property
    def costs(self) -> bool:
        """Whether points are lost by any of them."""
        return any(finding.costs for finding in (self.lead, *self.folded))

    @property
    def failures(self) -> int:
        """How many failed checks may follow from the first finding."""
        return sum(len(finding.members) for finding in self.following if finding.check.verdict is not Verdict.BLOCKED)


def finding_groups(result: Result) -> list[FindingGroup]:
    """Return all findings of a result, each once, in the order of the rubric but consequences under their cause."""
    found = findings(result)
    above: dict[int, int] = {}
    """By the place of a folded finding: that of the finding that it is folded under."""
    causes: dict[int, Cause] = {}
    for place, finding in enumerate(found):
        cause = _cause_of(finding, result.causes)
        lead = _first(found, cause.function if cause is not None else finding.function, result.causes)
        folds = cause is not None or finding.check.verdict is Verdict.BLOCKED
        if folds and lead is not None and _root(lead, above) != place:
            above[place] = lead
            if cause is not None:
                causes.setdefault(lead, cause)
    below: dict[int, list[Finding]] = {place: [] for place in range(len(found)) if place not in above}
    for place in sorted(above):
        below[_root(place, above)].append(found[place])
    return [_group(found[place], folded, causes.get(place)) for place, folded in below.items()]


def _root(place: int, above: Mapping[int, int]) -> int:
    """Return the place of the finding at the top; `above` has no circles."""
    while place in above:
        place = above[place]
    return place


def _group(lead: Finding, folded: Sequence[Finding], cause: Cause | None) -> FindingGroup:
    function = lead.function
    unjudged = [one for one in folded if one.check.verdict is Verdict.BLOCKED and one.function == function]
    following = [one for one in folded if not any(one is other for other in unjudged)]
    return FindingGroup(lead=lead, following=tuple(following), unjudged=tuple(unjudged), cause=cause)


def fix_first(groups: Sequence[FindingGroup]) -> FindingGroup | None:
    """Return the group to begin with: the one that most may follow from, else the first one that costs points."""
    most = max(groups, key=lambda group: group.failures, default=None)
    if most is not None and most.failures:
        return most
    return next((group for group in groups if group.costs), most)


def _cause_of(finding: Finding, causes: Sequence[Cause]) -> Cause | None:
    """Return the cause that all checks of a finding may follow from."""
    checks = {member.check.id for member in finding.members}
    return next((cause for cause in causes if checks <= {*cause.checks}), None)


def _first(found: Sequence[Finding], function: str, causes: Sequence[Cause]) -> int | None:
    """Return the place of the first finding about `function`, preferably of one that follows from nothing."""
    places = [
        place
        for place, finding in enumerate(found)
        if finding.check.verdict is not Verdict.BLOCKED
        and any(member.check.function == function for member in finding.members)
    ]
    return next((place for place in places if _cause_of(found[place], causes) is None), next(iter(places), None))
