"""Reads the bytes of a rubric file into a `Rubric`, or raises with all mistakes in the file."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.capabilities.capability import Asked
from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import Draft, DraftItem, Mention
from grader.errors import UserError
from grader.model.rubric import Limits, Rubric, RubricItem, Scale, Share, Terms
from grader.model.spec import Assignment, ModuleSpec
from grader.rubric_file.rules import RULES
from grader.rubric_file.shape import DEFAULTS, RUBRIC, SOURCES
from grader.rubric_file.yaml_reader import read_document
from grader.yaml_document import Data, ValuePlace, problem_lines


def load_rubric(
    data: bytes, source: str, assignments: Mapping[str, Assignment], *, folder: Path | None = None
) -> Rubric:
    """
    Return the rubric in `data`, the YAML file that messages call `source`.

    The rubric is for one of `assignments`. Handed-out files lie in the rubric's `folder`. UserError holds all problems.
    """
    document, problems = read_document(data)
    if document is None:
        raise UserError(problem_lines(source, problems))
    top = ValuePlace(document)
    fields: Mapping[str, Any] = top.read(RUBRIC, document.data) or {}
    draft = _draft(top, fields, assignments, folder)
    broken = [problem for rule in RULES for problem in rule(draft)]
    if problems or top.problems or broken:
        raise UserError(problem_lines(source, [*problems, *top.problems, *broken]))
    assignment = assignments[fields["assignment"]]
    criteria = tuple(map(_item, fields["criteria"]))
    left_out = left_out_checks(criteria, assignment)
    sections = tuple(
        one.section(fields[one.section_key], fields["total"], folder)
        for one in CAPABILITIES
        if one.section_key and fields[one.section_key] is not None
    )
    return Rubric(
        title=fields["title"],
        assignment=fields["assignment"],
        criteria=tuple(_with_left_out(item, left_out) for item in criteria),
        limits=_limits(fields["limits"], assignment.module_spec),
        sheet=fields["sheet"],
        scale=None if fields["scale"] is None else Scale(**fields["scale"]),
        allow_imports=tuple(fields["allow_imports"] or ()),
        sections=sections,
        shortcut=fields["shortcut"],
        zero_missing=fields["zero"] is not None,
        source=source,
        sha256=_hash(data, sections),
        notes=tuple(_left_out_notes(left_out)),
    )


def _draft(
    top: ValuePlace, fields: Mapping[str, Any], assignments: Mapping[str, Assignment], folder: Path | None
) -> Draft:
    whole: Any = top.document.data
    items = tuple(
        DraftItem(
            address=("criteria", index),
            fields=item or {},
            sources=_sources(whole["criteria"][index]),
            broken=("criteria", index) in top.broken,
        )
        for index, item in enumerate(fields.get("criteria") or ())
    )
    mentions = tuple(mention for item in items for mention in _mentions(item))
    return Draft(
        document=top.document,
        broken=top.broken,
        assignments=assignments,
        fields=fields,
        items=items,
        mentions=mentions,
        folder=folder,
    )


def _sources(written: Data) -> tuple[str, ...]:
    keys = written if isinstance(written, dict) else {}
    return tuple(key for key in SOURCES if keys.get(key) not in (None, False) and (key, keys[key]) != ("checks", {}))


def _mentions(item: DraftItem) -> Iterator[Mention]:
    for written in item.checks:
        if item.id is not None or "." in written:
            name = item.id or ""
            yield Mention(full_name(name, written), written, name, (*item.address, "checks", written))


def full_name(item_id: str, written: str) -> str:
    """Return ``function.check``; a name `written` without a dot is a check of the function with the item's id."""
    return written if "." in written else f"{item_id}.{written}"


def _hash(data: bytes, sections: Iterable[Terms]) -> str:
    parts = [data, *(text.encode() for section in sections for text in section.texts)]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


def _item(item: Mapping[str, Any]) -> RubricItem:
    capability = next((one for one in CAPABILITIES if item.get(one.item_key) not in (None, False)), None)
    asked = Asked() if capability is None else capability.asked(item[capability.item_key])
    return RubricItem(
        id=item["id"],
        title=item["title"],
        points=item["points"],
        shares=tuple(
            Share(check=full_name(item["id"], name), points=share) for name, share in (item["checks"] or {}).items()
        ),
        capability="" if capability is None else capability.name,
        terms=asked.terms,
        by_hand=asked.by_hand,
        bonus=item["bonus"],
    )


def _limits(fields: Mapping[str, Any] | None, module_spec: ModuleSpec) -> Limits:
    # A default limit of one function holds beside named limits, in assignments with that function.
    names = {function.name for function in module_spec.functions}
    calls = {name: limit for name, limit in DEFAULTS.function_seconds if name in names}
    if fields is None:
        return dataclasses.replace(DEFAULTS, function_seconds=tuple(sorted(calls.items())))
    calls |= {name: limit for name, limit in (fields["calls"] or {}).items() if name in names}
    return Limits(
        import_seconds=fields["import"],
        call_seconds=fields["call"],
        function_seconds=tuple(sorted(calls.items())),
        submission_seconds=fields["submission"],
        memory_mib=fields["memory_mib"],
        source_kib=fields["source_kib"],
    )


def left_out_checks(criteria: tuple[RubricItem, ...], assignment: Assignment) -> dict[str, str | None]:
    """
    Return the checks that no item names, in the table's order, each with the id of the item that shows it.

    That item has the check's function as its id, or is the first item with another check of the function. Without such
    an item the id is None.
    """
    named = [(item.id, share.check) for item in criteria for share in item.shares]
    homes = {check.partition(".")[0]: item_id for item_id, check in reversed(named)}
    homes |= {item_id: item_id for item_id, _ in named}
    used = {check for _, check in named}
    return {entry.id: homes.get(entry.function) for entry in assignment.checks if entry.id not in used}


def _with_left_out(item: RubricItem, left_out: Mapping[str, str | None]) -> RubricItem:
    more = tuple(Share(check=check, points=Decimal(0)) for check, item_id in left_out.items() if item_id == item.id)
    return dataclasses.replace(item, shares=(*item.shares, *more))


def _left_out_notes(left_out: Mapping[str, str | None]) -> Iterator[str]:
    shown = ", ".join(check for check, item_id in left_out.items() if item_id is not None)
    hidden = ", ".join(check for check, item_id in left_out.items() if item_id is None)
    if shown:
        yield f"these checks are left out and count 0 points: {shown}; add them with points to count them"
    if hidden:
        yield (
            "these checks are left out, count 0 points and stand in no report, since no item has a check of their"
            f" function: {hidden}; add them with points to count them"
        )
