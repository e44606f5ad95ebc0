"""Alpha-beta pruning as a capability."""

from __future__ import annotations

from collections.abc import Iterator

from grader.blocks import Block
from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.alpha_beta.story import tell_alpha_beta
from grader.capabilities.capability import Capability


class AlphaBeta(Capability[PruningReport]):
    """An item's points are for a search that prunes its tree."""

    name = "alpha_beta"
    payload = PruningReport

    def tell(self, found: PruningReport) -> Iterator[Block]:
        """Yield what was found in blocks."""
        yield from tell_alpha_beta(found)
