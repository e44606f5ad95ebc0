"""What was found about the quality of the code, by kind, and what each kind costs."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from grader.model.assessment import Payload
from grader.model.rubric import Terms

DIGEST_PLACES = 3
"""Places that a digest names for each kind of findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityTerms(Terms):
    """What a rubric says about code quality."""

    kind_costs: tuple[tuple[str, Decimal], ...] = ()
    """What kinds of findings cost; kinds that are left out cost the default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityFinding:
    """One place that could be written better."""

    at: str
    """The line, such as ``tictactoe.py:12``, as the student's editor shows it; empty if it is the whole file."""
    message: str
    """One or two sentences for the student: what is there, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityKind:
    """All findings of one kind."""

    id: str
    """One of the keys of `KIND_TITLES`."""
    title: str
    cost: Decimal
    """The points that they cost together, however many there are: one habit costs once."""
    count: int
    """How many there are."""
    findings: tuple[QualityFinding, ...]
    """The first of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityReport(Payload):
    """What was found in all files that count."""

    tool: str
    """The program that found it and its version, such as ``ruff 0.17.6``."""
    files: tuple[str, ...]
    """The files that count: the graded one and the helper modules that it imports."""
    functions: int
    """How many functions the assignment asks for."""
    written: int
    """How many of them are more than a stub."""
    kinds: tuple[QualityKind, ...] = ()
    """The kinds with findings, in the order of `KIND_TITLES`."""


KIND_TITLES = {
    "unused": "Unused imports and names",
    "shadowing": "Names that hide a builtin",
    "naming": "Names that break the conventions",
    "comparisons": "Comparisons",
    "exceptions": "Exceptions caught blindly",
    "pitfalls": "Error-prone constructs",
    "dead_code": "Code without effect",
    "commented_code": "Commented-out code",
    "debug_prints": "Leftover debugging prints",
    "todo": "Leftover TODOs",
    "complexity": "Functions that are too long or too complex",
    "layout": "Layout of lines",
    "docstrings": "Missing docstrings",
    "comments": "Few or no comments",
}
"""The kinds of findings, by the names that a rubric uses."""

LACK_OF_COMMENTS = "comments"
"""The kind with one finding at most, about all that was written."""


def default_cost(kind: str, points: Decimal) -> Decimal:
    """Return what a kind costs in an item of `points` points, if the rubric does not say it."""
    return points / (5 if kind == LACK_OF_COMMENTS else 20)
