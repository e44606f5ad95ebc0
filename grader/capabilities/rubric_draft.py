"""
A rubric file that may be wrong in places, with everything that can be read from it.

Rules look at this and not at a finished rubric, so that one misspelt key does not hide wrong sums elsewhere. A value of
the wrong type is None here; matching the shape of the file has reported it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from grader.model.spec import Assignment
from grader.yaml_file.document import Address, Data, Document, Problem
from grader.yaml_file.field_types import Range, choice, number

POINTS = Range(least="0", most=10_000)
Points = Annotated[Decimal, number(POINTS, Decimal)]
Mode = Annotated[str, choice("auto", "suggest")]
"""Whether points count by themselves, or a person confirms them."""


class Mention(NamedTuple):
    """The name of a check in an item of the rubric."""

    check: str
    """The name in full."""
    written: str
    item_id: str
    address: Address


def number_in(data: Data, allowed: Range) -> Decimal | None:
    """Return the number that is written there; None if it is none, or not in the range `allowed`."""
    return data if isinstance(data, Decimal) and allowed.violation(data) is None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftItem:
    """One item of the rubric, as far as it can be read."""

    address: Address
    id: str | None
    points: Decimal | None
    checks: Mapping[str, Decimal | None] | None
    sources: tuple[str, ...]
    """Its keys that say where its points come from."""
    bonus: bool
    broken: bool
    """Whether matching the shape found anything wrong in it."""
    fields: Mapping[str, Data]
    """All that is written there."""

    @property
    def name(self) -> str:
        """The words for the item in messages."""
        return "this item" if self.id is None else f"the item '{self.id}'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A rubric file, as far as it can be read."""

    document: Document
    assignments: Mapping[str, Assignment]
    assignment_id: str | None
    sheet: str | None
    total: Decimal | None
    items: tuple[DraftItem, ...]
    """All entries of `criteria`."""
    mentions: tuple[Mention, ...]
    """The name of every check in file order, except names that need the id of an item whose id is unreadable."""
    call_limits: tuple[str, ...]
    """The functions named in ``limits.calls``."""
    allow_imports: tuple[str | None, ...]
    sections: Mapping[str, Mapping[str, Data]]
    """The sections of capabilities; entries in which matching the shape found something wrong are left out."""
    folder: Path | None
    """The folder of the rubric, if it is in one."""

    @property
    def assignment(self) -> Assignment | None:
        """The assignment that the rubric is for, None if there is no such assignment."""
        return None if self.assignment_id is None else self.assignments.get(self.assignment_id)


Rule: TypeAlias = Callable[[Draft], Iterator[Problem]]


class RubricKey(NamedTuple):
    """What a capability brings to the rubric file: a key of items, or of a section."""

    shape: Any
    """The type of its value, as pydantic reads it."""
    description: str
    """What it means, for editors and for messages about a file."""
    rules: tuple[Rule, ...] = ()
    """What its values have to fit elsewhere in the file."""
