"""
A rubric file that may be wrong in places, with everything that can be read from it.

The rules look at this and not at the finished `RubricShape`, so that one misspelt key does not hide wrong sums
elsewhere. A value of the wrong type is None here; matching the shape has reported it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.capabilities.registry import CAPABILITIES
from grader.rubric_file.shape import POINTS, TOTAL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grader.model.spec import Assignment
    from grader.rubric_file.document import Address, Data, Document
    from grader.rubric_file.field_types import Range


SOURCES = ("checks", "by_hand", *(one.item_key for one in CAPABILITIES if one.item_key))
"""The keys of an item that say where its points come from, of which it has one."""
NO_SOURCES: tuple[tuple[str, Data], ...] = (*((key, None) for key in SOURCES), ("by_hand", False), ("checks", {}))
"""Keys with values that say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftItem:
    """One item of the rubric, as far as it can be read."""

    address: Address
    id: str | None
    points: Decimal | None
    checks: Mapping[str, Decimal | None] | None
    kinds: Mapping[str, Decimal | None]
    """What kinds of findings cost, in an item for code quality."""
    sources: tuple[str, ...]
    """Its keys that say where its points come from."""
    bonus: bool
    broken: bool
    """Whether matching the shape found anything wrong in it."""

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
    call_limits: tuple[str, ...]
    """The functions named in ``limits.calls``."""
    allow_imports: tuple[str | None, ...]
    files: Mapping[str, Data]
    """The demands on other files; those in which matching the shape found something wrong are left out."""
    has_late: bool
    """Whether late work costs points."""
    folder: Path | None
    """The folder of the rubric, if it is in one."""

    @property
    def assignment(self) -> Assignment | None:
        """The assignment that the rubric is for, None if there is no such assignment."""
        return None if self.assignment_id is None else self.assignments.get(self.assignment_id)


def read_draft(
    document: Document, broken: frozenset[Address], assignments: Mapping[str, Assignment], folder: Path | None = None
) -> Draft:
    """Read what can be read; `broken` are the addresses with problems of shape, and all addresses above them."""
    root = _mapping(document.data)
    criteria = root.get("criteria")
    assignment, sheet, imports = root.get("assignment"), root.get("sheet"), root.get("allow_imports")
    return Draft(
        document=document,
        assignments=assignments,
        assignment_id=assignment if isinstance(assignment, str) else None,
        sheet=sheet if isinstance(sheet, str) else None,
        total=_number(root.get("total"), TOTAL),
        items=tuple(
            _item(entry, ("criteria", index), broken)
            for index, entry in enumerate(criteria if isinstance(criteria, list) else [])
        ),
        call_limits=tuple(_mapping(_mapping(root.get("limits")).get("calls"))),
        allow_imports=tuple(
            name if isinstance(name, str) else None for name in (imports if isinstance(imports, list) else [])
        ),
        files={key: value for key, value in _mapping(root.get("files")).items() if ("files", key) not in broken},
        has_late=root.get("late") is not None,
        folder=folder,
    )


def _item(entry: Data, address: Address, broken: frozenset[Address]) -> DraftItem:
    fields = _mapping(entry)
    name, checks = fields.get("id"), fields.get("checks")
    kinds = _mapping(_mapping(fields.get("quality")).get("kinds"))
    return DraftItem(
        address=address,
        id=name if isinstance(name, str) and (*address, "id") not in broken else None,
        points=_number(fields.get("points"), POINTS),
        checks={check: _number(share, POINTS) for check, share in checks.items()} if isinstance(checks, dict) else None,
        kinds={kind: _number(cost, POINTS) for kind, cost in kinds.items()},
        sources=tuple(key for key in SOURCES if (key, fields.get(key)) not in NO_SOURCES),
        bonus=fields.get("bonus") is True,
        broken=address in broken,
    )


def _mapping(data: Data) -> dict[str, Data]:
    return data if isinstance(data, dict) else {}


def _number(data: Data, allowed: Range) -> Decimal | None:
    return data if isinstance(data, Decimal) and allowed.violation(data) is None else None
