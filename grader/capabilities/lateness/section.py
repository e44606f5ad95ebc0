"""The section `late` of a rubric that is known to be right: what late work costs."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from grader.capabilities.lateness.rules import LateRules
from grader.model.instant import instant_text, parse_extension, parse_instant

if TYPE_CHECKING:
    from collections.abc import Mapping

PERCENT = re.compile(r"(?P<number>[0-9]{1,3}(?:\.[0-9]{1,2})?) ?%", re.ASCII)
HUNDRED = 100


def late_rules(fields: Mapping[str, Any], total: Decimal) -> LateRules:
    """Return the section, of which the values are known to be right; parts of the `total` become points."""
    grace, due = fields.get("grace"), fields.get("due")
    return LateRules(
        per_day=_points(fields["per_day"], total),
        cap=None if fields.get("cap") is None else _points(fields["cap"], total),
        grace=parse_extension(grace or ""),
        due=instant_text(parse_instant(due)) if due else "",
    )


def _points(written: Decimal | str, total: Decimal) -> Decimal:
    if isinstance(written, Decimal):
        return written
    found = PERCENT.fullmatch(written)
    assert found is not None  # noqa: S101 - a right file has no other text
    return Decimal(found["number"]) * total / HUNDRED
