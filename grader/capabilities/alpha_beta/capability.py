"""Alpha-beta pruning as a capability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.blocks import Block
from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.capability import Asked, Capability, Graded
from grader.model.assessment import Assessment
from grader.model.rubric import RubricItem

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class AlphaBeta(Capability[PruningReport]):
    """An item's points are for a search that prunes its tree."""

    name = item_key = "alpha_beta"
    payload = PruningReport

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts: a mode."""
        from grader.capabilities.rubric_draft import MODE, RubricKey

        return RubricKey(
            MODE,
            "The points are for alpha-beta pruning, which is seen by watching the search. auto: clear cases count by"
            " themselves, a person decides about the others. suggest: a person decides about all.",
        )

    def asked(self, value: str) -> Asked:
        """Return what the mode says."""
        return Asked(by_hand=value == "suggest")

    def tell(self, found: PruningReport) -> Iterator[Block]:
        """Yield what was found in blocks."""
        from grader.capabilities.alpha_beta.story import tell_alpha_beta

        yield from tell_alpha_beta(found)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Watch the search."""
        from grader.capabilities.alpha_beta.assess import assess_pruning

        return assess_pruning(item.points, graded)
