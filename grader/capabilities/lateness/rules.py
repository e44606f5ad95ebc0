"""Late work: what a rubric says about it in its section `late`, and what it cost one student."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

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


PERCENT = re.compile(r"(?P<number>[0-9]{1,3}(?:\.[0-9]{1,2})?) ?%", re.ASCII)
HUNDRED = 100


def late_rules(fields: Mapping[str, Any], total: Decimal) -> LateRules:
    """Return the section, of which the values are known to be right; parts of the `total` become points."""
    return LateRules(
        per_day=_points(fields["per_day"], total),
        cap=None if fields["cap"] is None else _points(fields["cap"], total),
        grace=fields["grace"] or "",
        due=fields["due"] or "",
    )


def _points(written: Decimal | str, total: Decimal) -> Decimal:
    if isinstance(written, Decimal):
        return written
    found = PERCENT.fullmatch(written)
    assert found is not None  # noqa: S101 - a right file has no other text
    return Decimal(found["number"]) * total / HUNDRED
