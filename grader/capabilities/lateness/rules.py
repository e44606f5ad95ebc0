"""Late work: what a rubric says about it, and what it cost one student."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from grader.model.assessment import Payload
from grader.model.rubric import Terms

ITEM = "lateness"
"""The id of the item with the points that are taken off; no other item of such a rubric has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRules(Terms):
    """What late work costs."""

    per_day: Decimal
    """Points for each day that has begun."""
    cap: Decimal | None = None
    """The most that is taken off; without it the mark can go down to 0."""
    grace: str = ""
    """How much later still counts as in time, such as ``15 min``."""
    due: str = ""
    """An instant; empty if the command line has to say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness(Payload):
    """Why the points of an item were taken off."""

    due: str
    """Until when this student was in time, with the extension and without the grace: an instant."""
    submitted_at: str
    """An instant; empty if only the platform's word is known."""
