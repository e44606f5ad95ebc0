"""What the fields of the section `late` accept: points or a part of them, lengths of time, instants."""

from __future__ import annotations

from decimal import Decimal

from grader.capabilities.lateness.section import HUNDRED, PERCENT
from grader.model.instant import DURATION, EXAMPLE, instant_text, parse_extension, parse_instant
from grader.rubric_file.document import describe
from grader.rubric_file.field_types import FieldType, Range, refusal


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
