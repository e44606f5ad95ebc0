"""
How an assignment of this game is proved: every function is asked everything, judged against the table, and told about.

An assignment says what is asked and what is right (`Proof`); its checks say which part of it each of them is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from grader.assignments.exhaustive.cases import Questions
from grader.assignments.exhaustive.oracle import Truth
from grader.assignments.exhaustive.value_text import CellSpelling
from grader.model.spec import Assignment

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What is special about one assignment."""

    assignment: Assignment
    questions: Questions
    truth: Callable[[CellSpelling], Truth]
    says: Mapping[str, tuple[str, str]]
    """By check of manner: what came back, ``{answer}`` standing for it, and what is asked for."""
    asks: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """By check: what is asked for, where that is not one right answer."""
    nouns: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """By function: what is counted, where it is not boards."""
    many: frozenset[str] = frozenset()
    """Functions with more than one right answer to a board: the call says which is meant."""
    plays: frozenset[str] = frozenset()
    """Functions whose answers are moves."""
