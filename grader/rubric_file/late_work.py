"""The section `late` of a rubric: what late work costs."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from grader.model.extension import DURATION, parse_extension
from grader.model.instant import EXAMPLE, instant_text, parse_instant
from grader.model.lateness import LateRules
from grader.rubric_file.document import describe
from grader.rubric_file.field_types import FieldType, Range, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

PERCENT = re.compile(r"(?P<number>[0-9]{1,3}(?:\.[0-9]{1,2})?) ?%", re.ASCII)
HUNDRED = 100


def points_or_percent(allowed: Range) -> FieldType:
    """Return points in the range `allowed`, or a text such as ``10 %``."""

    def read(value: object) -> object:
        if isinstance(value, Decimal):
            return allowed.check(value)
        found = PERCENT.fullmatch(value) if isinstance(value, str) else None
        if found is None or Decimal(found["number"]) > HUNDRED:
            raise refusal(f"must be points, or a part of the total such as '10 %', not {describe(value)}")
        return value

    text = {"type": "string", "pattern": f"^{PERCENT.pattern.replace('?P<number>', '')}$"}
    return FieldType(read, {"anyOf": [{"type": "number", "minimum": 0, "maximum": allowed.most}, text]})


def duration() -> FieldType:
    """Return a length of time, such as ``15 min``."""

    def read(value: object) -> str:
        if not isinstance(value, str) or DURATION.fullmatch(value) is None:
            raise refusal(f"must be a length of time, such as '15 min' or '2 h', not {describe(value)}")
        try:
            return parse_extension(value)
        except ValueError as error:
            raise refusal(f"is wrong: {error}") from None

    return FieldType(read, {"type": "string"})


def instant() -> FieldType:
    """Return a date and a time with its offset."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise refusal(f"must be a date and time, such as {EXAMPLE}, not {describe(value)}")
        try:
            return instant_text(parse_instant(value))
        except ValueError as error:
            raise refusal(f"is wrong: {error}") from None

    return FieldType(read, {"type": "string"})


def late_rules(fields: Mapping[str, Any] | None, total: Decimal) -> LateRules | None:
    """Return the section, of which the values are known to be right; parts of the `total` become points."""
    if fields is None:
        return None
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
