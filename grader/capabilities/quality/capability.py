"""Code quality as a capability."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grader.blocks import Block
from grader.capabilities.capability import Asked, Capability, Graded, Remark
from grader.capabilities.quality.report import DIGEST_PLACES, QualityReport, QualityTerms
from grader.model.assessment import Assessment
from grader.model.rubric import RubricItem

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class Quality(Capability[QualityReport]):
    """An item's points are for readable code: findings in the source text cost some of them."""

    name = item_key = "quality"
    payload = QualityReport

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        from grader.capabilities.quality.rubric_keys import KEY

        return KEY

    def asked(self, value: Mapping[str, Any]) -> Asked:
        """Return what findings cost, and the mode."""
        costs = tuple((value["kinds"] or {}).items())
        return Asked(QualityTerms(kind_costs=costs), by_hand=value["mode"] == "suggest")

    def tell(self, found: QualityReport) -> Iterator[Block]:
        """Yield what was found in blocks."""
        from grader.capabilities.quality.story import tell_quality

        yield from tell_quality(found)

    def remarks(self, found: QualityReport) -> Iterator[Remark]:
        """Yield each kind of findings with its lines."""
        from grader.capabilities.quality.story import quality_remarks

        yield from quality_remarks(found)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Have the text of the code searched by ruff."""
        from grader.capabilities.quality.assess import assess_quality

        return assess_quality(graded.submission, graded.assignment.module_spec, item)

    def programs(self) -> tuple[str, ...]:
        """Return ruff: another version may find other things."""
        from grader.capabilities.quality.ruff_process import ruff_version

        return (f"ruff {ruff_version()}",)

    def compact(self, found: QualityReport) -> QualityReport:
        """Return `found` with the places that a digest of it names."""
        kinds = (
            dataclasses.replace(
                kind, findings=tuple(dataclasses.replace(one, message="") for one in kind.findings[:DIGEST_PLACES])
            )
            for kind in found.kinds
        )
        return dataclasses.replace(found, kinds=tuple(kinds))
