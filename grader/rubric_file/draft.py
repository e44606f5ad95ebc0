"""Reads what can be read of a rubric file that may be wrong in places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import POINTS, Draft, DraftItem, Mention, number_in
from grader.rubric_file.named_checks import full_name
from grader.rubric_file.shape import SOURCES, TOTAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from grader.model.spec import Assignment
    from grader.yaml_file.document import Address, Data, Document


NO_SOURCES: tuple[tuple[str, Data], ...] = (*((key, no) for key in SOURCES for no in (None, False)), ("checks", {}))
"""Keys with values that say nothing."""


def read_draft(
    document: Document, broken: frozenset[Address], assignments: Mapping[str, Assignment], folder: Path | None = None
) -> Draft:
    """Read what can be read; `broken` are the addresses with problems of shape, and all addresses above them."""
    root = _mapping(document.data)
    criteria = root.get("criteria")
    assignment, sheet, imports = root.get("assignment"), root.get("sheet"), root.get("allow_imports")
    items = tuple(
        _item(entry, ("criteria", index), broken)
        for index, entry in enumerate(criteria if isinstance(criteria, list) else [])
    )
    return Draft(
        document=document,
        assignments=assignments,
        assignment_id=assignment if isinstance(assignment, str) else None,
        sheet=sheet if isinstance(sheet, str) else None,
        total=number_in(root.get("total"), TOTAL),
        items=items,
        mentions=tuple(mention for item in items for mention in _mentions(item)),
        call_limits=tuple(_mapping(_mapping(root.get("limits")).get("calls"))),
        allow_imports=tuple(
            name if isinstance(name, str) else None for name in (imports if isinstance(imports, list) else [])
        ),
        sections={
            one.section_key: {
                key: value
                for key, value in _mapping(root[one.section_key]).items()
                if (one.section_key, key) not in broken
            }
            for one in CAPABILITIES
            if one.section_key and root.get(one.section_key) is not None
        },
        folder=folder,
    )


def _item(entry: Data, address: Address, broken: frozenset[Address]) -> DraftItem:
    fields = _mapping(entry)
    name, checks = fields.get("id"), fields.get("checks")
    return DraftItem(
        address=address,
        id=name if isinstance(name, str) and (*address, "id") not in broken else None,
        points=number_in(fields.get("points"), POINTS),
        checks={check: number_in(share, POINTS) for check, share in checks.items()}
        if isinstance(checks, dict)
        else None,
        sources=tuple(key for key in SOURCES if (key, fields.get(key)) not in NO_SOURCES),
        bonus=fields.get("bonus") is True,
        broken=address in broken,
        fields=fields,
    )


def _mentions(item: DraftItem) -> Iterator[Mention]:
    for written in item.checks or ():
        if item.id is not None or "." in written:
            name = item.id or ""
            yield Mention(full_name(name, written), written, name, (*item.address, "checks", written))


def _mapping(data: Data) -> dict[str, Data]:
    return data if isinstance(data, dict) else {}
