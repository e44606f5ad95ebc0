"""What one assignment tells the shared code that asks functions on all boards and judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from grader.assignments.exhaustive.cases import CaseTable
from grader.assignments.exhaustive.cell_spelling import CellSpelling
from grader.assignments.exhaustive.check_rule import CheckRule
from grader.assignments.exhaustive.oracle import Oracle
from grader.model.spec import Assignment

SHOWN_ANSWER = "{answer}"
NO_TEXTS: Mapping[str, str] = MappingProxyType({})


class ConductText(NamedTuple):
    """The two texts of the counterexample of a check of conduct."""

    got: str
    """What came back, or `SHOWN_ANSWER` if it is the answer itself."""
    expected: str
    """What the sheet asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingSpec:
    """The cases of an assignment, its right answers, and the words of its messages."""

    assignment: Assignment
    cases: CaseTable
    oracle: Callable[[CellSpelling], Oracle]
    """Makes the oracle of one module."""
    check_rules: Mapping[str, CheckRule]
    """By check: what it judges; checks that play games or run the file have none."""
    conduct_texts: Mapping[str, ConductText]
    """By check of conduct: the texts of its counterexample, unless it is about a changed board."""
    expected_texts: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    """By check: what it asks for, unless that is the right answer as the oracle writes it."""
    counted_noun: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    """By function: what its cases are called in messages, unless that is "boards"."""
    several_answers_per_board: frozenset[str] = frozenset()
    """Functions whose right answer depends on more arguments than the board."""
    move_functions: frozenset[str] = frozenset()
    """Functions whose answers are moves."""
    readers: Sequence[str] = ()
    """Functions whose right answers tell what is on a board; that of the first one tells all of it."""
