"""The points that a person gives as a capability: each change of a mark, as it is stored, and what reports say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias

from grader.blocks import Block, Bullets, Fold, Quote, Say, Status, Widget
from grader.capabilities.capability import Asked, Capability, Graded
from grader.model.assessment import Assessment, Payload
from grader.model.result import ItemResult, ManualMark, Markable, Result
from grader.model.rubric import RubricItem
from grader.model.verdict import Verdict
from grader.text.mark_text import Given, given_text, to_confirm, was_text
from grader.text.number_text import count_text, decimal_text
from grader.widgets import MarkField

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey

GIVEN: Final = "given"
UNDONE: Final = "undone"
RESTS: Final = "rests"
CONFLICT: Final = "conflict"
DEALT_WITH: Final = "dealt_with"
OPEN_AGAIN: Final = "open_again"
Action: TypeAlias = Literal["given", "undone", "rests", "conflict", "dealt_with", "open_again"]
UNCOUNTED: Final = {RESTS: "does not count under this rubric", CONFLICT: "does not count: somebody else says otherwise"}
LOOKED_AT: Final = {DEALT_WITH: "dealt with", OPEN_AGAIN: "not dealt with after all"}
"""Not about a mark: a person has looked at what the page of the class asks a person to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChange:
    """A change of one mark: a line of the journal."""

    student: str
    item: str
    """The id of an item or a check; of `LOOKED_AT`, what a person was needed for."""
    action: Action = GIVEN
    """
    `GIVEN` also for a mark that is taken back; `RESTS` if only the rubric had no place for it; `CONFLICT` for what one
    of several people said who do not agree: it does not count. Those of `LOOKED_AT` are about no mark.
    """
    old: ManualMark | None
    new: ManualMark | None
    """The mark that holds from now on; None if none does."""
    reason: str = ""
    """Where the change came from, or why it was made."""
    who: str = ""
    """Who made it; empty if nobody said."""
    when: str = ""
    """When it was written down: ISO 8601, UTC."""
    sha256: str
    """The submission that the person saw."""
    rubric: str
    """The hash of the rubric."""
    possible: Decimal | None = None
    """The points that the item had; of a mark that rests, those that it has in the rubric: None if it is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkHistory(Payload):
    """The changes of a student's marks, for the reports; only where a mark was changed after it was given."""

    name: ClassVar = "by_hand"
    changes: tuple[MarkChange, ...]


class ByHand(Capability[MarkHistory]):
    """A person gives the points of an item. Of any other item or check a person may change them."""

    name = item_key = MarkHistory.name
    payload = MarkHistory

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts: true."""
        from grader.capabilities.rubric_draft import RubricKey
        from grader.yaml_document import TRUE_OR_FALSE

        return RubricKey(TRUE_OR_FALSE, "A person gives the points; until then the item is to be marked by hand.")

    def asked(self, value: bool) -> Asked:  # noqa: FBT001 - the value of the key
        """Return that a person decides."""
        return Asked(by_hand=value)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Return that the grader cannot say."""
        return Assessment(points=None, settled=False)

    def tell_item(self, item: ItemResult) -> Iterator[Block]:
        """Yield what a person said about the item, of whatever capability it is, and about its checks."""
        for one in item.markables:
            if one.manual is not None:
                source = given_text(one.manual) or "by hand"
                given = Given(one, one.manual)
                if one is item:
                    if one.manual.comment or one.manual.by or one.manual.when:
                        yield Quote(source, one.manual.comment or "no comment")
                else:
                    was = f" ({was_text(one)})" if one.was is not None else ""
                    comment = f": {one.manual.comment}" if one.manual.comment else ""
                    yield Quote(source, f"{given.title}: {decimal_text(one.earned)}{was}{comment}")
        for given in to_confirm([item]):
            yield Say(given.to_confirm_text, Status.OPEN)

    def widgets(self, item: ItemResult) -> Iterator[Widget]:
        """Yield a place for points by hand where they are open, were given, or are to be confirmed."""
        for one in item.markables:
            if one.manual is not None or is_open(one, item):
                of = "" if one is item else item.id
                yield MarkField(id=one.id, title=one.title, points=decimal_text(one.points), item=of)

    def tell(self, found: MarkHistory) -> Iterator[Block]:
        """Yield every change, behind a line that says how many there are."""
        count = count_text(len(found.changes), "change")
        yield Fold(f"History of the marks by hand: {count}", (Bullets(tuple(map(change_text, found.changes))),))


def change_text(change: MarkChange) -> str:
    """Return a change in one line: ``2026-11-23 10:40 UTC, Kim: code_quality 4 -> 5, clear names (ta2.csv:7)``."""
    when = change.when[:16].replace("T", " ")
    head = ", ".join(filter(None, (f"{when} UTC" if when else "", change.who)))
    if change.action in LOOKED_AT:
        told = f"{change.item} {LOOKED_AT[change.action]}{f' ({change.reason})' if change.reason else ''}"
        return f"{head}: {told}" if head else told
    old = "" if change.old is None else f"{decimal_text(change.old.points)} -> "
    if change.action == GIVEN and change.old and change.new and change.old.points == change.new.points:
        old = "still "
    new = "taken back" if change.new is None else decimal_text(change.new.points)
    if change.action in UNCOUNTED:
        old, new = "", f"{new} {UNCOUNTED[change.action]}"
    of = "" if change.possible is None or change.new is None else f" of {decimal_text(change.possible)}"
    undone = "undone: " if change.action == UNDONE else ""
    comment = f", {change.new.comment}" if change.new is not None and change.new.comment else ""
    reason = f" ({change.reason})" if change.reason else ""
    told = f"{undone}{change.item} {old}{new}{'' if change.action in UNCOUNTED else of}{comment}{reason}"
    return f"{head}: {told}" if head else told


def is_open(one: Markable, item: ItemResult) -> bool:
    """Tell whether points by hand are missing for an item, or for a check of it, or are to be confirmed."""
    return one.earlier is not None or (one is item and one.verdict is Verdict.PENDING)


def open_items(result: Result) -> Iterator[Markable]:
    """Yield the items and checks of `result`, those of a bonus included, that wait for a person."""
    return (one for item in result.criteria for one in item.markables if is_open(one, item))
