"""What distinguishes one assignment from another when its functions are asked on all boards and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from grader.assignments.exhaustive.cases import CaseTable
from grader.assignments.exhaustive.cell_spelling import CellSpelling
from grader.assignments.exhaustive.oracle import Oracle
from grader.model.spec import Assignment

NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class ConductText(NamedTuple):
    """What the counterexample of a check of conduct says."""

    got: str
    """What came back; ``{answer}`` stands for the answer."""
    expected: str
    """What the sheet asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingSpec:
    """The cases of an assignment, its right answers, and the words that its findings use."""

    assignment: Assignment
    cases: CaseTable
    oracle: Callable[[CellSpelling], Oracle]
    """Makes the oracle of one module."""
    conduct_texts: Mapping[str, ConductText]
    """By check of conduct: the words of its counterexample, where it is not about a changed board."""
    expected_texts: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    """By check: what it asks for, where that is not the right answer as the oracle writes it."""
    counted_noun: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    """By function: what its cases are called in messages, where that is not "boards"."""
    several_answers_per_board: frozenset[str] = frozenset()
    """Functions whose right answer depends on more arguments than the board."""
    move_functions: frozenset[str] = frozenset()
    """Functions whose answers are moves."""
