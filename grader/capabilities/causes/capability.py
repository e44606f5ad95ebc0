"""What failed for one reason as a capability."""

from __future__ import annotations

from grader.capabilities.capability import Capability, Graded
from grader.capabilities.causes.report import Findings
from grader.model.result import ItemResult


class Causes(Capability[Findings]):
    """Failed checks are told once for each reason, and consequences under their cause; it decides about no point."""

    name = "causes"
    payload = Findings

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> Findings:
        """Watch some of the failed calls once more, and find out what failed for one reason."""
        from grader.capabilities.causes.judge import judged
        from grader.capabilities.causes.watched_calls import find_causes

        calls = {name: one.shown.call for name, one in graded.outcomes.items() if one.shown is not None}
        return judged(items, find_causes(graded.student, graded.assignment, graded.outcomes), calls)
