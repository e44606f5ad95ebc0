"""The rubric as frozen values: items, shares, limits. Points are exact decimals."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeVar

from msgspec import Struct

from grader.model.spec import Assignment, CheckEntry
from grader.model.submission import WantedFiles


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
        return dict(self.function_seconds).get(function, self.call_seconds)


class Share(Struct, frozen=True, kw_only=True):
    """A check's part of its item's points."""

    check: str
    """``function.check``, as the assignment's table of checks names it."""
    points: Decimal


class Terms:
    """A rubric's terms for one capability, in an item or in a section of its own: a frozen dataclass."""

    __slots__ = ()

    @property
    def checks(self) -> tuple[CheckEntry, ...]:
        """The checks that are made beside those of the assignment."""
        return ()

    @property
    def question(self) -> str:
        """The question that these terms add for the submission; empty if they only set what things are worth."""
        return repr(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """Texts read from other files than the rubric: a part of its hash."""
        return ()


PERCENT_PATTERN = r"^([0-9]{1,3}(?:\.[0-9]{1,2})?) ?%$"
PERCENT = re.compile(PERCENT_PATTERN[1:-1], re.ASCII)
HUNDRED = 100


def is_percent(text: str) -> bool:
    """Tell whether `text` is a part of a whole, such as ``10 %``."""
    found = PERCENT.fullmatch(text)
    return found is not None and Decimal(found[1]) <= HUNDRED


def points_of(written: Decimal | str, whole: Decimal) -> Decimal:
    """Return the points in a rubric: points, or a part of the `whole` such as ``10 %``."""
    return written if isinstance(written, Decimal) else Decimal(written.rstrip(" %")) * whole / HUNDRED


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricItem:
    id: str
    title: str
    points: Decimal
    shares: tuple[Share, ...] = ()
    capability: str = ""
    """The capability that gives the points; empty for an item with checks."""
    terms: Terms | None = None
    by_hand: bool = False
    """A person decides about the points; until then the item is pending, neither lost nor earned."""
    bonus: bool = False
    """Earned on top of the total."""


class Scale(Struct, frozen=True, kw_only=True):
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
    criteria: tuple[RubricItem, ...]
    limits: Limits
    sheet: str = ""
    """The assignment sheet that reports quote; empty for the assignment's default."""
    scale: Scale | None = None
    allow_imports: tuple[str, ...] = ()
    """Third-party modules that students may really import; any other gets a placeholder."""
    sections: tuple[Terms, ...] = ()
    """The rubric's terms for capabilities beside items."""
    shortcut: bool = True
    """Whether recursive functions may be memoized if that changes no answer; no mark depends on it."""
    zero_missing: bool = False
    """Whether an export enters 0 for students who handed in nothing."""
    source: str
    """Where the rubric came from, as the user named it."""
    sha256: str
    notes: tuple[str, ...] = ()
    """For the author of the file: the checks that it leaves out. No mark depends on them."""
    only: frozenset[str] = frozenset()
    """The functions that are asked, as if the file had no others; empty for all functions."""

    def restricted_to(self, functions: frozenset[str]) -> Rubric:
        """Return the rubric with the checks of `functions` only, and without the points of other checks."""
        criteria = []
        for item in self.criteria:
            shares = tuple(one for one in item.shares if one.check.partition(".")[0] in functions)
            if shares:
                points = sum((one.points for one in shares), Decimal(0))
                criteria.append(replace(item, shares=shares, points=points))
        return replace(self, criteria=tuple(criteria), scale=None, sections=(), only=functions)

    @property
    def question(self) -> str:
        """
        The rubric's questions to a submission: a result by one rubric fits every rubric with the same questions.

        Such rubrics have the same checks in the same order; points, titles, items, late work and the scale may differ.
        """
        asked = (
            (self.assignment, self.sheet, self.limits, self.allow_imports, sorted(self.only)),
            [share.check for item in self.criteria for share in item.shares],
            [
                (item.capability, item.by_hand, item.terms and item.terms.question)
                for item in self.criteria
                if item.capability
            ],
            [section.question for section in self.sections if section.question],
        )
        return repr(asked)

    @property
    def total(self) -> Decimal:
        """Points of all items except bonus items."""
        return sum((item.points for item in self.criteria if not item.bonus), Decimal(0))

    @property
    def automatic(self) -> Decimal:
        """Points that count without a person."""
        return sum((item.points for item in self.criteria if not item.by_hand and not item.bonus), Decimal(0))

    @property
    def wanted_files(self) -> WantedFiles | None:
        """The section that names the other files of a student that matter; None without such a section."""
        return next((one for one in self.sections if isinstance(one, WantedFiles)), None)

    def section(self, kind: type[T]) -> T | None:
        """Return the section of class `kind`, the class of one capability; None if the rubric has no such section."""
        return next((one for one in self.sections if isinstance(one, kind)), None)

    def with_section(self, kind: type[Terms], section: Terms | None) -> Rubric:
        """Return the rubric with `section` as its section of class `kind`; None removes the section."""
        others = tuple(one for one in self.sections if not isinstance(one, kind))
        return replace(self, sections=(*others, *([] if section is None else [section])))

    def check_entry(self, assignment: Assignment, check_id: str) -> CheckEntry:
        """Return a check of the assignment, or a check that a section adds (KeyError if there is none)."""
        brought = (entry for section in self.sections for entry in section.checks)
        return next((entry for entry in brought if entry.id == check_id), None) or assignment.check(check_id)
