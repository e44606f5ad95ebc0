"""Late work as a capability."""

from __future__ import annotations

from grader.capabilities.capability import Capability
from grader.capabilities.lateness.rules import ITEM, Lateness, LateRules
from grader.model.result import Result
from grader.model.rubric import Rubric


class LateWork(Capability[Lateness]):
    """Late work costs points: an item of its own takes them off."""

    name = ITEM
    payload = Lateness

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Take off what the rubric and the student's times say."""
        from grader.capabilities.lateness.late_item import with_lateness

        return with_lateness(result, rubric.section(LateRules))
