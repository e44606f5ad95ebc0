"""Late work as a capability."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.capabilities.capability import Capability
from grader.capabilities.lateness.rules import ITEM, Lateness, LateRules
from grader.model.result import Result
from grader.model.rubric import Rubric

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class LateWork(Capability[Lateness]):
    """Late work costs points: an item of its own takes them off."""

    name = ITEM
    section_key = "late"
    payload = Lateness

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        from grader.capabilities.lateness.rubric_keys import KEY

        return KEY

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> LateRules:
        """Read what late work costs; parts of `total` become points."""
        del folder
        from grader.capabilities.lateness.rules import late_rules

        return late_rules(fields, total)

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Take off what the rubric and the student's times say."""
        from grader.capabilities.lateness.late_item import with_lateness

        return with_lateness(result, rubric.section(LateRules))
