"""The rubric as frozen values: items, shares, limits. Points are exact decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from grader.model.file_rules import FileRules
from grader.model.lateness import LateRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a submission may use. Seconds are CPU seconds."""

    import_seconds: float = 20
    call_seconds: float = 2
    function_seconds: tuple[tuple[str, float], ...] = (("minimax", 60),)
    """Limits of single functions that differ from `call_seconds`."""
    submission_seconds: float = 300
    memory_mib: int = 512
    source_kib: int = 256

    def seconds_for(self, function: str) -> float:
        """Return the CPU limit of one call of `function`."""
        return dict(self.function_seconds).get(function, self.call_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A check's part of its item's points."""

    check: str
    """``function.check``, as the assignment's table of checks names it."""
    points: Decimal


class Subject(Enum):
    """What the grader can assess beside checks; the value is its key in an item of the rubric."""

    QUALITY = "quality"
    """Findings in the source text cost points."""
    ALPHA_BETA = "alpha_beta"
    """The points are for a search that prunes its tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One item of the rubric."""

    id: str
    title: str
    points: Decimal
    shares: tuple[Share, ...] = ()
    assesses: Subject | None = None
    """What the grader assesses for this item; None for an item with checks, and for one it knows nothing about."""
    kind_costs: tuple[tuple[str, Decimal], ...] = ()
    """What kinds of findings cost, in an item for code quality; kinds that are left out cost the default."""
    by_hand: bool = False
    """A person decides about the points; until then the item is pending, neither lost nor earned."""
    bonus: bool = False
    """Earned on top of the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A second total that the sheet asks for, such as "out of 10"."""

    to: Decimal
    decimals: int
    """Digits after the decimal point; the mark is rounded half up, once, at the end."""
    cap: bool = False
    """Whether a bonus cannot lift the mark above `to`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """What a submission is graded against; the only place with points and limits."""

    title: str
    assignment: str
    criteria: tuple[Criterion, ...]
    limits: Limits
    sheet: str = ""
    """The assignment sheet that reports quote; empty for the assignment's default."""
    scale: Scale | None = None
    allow_imports: tuple[str, ...] = ()
    """Third-party modules that students may really import; any other gets a placeholder."""
    files: FileRules | None = None
    """What is demanded of the other files that are handed in; None if they are not looked at."""
    late: LateRules | None = None
    """What late work costs; None if it costs nothing."""
    shortcut: bool = True
    """Whether recursive functions may be memoized if that changes no answer; no mark depends on it."""
    source: str
    """Where it came from, as the user named it."""
    sha256: str
    notes: tuple[str, ...] = ()
    """For the author of the file: which checks it leaves out. No mark depends on them."""

    @property
    def total(self) -> Decimal:
        """Points of all items except bonus items."""
        return sum((line.points for line in self.criteria if not line.bonus), Decimal(0))

    @property
    def automatic(self) -> Decimal:
        """Points that count without a person."""
        return sum((line.points for line in self.criteria if not line.by_hand and not line.bonus), Decimal(0))
