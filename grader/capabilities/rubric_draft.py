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

from grader.model.spec import Assignment
from grader.yaml_file.document import Address, Document, Problem
from grader.yaml_file.field_types import FieldType, Range, choice, number

POINTS_RANGE = Range(least="0", most=10_000)
POINTS = number(POINTS_RANGE)
MODE = choice("auto", "suggest")
"""Whether points count by themselves, or a person confirms them."""


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
    """Its keys."""
    sources: tuple[str, ...]
    """Its keys that say where its points come from, even if their values are wrong."""
    broken: bool
    """Whether anything in it is wrong by itself."""

    @property
    def id(self) -> str | None:
        """Its id."""
        return self.fields.get("id")

    @property
    def points(self) -> Decimal | None:
        """Its points."""
        return self.fields.get("points")

    @property
    def checks(self) -> Mapping[str, Decimal | None]:
        """Its checks with their shares."""
        return self.fields.get("checks") or {}

    @property
    def name(self) -> str:
        """The words for the item in messages."""
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
