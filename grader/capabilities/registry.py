"""
All capabilities, and their work for one submission, step by step.

A new capability is a folder beside this file, and one entry here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.assignments.exhaustive.checks import GradingSpec
from grader.blocks import Block, Widget
from grader.capabilities.alpha_beta.capability import AlphaBeta
from grader.capabilities.by_hand.capability import ByHand
from grader.capabilities.capability import Capability, Graded, Remark
from grader.capabilities.causes.capability import Causes
from grader.capabilities.hand_in.capability import HandIn
from grader.capabilities.lateness.capability import LateWork
from grader.capabilities.quality.capability import Quality
from grader.capabilities.rescue.capability import RescueOfFile
from grader.errors import HarnessFault
from grader.model.answer import Call
from grader.model.assessment import Assessment, Payload
from grader.model.reason import reason
from grader.model.result import CheckOutcome, ItemResult, Result
from grader.model.rubric import Rubric, RubricItem
from grader.model.submission import Submission
from grader.text.reasons import said

CAPABILITIES: tuple[Capability[Any], ...] = (
    *(ByHand(), Quality(), AlphaBeta(), HandIn(), Causes(), RescueOfFile()),
    LateWork(),  # the last one: it takes off no more than the others earn
)
BROUGHT_CHECKS = frozenset(check.id for one in CAPABILITIES for check in one.checks)
"""The ids of the capabilities' own checks, which are about no function."""
_BY_NAME = {one.name: one for one in CAPABILITIES}


def capability(name: str) -> Capability[Any]:
    return _BY_NAME[name]


def payload_of(name: str) -> type | None:
    return _BY_NAME[name].payload if name in _BY_NAME else None


def tell_item(item: ItemResult) -> Iterator[Block]:
    for one in CAPABILITIES:
        yield from one.tell_item(item)


def tell_found(item: ItemResult) -> Iterator[Block]:
    """Yield the blocks of an item's own capability; none for an item of checks."""
    if item.found is not None:
        yield from capability(item.capability).tell(item.found)


def tell_whole(result: Result) -> Iterator[Block]:
    for one in CAPABILITIES:
        if (found := result.found.get(one.name)) is not None:
            yield from one.tell(found)


def widgets(item: ItemResult) -> Iterator[Widget]:
    for one in CAPABILITIES:
        yield from one.widgets(item)


def remarks(item: ItemResult) -> Iterator[Remark]:
    if item.found is not None:
        yield from capability(item.capability).remarks(item.found)


def digest(item: ItemResult) -> str:
    """Return the findings of an item without checks, short enough to stand beside its points."""
    return "; ".join([*filter(None, [said(item.reasons).rstrip(".")]), *(one.digest for one in remarks(item))])


def brought_outcomes(submission: Submission, rubric: Rubric) -> dict[str, CheckOutcome]:
    return {check: outcome for one in CAPABILITIES for check, outcome in one.outcomes(submission, rubric).items()}


def recorded(rubric: Rubric, assignment: GradingSpec) -> list[Call]:
    """Return the calls that are recorded for items of `rubric` in any case."""
    asked_for = [capability(item.capability) for item in rubric.criteria if item.capability]
    return [call for one in asked_for for call in one.recorded(assignment)]


def assess(rubric: Rubric, graded: Graded) -> dict[str, Assessment]:
    """Return the assessments by the ids of their items (HarnessFault if the sandbox fails)."""
    return {item.id: _assess(item, graded) for item in rubric.criteria if item.capability}


def _assess(item: RubricItem, graded: Graded) -> Assessment:
    try:
        return capability(item.capability).assess(item, graded)
    except HarnessFault:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours in judging costs no point
        return Assessment(points=None, settled=False, reasons=(reason("not_assessed", error=type(error).__name__),))


def found(items: tuple[ItemResult, ...], graded: Graded) -> dict[str, Payload]:
    every = ((one.name, one.judge(items, graded)) for one in CAPABILITIES)
    return {name: payload for name, payload in every if payload is not None}


def notes(submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterator[str]:
    for one in CAPABILITIES:
        yield from one.notes(submission, rubric, outcomes)


def assessing_programs(rubric: Rubric) -> tuple[str, ...]:
    """Return the programs, with their versions, that decide about points of this rubric."""
    asked_for = {item.capability for item in rubric.criteria}
    return tuple(program for one in CAPABILITIES if one.name in asked_for for program in one.programs())


def completed(result: Result, rubric: Rubric) -> Result:
    """Return `result` with additions that follow from the result and its student. No code runs."""
    for one in CAPABILITIES:
        result = one.complete(result, rubric)
    return result
