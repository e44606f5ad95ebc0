"""Points by hand as a capability: each change of a mark as it is stored, and the words of reports."""

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
from grader.text.mark_text import Given, earned_text, given_text, to_confirm
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
"""Actions without a mark: a person has dealt with a case on the page of the class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChange:
    """A change of one mark: a line of the journal."""

    student: str
    item: str
    """The id of an item or a check; with an action of `LOOKED_AT` the reason of the case."""
    action: Action = GIVEN
    """
    `GIVEN`, even for a mark that is taken back; `RESTS` for a mark without a place in the rubric.

    `CONFLICT` is one of several contradicting marks by different people, and does not count. `LOOKED_AT` has the
    actions without a mark.
    """
    old: ManualMark | None
    new: ManualMark | None
    """The mark from now on; None without one."""
    reason: str = ""
    """The source or the reason of the change."""
    who: str = ""
    """The author of the change; empty if it is not known."""
    when: str = ""  # ISO 8601, UTC
    sha256: str  # of the submission that the person saw
    rubric: str  # the hash of the rubric
    possible: Decimal | None = None
    """The points of the item; for a mark that rests, the points in the new rubric, or None without the item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkHistory(Payload):
    """The changes of a student's marks, if a mark was changed after it was given."""

    name: ClassVar = "by_hand"
    changes: tuple[MarkChange, ...]


class ByHand(Capability[MarkHistory]):
    """A person gives the points of an item, and may change those of any other item or check."""

    name = item_key = MarkHistory.name
    payload = MarkHistory

    def rubric_key(self) -> RubricKey:
        from grader.capabilities.rubric_draft import RubricKey
        from grader.yaml_document import TRUE_OR_FALSE

        return RubricKey(TRUE_OR_FALSE, "A person gives the points; until then the item is to be marked by hand.")

    def asked(self, value: bool) -> Asked:  # noqa: FBT001 - the value of the key
        return Asked(by_hand=value)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        return Assessment(points=None, settled=False)

    def tell_item(self, item: ItemResult) -> Iterator[Block]:
        """Yield the marks and comments of a person on the item and its checks, whatever the item's capability is."""
        for one in item.markables:
            if one.manual is not None:
                source = given_text(one.manual) or "by hand"
                if one is not item:
                    comment = f": {one.manual.comment}" if one.manual.comment else ""
                    yield Quote(source, f"{Given(one, one.manual).title}: {earned_text(one)}{comment}")
                elif one.manual.comment or one.manual.by or one.manual.when:
                    yield Quote(source, one.manual.comment or "no comment")
        for given in to_confirm([item]):
            yield Say(given.to_confirm_text, Status.OPEN)

    def widgets(self, item: ItemResult) -> Iterator[Widget]:
        """Yield a field for points by hand that are open, given, or to be confirmed."""
        for one in item.markables:
            if one.manual is not None or is_open(one, item):
                of = "" if one is item else item.id
                yield MarkField(id=one.id, title=one.title, points=decimal_text(one.points), item=of)

    def tell(self, found: MarkHistory) -> Iterator[Block]:
        """Yield every change, behind a line with their number."""
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
    """Tell whether an item or check lacks points by hand, or has points to confirm."""
    return one.earlier is not None or (one is item and one.verdict is Verdict.PENDING)


def open_items(result: Result) -> Iterator[Markable]:
    """Yield the items and checks of `result` that wait for a person, even those of a bonus."""
    return (one for item in result.criteria for one in item.markables if is_open(one, item))
