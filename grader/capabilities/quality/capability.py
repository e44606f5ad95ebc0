"""Code quality as a capability."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from grader.blocks import Block
from grader.capabilities.capability import Capability
from grader.capabilities.quality.report import DIGEST_PLACES, QualityReport
from grader.capabilities.quality.story import tell_quality


class Quality(Capability[QualityReport]):
    """An item's points are for readable code: findings in the source text cost some of them."""

    name = "quality"
    payload = QualityReport

    def tell(self, found: QualityReport) -> Iterator[Block]:
        """Yield what was found in blocks."""
        yield from tell_quality(found)

    def compact(self, found: QualityReport) -> QualityReport:
        """Return `found` with the places that a digest of it names."""
        kinds = (
            dataclasses.replace(
                kind, findings=tuple(dataclasses.replace(one, message="") for one in kind.findings[:DIGEST_PLACES])
            )
            for kind in found.kinds
        )
        return dataclasses.replace(found, kinds=tuple(kinds))
