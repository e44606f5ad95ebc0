"""Reads the bytes of a rubric file and returns a `Rubric`, or raises with everything that is wrong with it."""

from __future__ import annotations

import dataclasses
import hashlib
from decimal import Decimal
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.model.rubric import Criterion, Limits, Rubric, Scale, Share
from grader.rubric_file.draft import read_draft
from grader.rubric_file.messages import left_out_notes, match_shape
from grader.rubric_file.problems import problem_lines
from grader.rubric_file.rules import broken_rules, full_name
from grader.rubric_file.shape import LimitsShape
from grader.rubric_file.yaml_reader import read_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model.spec import Assignment, ModuleSpec
    from grader.rubric_file.shape import LineShape, RubricShape


def load_rubric(data: bytes, source: str, assignments: Mapping[str, Assignment]) -> Rubric:
    """
    Return the rubric in `data`, a YAML file that the user calls `source`.

    `assignments` are the assignments a rubric may be for, by id. A check that no line names counts 0 points, and
    `notes` says so: a file that was complete stays right when a newer grader has more checks. UserError holds all
    problems at once, in file order.
    """
    shape = _checked(data, source, assignments)
    assignment = assignments[shape.assignment]
    criteria = tuple(_criterion(line) for line in shape.criteria)
    left_out = _left_out(criteria, assignment)
    return Rubric(
        title=shape.title,
        assignment=shape.assignment,
        criteria=tuple(_with_left_out(line, left_out) for line in criteria),
        limits=_limits(shape.limits or LimitsShape(), assignment.module_spec),
        scale=None if shape.scale is None else Scale(to=shape.scale.to, decimals=shape.scale.decimals),
        allow_imports=tuple(shape.allow_imports or ()),
        shortcut=shape.shortcut,
        source=source,
        sha256=hashlib.sha256(data).hexdigest(),
        notes=left_out_notes(left_out),
    )


def _checked(data: bytes, source: str, assignments: Mapping[str, Assignment]) -> RubricShape:
    document, problems = read_document(data)
    if document is None:
        raise UserError(problem_lines(source, problems))
    match = match_shape(document)
    broken = broken_rules(read_draft(document, match.broken, assignments))
    if match.shape is None or problems or broken:
        raise UserError(problem_lines(source, [*problems, *match.problems, *broken]))
    return match.shape


def _criterion(line: LineShape) -> Criterion:
    checks = line.checks or {}
    return Criterion(
        id=line.id,
        title=line.title,
        points=line.points,
        shares=tuple(Share(check=full_name(line.id, name), points=share) for name, share in checks.items()),
        by_hand=line.by_hand,
        bonus=line.bonus,
    )


def _left_out(criteria: tuple[Criterion, ...], assignment: Assignment) -> dict[str, str | None]:
    """
    Return the checks that no line names, in the catalogue's order, each with the id of the line that shows it.

    That is the line whose id is the check's function, else the first line with another check of this function; None
    if there is neither.
    """
    named = [(line.id, share.check) for line in criteria for share in line.shares]
    homes = {check.partition(".")[0]: line_id for line_id, check in reversed(named)}
    homes |= {line_id: line_id for line_id, _ in named}
    used = {check for _, check in named}
    return {entry.id: homes.get(entry.function) for entry in assignment.catalogue if entry.id not in used}


def _with_left_out(line: Criterion, left_out: Mapping[str, str | None]) -> Criterion:
    more = tuple(Share(check=check, points=Decimal(0)) for check, line_id in left_out.items() if line_id == line.id)
    return dataclasses.replace(line, shares=(*line.shares, *more))


def _limits(shape: LimitsShape, module_spec: ModuleSpec) -> Limits:
    # A limit that is left out keeps its default, also the default of a single function.
    names = {function.name for function in module_spec.functions}
    calls = {name: limit for name, limit in Limits().function_seconds if name in names} | (shape.calls or {})
    return Limits(
        import_seconds=shape.import_,
        call_seconds=shape.call,
        function_seconds=tuple(sorted(calls.items())),
        submission_seconds=shape.submission,
        memory_mib=shape.memory_mib,
        source_kib=shape.source_kib,
    )
