"""From a submission to the points that its quality earns, with everything that was found."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from grader.capabilities.quality.counted_files import CountedFile, counted_files
from grader.capabilities.quality.findings import SourceFinding, find_all
from grader.capabilities.quality.report import (
    KIND_TITLES,
    QualityFinding,
    QualityKind,
    QualityReport,
    QualityTerms,
    default_cost,
)
from grader.capabilities.quality.ruff_process import NotRated, ruff_version
from grader.model.assessment import Assessment, to_cents
from grader.model.rubric import RubricItem
from grader.model.sanitize import sanitize
from grader.model.source import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.text.number_text import count_text

SHOWN = 3
"""Findings of one kind that are shown."""


def assess_quality(submission: Submission, spec: ModuleSpec, item: RubricItem) -> Assessment:
    """
    Return the points that the submission earns in `line`, and why; no points if the findings cannot be known.

    A fault of ours or of ruff costs nothing: then a person decides, whatever the rubric says.
    """
    try:
        files = counted_files(submission)
        found = find_all(files, spec)
    except NotRated as reason:
        message = str(reason)
        return Assessment(
            points=None, settled=False, message=f"{message[0].upper()}{message[1:]}; to be marked by hand."
        )
    written = sum(_is_written(function.name, files) for function in spec.functions)
    if not written:
        return Assessment(points=Decimal(0), settled=True, message="No function is written: nothing can be rated.")
    costs = dict(item.terms.kind_costs) if isinstance(item.terms, QualityTerms) else {}
    kinds = tuple(
        _kind(kind, of_kind, costs.get(kind, default_cost(kind, item.points)), submission, spec)
        for kind in KIND_TITLES
        if (of_kind := [one for one in found if one.kind == kind])
    )
    report = QualityReport(
        tool=f"ruff {ruff_version()}",
        files=tuple(sanitize(one.file.path) for one in files),
        functions=len(spec.functions),
        written=written,
        kinds=kinds,
    )
    return Assessment(points=_points(item, report), settled=True, message=_message(report), found=report)


def _is_written(function: str, files: Sequence[CountedFile]) -> bool:
    """Return whether a function is more than a stub, or comes from somewhere else."""
    blocks = [block for one in files for block in one.outline.blocks if block.name == function]
    return any(not block.stub for block in blocks) if blocks else function in files[0].outline.names


def _kind(
    kind: str, found: Sequence[SourceFinding], cost: Decimal, submission: Submission, spec: ModuleSpec
) -> QualityKind:
    return QualityKind(
        id=kind,
        title=KIND_TITLES[kind],
        cost=cost,
        count=len(found),
        findings=tuple(
            QualityFinding(
                at=(readable_location(submission, spec.module, f"{one.file.path}:{one.row}") or "") if one.row else "",
                message=one.message,
            )
            for one in found[:SHOWN]
        ),
    )


def _points(item: RubricItem, report: QualityReport) -> Decimal:
    most = item.points * report.written / report.functions
    left = item.points - sum((kind.cost for kind in report.kinds), Decimal(0))
    return to_cents(max(min(most, left), Decimal(0)))


def _message(report: QualityReport) -> str:
    count = sum(kind.count for kind in report.kinds)
    kinds = f" of {len(report.kinds)} kinds" if len(report.kinds) > 1 else ""
    message = f"{count_text(count, 'finding')}{kinds}." if count else "Nothing was found."
    if report.written < report.functions:
        message += f" {report.written} of {report.functions} functions are written, which limits the points."
    return message
