"""Causes before consequences: each finding with those that may follow from it, so that they can be folded under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.cause import Cause
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.reports.student.findings import Finding, findings
from grader.reports.text.board_text import one_line_board
from grader.reports.text.number_text import points_text


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingGroup:
    """A finding, and those that are shown only to a reader who asks for them."""

    lead: Finding
    following: tuple[Finding, ...] = ()
    """Failures of other functions that may follow from it."""
    unjudged: tuple[Finding, ...] = ()
    """Checks of the same function that could not be judged."""
    cause: Cause | None = None
    """The evidence for `following`."""

    @property
    def folded(self) -> tuple[Finding, ...]:
        """All findings under the first one, in the order of the rubric."""
        return (*self.unjudged, *self.following)

    @property
    def lost(self) -> Decimal:
        """The points that all of them cost."""
        return sum((finding.lost for finding in (self.lead, *self.folded)), Decimal(0))

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said about the folded findings, and what was seen; text of the submission is unescaped."""
        return (*self._about_following(), *self._about_unjudged())

    @property
    def headline(self) -> str:
        """What is wrong, in one line."""
        check = self.lead.check
        return f"{self.lead.title}: {check.pattern or check.message}" if check.full_message else self.lead.title

    def _about_following(self) -> Iterator[str]:
        cause = self.cause
        if cause is None or not self.following:
            return
        count = sum(len(finding.members) for finding in self.following)
        failures = "1 further failure" if count == 1 else f"{count} further failures"
        yield f"Fix {cause.function} first: {failures} may follow from it{_cost(self.following)}."
        called = cause.call if cause.call == cause.seen_in and cause.board == cause.seen_on else ""
        where = f"{called or cause.call} on {one_line_board(cause.board)}"
        yield f"Seen in a failing call of {_name(cause.seen_in)}: {where} gave {cause.got}; expected: {cause.expected}."

    def _about_unjudged(self) -> Iterator[str]:
        count = sum(len(finding.members) for finding in self.unjudged)
        if count:
            checks = "1 more check was" if count == 1 else f"{count} more checks were"
            yield f"{checks} not judged because of this{_cost(self.unjudged)}."


def finding_groups(result: Result) -> list[FindingGroup]:
    """Return all findings of a result, each once, in the order of the rubric but consequences under their cause."""
    found = findings(result)
    under: dict[int, tuple[int, Cause | None]] = {}
    """By the place of a folded finding: that of the finding above it, and why."""
    for place, finding in enumerate(found):
        cause = _cause_of(finding, result.causes)
        lead = _first_of(cause.function, found) if cause is not None else _first_judged(finding, found)
        if lead is not None and lead != place:
            under[place] = (lead, cause)
    return [_group(place, found, under) for place in range(len(found)) if _root(place, under) == place]


def fix_first(groups: Sequence[FindingGroup]) -> FindingGroup | None:
    """Return the group to begin with: the one that most may follow from, else the first one that costs points."""
    causes = [group for group in groups if group.following]
    if causes:
        return max(causes, key=lambda group: sum(len(finding.members) for finding in group.following))
    return next((group for group in groups if group.lost > 0), next(iter(groups), None))
