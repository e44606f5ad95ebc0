"""The points that a person gives as a capability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.blocks import Block, Widget
from grader.capabilities.by_hand.report import MarkHistory
from grader.capabilities.capability import Asked, Capability, Graded
from grader.model.assessment import Assessment
from grader.model.result import ItemResult
from grader.model.rubric import RubricItem

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class ByHand(Capability[MarkHistory]):
    """A person gives the points of an item. Of any other item or check a person may change them."""

    name = item_key = MarkHistory.name
    payload = MarkHistory

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts: true."""
        from grader.capabilities.rubric_draft import RubricKey
        from grader.yaml_file.field_types import TRUE_OR_FALSE

        return RubricKey(TRUE_OR_FALSE, "A person gives the points; until then the item is to be marked by hand.")

    def asked(self, value: bool) -> Asked:  # noqa: FBT001 - the value of the key
        """Return that a person decides."""
        return Asked(by_hand=value)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Return that the grader cannot say."""
        del item, graded
        return Assessment(points=None, settled=False)

    def tell_item(self, item: ItemResult) -> Iterator[Block]:
        """Yield what a person said, of whatever capability the item is."""
        from grader.capabilities.by_hand.story import tell_by_hand

        yield from tell_by_hand(item)

    def widgets(self, item: ItemResult) -> Iterator[Widget]:
        """Yield the fields for points."""
        from grader.capabilities.by_hand.story import mark_fields

        yield from mark_fields(item)

    def tell(self, found: MarkHistory) -> Iterator[Block]:
        """Yield all changes of the student's marks."""
        from grader.capabilities.by_hand.story import tell_history

        yield from tell_history(found)
