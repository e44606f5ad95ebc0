"""Collects all findings in the files of a submission, and computes the points that are left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from grader.capabilities.quality.capability import (
    KIND_TITLES,
    LACK_OF_COMMENTS,
    QualityFinding,
    QualityKind,
    QualityReport,
    QualityTerms,
    default_cost,
)
from grader.capabilities.quality.outline import CountedFile, Outline, counted_files
from grader.capabilities.quality.ruff_process import NOT_PYTHON, NotRated, RuffFinding, ruff_version, run_ruff
from grader.capabilities.quality.rules import (
    EVERY_RULE,
    RUFF_OPTIONS,
    RULES,
    Reported,
    rule_text,
    silent_blocks,
)
from grader.model.assessment import Assessment, to_cents
from grader.model.reason import Reason, reason
from grader.model.rubric import RubricItem
from grader.model.sanitize import quoted, sanitize
from grader.model.source import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile, Submission

NAME = re.compile(r"[^\W\d][\w.]*")
MAX_NAME = 40  # characters of a student's name in a sentence
NO_REMARK = re.compile(
    r"!|noqa|type:|ruff:|pylint|flake8|fmt:|isort|todo|fixme|%%|region|endregion|-\*-|///", re.IGNORECASE
)
"""The beginnings of comments for tools, and of handed-out comments."""
WORD = re.compile(r"[^\W\d_]{2}")
ABOUT_NAMES = frozenset({"naming", "shadowing"})


class SourceFinding(NamedTuple):
    kind: str
    file: SourceFile
    row: int  # counted from 1; 0 for the whole code
    why: Reason


def find_all(files: Sequence[CountedFile], spec: ModuleSpec) -> list[SourceFinding]:
    """
    Return the findings in `files`, one of a kind per line (NotRated if they cannot be known).

    A badly chosen name is told once, at its first place. Of the unused names of a line, each is told.
    """
    silent = silent_blocks(files, spec)
    found = [one for counted in files for one in _in_one_file(counted, spec, silent)]
    if lacking := _lack_of_comments(files, spec):
        # Both would be one habit.
        found = [one for one in found if one.kind != "docstrings"]
        found.append(SourceFinding(LACK_OF_COMMENTS, files[0].file, 0, lacking))
    first = {_occasion(one): one for one in reversed(found)}
    return [one for one in found if first[_occasion(one)] is one]


def _occasion(found: SourceFinding) -> tuple[object, ...]:
    """Return the key of findings of which only the first is told."""
    row = 0 if found.kind in ABOUT_NAMES else found.row
    text = rule_text((found.why,)) if found.kind in {*ABOUT_NAMES, "unused"} else ""
    return found.kind, found.file, row, text


def _in_one_file(counted: CountedFile, spec: ModuleSpec, silent: frozenset[str]) -> Iterator[SourceFinding]:
    for finding in run_ruff("\n".join(counted.lines), RUFF_OPTIONS):
        if finding.code not in RULES:
            raise NotRated(NOT_PYTHON)
        name, exempts = _name(finding, counted.lines), RULES[finding.code].exempts
        if exempts is None or not exempts(Reported(finding.row, name, counted, spec, silent)):
            yield _told(finding.code, counted.file, finding.row, name)
    for row in counted.outline.unreachable:
        yield _told("unreachable", counted.file, row, "")


def _told(code: str, file: SourceFile, row: int, name: str) -> SourceFinding:
    values = {"name": quoted(sanitize(name, MAX_NAME))} if name else {}
    return SourceFinding(EVERY_RULE[code].kind, file, row, reason(code, **values))


def _name(finding: RuffFinding, lines: Sequence[str]) -> str:
    line = lines[finding.row - 1] if finding.row <= len(lines) else ""
    match = NAME.match(line[finding.column - 1 : finding.end - 1])
    return match[0] if match else ""


def _lack_of_comments(files: Sequence[CountedFile], spec: ModuleSpec) -> Reason | None:
    if not any(_has_remark(counted.outline, spec) for counted in files):
        return reason("no_comments")
    functions = [
        (counted, block)
        for counted in files
        for block in counted.outline.blocks
        if block.is_function and not block.stub
    ]
    bare = sum(not block.docstring and not counted.has_comment(block.first, block.last) for counted, block in functions)
    return reason("few_comments", bare=bare, all=len(functions)) if 2 * bare > len(functions) else None


def _has_remark(outline: Outline, spec: ModuleSpec) -> bool:
    return any(map(_is_remark, outline.comments.values())) or any(
        block.docstring and block.docstring not in spec.handed_out.docstrings for block in outline.blocks
    )


def _is_remark(comment: str) -> bool:
    text = comment.lstrip("# ")
    return NO_REMARK.match(text) is None and WORD.search(text) is not None


SHOWN = 3  # shown findings of one kind


def assess_quality(submission: Submission, spec: ModuleSpec, item: RubricItem) -> Assessment:
    """
    Return the points of the submission for `item`, with the reasons; no points if the findings are not known.

    A fault of ours or of ruff costs nothing: then a person decides, whatever the rubric says.
    """
    try:
        files = counted_files(submission)
        found = find_all(files, spec)
    except NotRated as error:
        return Assessment(points=None, settled=False, reasons=(error.why, reason("to_be_marked")))
    written = sum(_is_written(function.name, files) for function in spec.functions)
    if not written:
        return Assessment(points=Decimal(0), settled=True, reasons=(reason("nothing_written"),))
    kinds = tuple(
        _kind(kind, of_kind, submission, spec)
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
    return priced(report, item)


def priced(report: QualityReport, item: RubricItem) -> Assessment:
    costs = dict(item.terms.kind_costs) if isinstance(item.terms, QualityTerms) else {}
    kinds = (replace(one, cost=costs.get(one.id, default_cost(one.id, item.points))) for one in report.kinds)
    found = replace(report, kinds=tuple(kinds))
    most = item.points * found.written / found.functions
    left = item.points - sum((kind.cost for kind in found.kinds), Decimal(0))
    points = to_cents(max(min(most, left), Decimal(0)))
    return Assessment(points=points, settled=True, reasons=tuple(_reasons(found)), found=found)


def _is_written(function: str, files: Sequence[CountedFile]) -> bool:
    """Return whether a function is more than a stub, or is imported."""
    blocks = [block for one in files for block in one.outline.blocks if block.name == function]
    return any(not block.stub for block in blocks) if blocks else function in files[0].outline.names


def _kind(kind: str, found: Sequence[SourceFinding], submission: Submission, spec: ModuleSpec) -> QualityKind:
    return QualityKind(
        id=kind,
        cost=Decimal(0),
        count=len(found),
        findings=tuple(
            QualityFinding(
                at=(readable_location(submission, spec.module, f"{one.file.path}:{one.row}") or "") if one.row else "",
                why=(one.why,),
            )
            for one in found[:SHOWN]
        ),
    )


def _reasons(report: QualityReport) -> Iterator[Reason]:
    count, kinds = sum(kind.count for kind in report.kinds), len(report.kinds)
    code = "nothing_found" if not count else "one_finding" if count == 1 else "findings"
    yield reason("findings_of_kinds", count=count, kinds=kinds) if kinds > 1 else reason(code, count=count)
    if report.written < report.functions:
        yield reason("functions_written", written=report.written, functions=report.functions)
