"""
A rubric file that may be wrong in places, with everything that can be read from it.

Rules look at this and not at a finished rubric, so that one misspelt key does not hide wrong sums elsewhere. What is
wrong by itself is None here, and has been reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

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
    """Return points, a part such as ``10 %`` of what `of` names, or one of `words`; `points_of` makes points of it."""
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
    """Return the rule that no item has the id of that with the points of a `section`."""

    def broken(draft: Draft) -> Iterator[Problem]:
        for item in draft.items:
            if item.id == item_id and draft.fields.get(section) is not None:
                text = f"the item with the points of {quoted(section)} has the id {quoted(item_id)}; choose another"
                yield Problem(draft.document.position((*item.address, "id")), text)

    return broken


class Mention(NamedTuple):
    """The name of a check in an item of the rubric."""

    check: str
    """The name in full."""
    written: str
    item_id: str
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftItem:
    """One item of the rubric, as far as it can be read."""

    address: Address
    fields: Mapping[str, Any]
    sources: tuple[str, ...]
    """Its keys that say where its points come from, even if their values are wrong."""
    broken: bool
    """Whether anything in it is wrong by itself."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A rubric file, as far as it can be read."""

    document: Document
    broken: Collection[Address]
    """The addresses of what is wrong by itself, and of every list and mapping around it."""
    assignments: Mapping[str, Assignment]
    fields: Mapping[str, Any]
    """The keys of the file."""
    items: tuple[DraftItem, ...]
    """All entries of `criteria`."""
    mentions: tuple[Mention, ...]
    """The name of every check in file order, except names that need the id of an item whose id is unreadable."""
    folder: Path | None
    """The folder of the rubric, if it is in one."""

    @property
    def assignment(self) -> Assignment | None:
        """The assignment that the rubric is for, None if there is no such assignment."""
        return self.assignments.get(self.fields.get("assignment") or "")


Rule: TypeAlias = Callable[[Draft], Iterator[Problem]]


class RubricKey(NamedTuple):
    """What a capability brings to the rubric file: a key of items, or of a section."""

    kind: FieldType
    """Its value."""
    description: str
    """What it means, for editors and for messages about a file."""
    rules: tuple[Rule, ...] = ()
    """What its values have to fit elsewhere in the file."""
