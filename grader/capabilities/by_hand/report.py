"""A change of a mark by hand, and all changes of a student, as `result.json` and `marks.jsonl` hold them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Final, Literal, TypeAlias

from grader.model.assessment import Payload
from grader.model.result import ManualMark

GIVEN: Final = "given"
UNDONE: Final = "undone"
RESTS: Final = "rests"
Action: TypeAlias = Literal["given", "undone", "rests"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChange:
    """A change of one mark: a line of the journal."""

    student: str
    item: str
    """The id of an item or a check."""
    action: Action = GIVEN
    """`GIVEN` also for a mark that is taken back; `RESTS` if only the rubric had no place for it."""
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
    """The points that the item had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkHistory(Payload):
    """The changes of a student's marks, for the reports; only where a mark was changed after it was given."""

    name: ClassVar = "by_hand"
    changes: tuple[MarkChange, ...]
