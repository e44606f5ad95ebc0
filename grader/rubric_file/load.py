"""Reads the bytes of a rubric file and returns a `Rubric`, or raises with everything that is wrong with it."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

from grader.capabilities.capability import Asked
from grader.capabilities.registry import CAPABILITIES
from grader.model.rubric import Limits, Rubric, RubricItem, Scale, Share
from grader.rubric_file.named_checks import full_name, left_out_checks, left_out_notes, with_left_out
from grader.yaml_file.reader import read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from grader.model.rubric import Terms
    from grader.model.spec import Assignment, ModuleSpec

    Fields = Mapping[str, Any]
    """A mapping of the file, of which `require_right` has shown that each key has a value of the right type."""


def load_rubric(
    data: bytes,
    source: str,
    assignments: Mapping[str, Assignment],
    *,
    built_in: bool = False,
    folder: Path | None = None,
) -> Rubric:
    """
    Return the rubric in `data`, a YAML file that the user calls `source`.

    `assignments` are those that it may be for. UserError holds all problems at once. A `built_in` file is known to be
    right and not checked, which saves half of a start. Handed-out files are looked for in the rubric's `folder`.
    """
    reading = read_document(data)
    if not built_in:
        from grader.rubric_file.check import require_right

        require_right(reading, source, assignments, folder)
    assert reading.document is not None  # noqa: S101 - a right file has one
    fields = cast("Fields", reading.document.data)
    assignment = assignments[fields["assignment"]]
    criteria = tuple(map(_item, fields["criteria"]))
    left_out = left_out_checks(criteria, assignment)
    sections = tuple(
        one.section(fields[one.section_key], fields["total"], folder)
        for one in CAPABILITIES
        if one.section_key and fields.get(one.section_key) is not None
    )
    return Rubric(
        title=fields["title"],
        assignment=fields["assignment"],
        criteria=tuple(with_left_out(item, left_out) for item in criteria),
        limits=_limits(fields.get("limits") or {}, assignment.module_spec),
        sheet=fields.get("sheet", ""),
        scale=_scale(fields.get("scale")),
        allow_imports=tuple(fields.get("allow_imports") or ()),
        sections=sections,
        shortcut=fields.get("shortcut", True),
        source=source,
        sha256=_hash(data, sections),
        notes=left_out_notes(left_out),
    )


def _hash(data: bytes, sections: Iterable[Terms]) -> str:
    """Return the hash of the file, and of what `sections` have from other files."""
    parts = [data, *(text.encode() for section in sections for text in section.texts)]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


def _item(item: Fields) -> RubricItem:
    shares = item.get("checks") or {}
    capability = next((one for one in CAPABILITIES if item.get(one.item_key) not in (None, False)), None)
    asked = Asked() if capability is None else capability.asked(item[capability.item_key])
    return RubricItem(
        id=item["id"],
        title=item["title"],
        points=_points(item["points"]),
        shares=tuple(Share(check=full_name(item["id"], name), points=_points(share)) for name, share in shares.items()),
        capability="" if capability is None else capability.name,
        terms=asked.terms,
        by_hand=asked.by_hand,
        bonus=item.get("bonus", False),
    )


def _scale(fields: Fields | None) -> Scale | None:
    if fields is None:
        return None
    return Scale(to=fields["to"], decimals=int(fields["decimals"]), cap=fields.get("cap", False))


def _points(written: Decimal) -> Decimal:
    return written or Decimal(0)  # without this, reports would print "-0"


def _limits(fields: Fields, module_spec: ModuleSpec) -> Limits:
    # A limit that is left out keeps its default, also the default of a single function.
    default = Limits()
    names = {function.name for function in module_spec.functions}
    calls = {name: limit for name, limit in default.function_seconds if name in names}
    calls |= {name: float(limit) for name, limit in (fields.get("calls") or {}).items()}

    def seconds(key: str, otherwise: float) -> float:
        return float(fields[key]) if key in fields else otherwise

    return Limits(
        import_seconds=seconds("import", default.import_seconds),
        call_seconds=seconds("call", default.call_seconds),
        function_seconds=tuple(sorted(calls.items())),
        submission_seconds=seconds("submission", default.submission_seconds),
        memory_mib=int(fields.get("memory_mib", default.memory_mib)),
        source_kib=int(fields.get("source_kib", default.source_kib)),
    )
