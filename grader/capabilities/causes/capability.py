"""What failed for one reason as a capability."""

from __future__ import annotations

from collections.abc import Mapping

from grader.capabilities.capability import Capability, Graded
from grader.capabilities.causes.report import Findings
from grader.model.reason import Said
from grader.model.result import ItemResult


class Causes(Capability[Findings]):
    """Failed checks are told once for each reason, and consequences under their cause; it decides about no point."""

    name = "causes"
    payload = Findings

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> Findings:
        """Ask again with right functions for wrong ones, and find out what failed for one reason."""
        from grader.capabilities.causes.followed import find_causes
        from grader.capabilities.causes.judge import judged, not_written
        from grader.capabilities.causes.other_names import other_names
        from grader.capabilities.changed_file import only_evidence

        student, spec = graded.student, graded.assignment
        calls = {name: one.shown.call for name, one in graded.outcomes.items() if one.shown is not None}
        causes = find_causes(student, spec, graded.outcomes)
        missing = not_written(items, [one.name for one in spec.module_spec.functions])
        nowhere: Mapping[str, Said] = {}
        named = only_evidence("other names", lambda: other_names(student, spec, missing), nowhere)
        return judged(items, causes, calls, {name: named.get(name, ()) for name in missing})
