"""What failed for one reason, causes before consequences."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from msgspec import Struct

from grader.model.assessment import Payload
from grader.model.reason import Said
from grader.model.rubric import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryForward(Terms):
    """What becomes of points that were lost because another function is wrong."""

    on: bool = True
    """Whether it is found out which these are."""
    most: Decimal = Decimal(0)
    """The most points that are given back."""

    @property
    def question(self) -> str:
        """Nothing by default; more is asked if anything is given back."""
        return ("what may be given back" if self.most else "") if self.on else "no causes"


class Cause(Struct, frozen=True, kw_only=True):
    """Functions from which failures of others follow: with right ones in their place these checks pass."""

    functions: tuple[str, ...]
    """The fewest that must be right, in the order of the assignment."""
    checks: tuple[str, ...]
    """Failed checks of other functions, in the order of the table."""
    relying: tuple[str, ...] = ()
    """Functions that must change with these, though they pass all checks: they rely on the wrong answers."""


class OwnMistake(Struct, frozen=True, kw_only=True):
    """A known mistake of a function that shows elsewhere than in its answers, or stays with right helpers."""

    checks: tuple[str, ...]
    """Failed checks of the function that fail by the mistake."""
    mistake: Said


class Finding(Struct, frozen=True, kw_only=True):
    """Checks that failed for one reason, and what follows from that."""

    checks: tuple[str, ...]
    """Their ids, in the order of the rubric."""
    whole: Said = ()
    """How every call of their functions fails; empty if what the first of them says is true of all."""
    has_example: bool = True
    """Whether the counterexample of the first of them says more."""
    cause: Cause | None = None
    """The evidence for `following`."""
    following: tuple[Finding, ...] = ()
    """Failures of other functions that follow from it, and what could not be judged because of them."""
    unjudged: tuple[Finding, ...] = ()
    """Checks of the same function that could not be judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings(Payload):
    """All failed checks of a submission, each in one finding."""

    causes: tuple[Cause, ...] = ()
    """In the order of the assignment."""
    own: tuple[OwnMistake, ...] = ()
    findings: tuple[Finding, ...] = ()
    """In the order of the rubric, but consequences under their cause."""
    restorable: tuple[str, ...] = ()
    """Ids of checks whose points a rubric gives back, since they are lost only because another function is wrong."""
