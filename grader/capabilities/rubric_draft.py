"""
A rubric file with possible mistakes, and everything that can be read from it.

Rules look at the draft and not at a finished rubric, so that a misspelt key does not hide wrong sums elsewhere. A wrong
value is None here, and has been reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from grader.model.rubric import PERCENT_PATTERN, is_percent
from grader.model.sanitize import quoted
from grader.model.spec import Assignment
from grader.yaml_document import (
    Address,
    Document,
    FieldType,
    Problem,
    Range,
    ValuePlace,
    Wrong,
    choice,
    describe,
    number,
)

POINTS_RANGE = Range(least="0", most=10_000)
POINTS = number(POINTS_RANGE)
MODE = choice("auto", "suggest")
"""Whether points count by themselves, or a person confirms them."""


def points_or_percent(of: str, *words: str) -> FieldType:
    """Return the type of points, a part such as ``10 %`` of `of`, or one of `words`; see `points_of`."""
    wanted = ", ".join((*words, "points", f"or a part of {of} such as '10 %'"))

    def read(value: object, _place: ValuePlace) -> Decimal | str:
        if isinstance(value, Decimal):
            return POINTS_RANGE.check(value)
        if not isinstance(value, str) or not (value in words or is_percent(value)):
            raise Wrong(f"must be {wanted}, not {describe(value)}")
        return value

    points = {"type": "number", "minimum": 0, "maximum": POINTS_RANGE.most}
    percent = {"type": "string", "pattern": PERCENT_PATTERN}
    enum = [{"type": "string", "enum": list(words)}] if words else []
    return FieldType(read, {"anyOf": [*enum, points, percent]})


def no_item_is_called(item_id: str, section: str) -> Rule:
    """Return the rule that no item has the id `item_id`, which the item of a `section` has."""

    def broken(draft: Draft) -> Iterator[Problem]:
        for item in draft.items:
            if item.id == item_id and draft.fields.get(section) is not None:
                text = f"the item with the points of {quoted(section)} has the id {quoted(item_id)}; choose another"
                yield Problem(draft.document.position((*item.address, "id")), text)

    return broken


class Mention(NamedTuple):
    """The name of a check in an item of the rubric."""

    check: str  # full name
    written: str
    item_id: str
    address: Address


class DraftItem(Struct, frozen=True, kw_only=True):
    """One item of the rubric, as far as it can be read."""

    address: Address
    fields: Mapping[str, Any]
    sources: tuple[str, ...]
    """The keys of the item that say where its points come from, even with wrong values."""
    broken: bool

    @property
    def id(self) -> str | None:
        return self.fields.get("id")

    @property
    def points(self) -> Decimal | None:
        return self.fields.get("points")

    @property
    def checks(self) -> Mapping[str, Decimal | None]:
        return self.fields.get("checks") or {}

    @property
    def name(self) -> str:
        return "this item" if self.id is None else f"the item '{self.id}'"


class Draft(Struct, frozen=True, kw_only=True):
    """A rubric file, as far as it can be read."""

    document: Document
    broken: Collection[Address]
    """The addresses of wrong values, and of every list and mapping around them."""
    assignments: Mapping[str, Assignment]
    fields: Mapping[str, Any]  # keys of the file
    items: tuple[DraftItem, ...]  # all entries of `criteria`
    mentions: tuple[Mention, ...]
    """All names of checks in file order, except short names in an item with an unreadable id."""
    folder: Path | None

    @property
    def assignment(self) -> Assignment | None:
        """The assignment of the rubric, None for an unknown one."""
        return self.assignments.get(self.fields.get("assignment") or "")


Rule: TypeAlias = Callable[[Draft], Iterator[Problem]]


class RubricKey(NamedTuple):
    """A capability's key in the rubric file: of items, or of a section."""

    kind: FieldType
    description: str
    rules: tuple[Rule, ...] = ()
    """Rules that compare the value with other places of the file."""
