"""Late work as a capability: what a rubric says about it in its section `late`, and what it cost one student."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.capabilities.capability import Capability
from grader.model.assessment import Payload
from grader.model.result import Result
from grader.model.rubric import Rubric, Terms

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey

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


def _points(written: Decimal | str, total: Decimal) -> Decimal:
    if isinstance(written, Decimal):
        return written
    found = PERCENT.fullmatch(written)
    assert found is not None  # noqa: S101 - a right file has no other text
    return Decimal(found["number"]) * total / HUNDRED


class LateWork(Capability[Lateness]):
    """Late work costs points: an item of its own takes them off."""

    name = ITEM
    section_key = "late"
    payload = Lateness

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        from grader.capabilities.lateness.rubric_keys import KEY

        return KEY

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> LateRules:
        """Read what late work costs; parts of `total` become points."""
        del folder
        return LateRules(
            per_day=_points(fields["per_day"], total),
            cap=None if fields["cap"] is None else _points(fields["cap"], total),
            grace=fields["grace"] or "",
            due=fields["due"] or "",
        )

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Take off what the rubric and the student's times say."""
        from grader.capabilities.lateness.late_item import with_lateness

        return with_lateness(result, rubric.section(LateRules))
