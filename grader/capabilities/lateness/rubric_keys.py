"""The section `late` of a rubric as a person writes it: points or parts of them, lengths of time, instants."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from grader.capabilities.lateness.rules import HUNDRED, ITEM, PERCENT
from grader.capabilities.rubric_draft import POINTS, Draft, RubricKey
from grader.model.instant import DURATION, EXAMPLE, instant_text, parse_extension, parse_instant
from grader.model.spelling import quoted
from grader.yaml_file.document import Problem, describe
from grader.yaml_file.field_types import FieldType, Range, Shape, refusal


def _points_or_percent(allowed: Range) -> FieldType:
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


def _duration() -> FieldType:
    """Return a length of time, such as ``15 min``."""

    def read(value: object) -> str:
        if not isinstance(value, str) or DURATION.fullmatch(value) is None:
            raise refusal(f"must be a length of time, such as '15 min' or '2 h', not {describe(value)}")
        try:
            return parse_extension(value)
        except ValueError as error:
            raise refusal(f"is wrong: {error}") from None

    return FieldType(read, {"type": "string"})


def _instant() -> FieldType:
    """Return a date and a time with its offset."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise refusal(f"must be a date and time, such as {EXAMPLE}, not {describe(value)}")
        try:
            return instant_text(parse_instant(value))
        except ValueError as error:
            raise refusal(f"is wrong: {error}") from None

    return FieldType(read, {"type": "string"})


PointsOrPercent = Annotated[Decimal | str, _points_or_percent(POINTS)]
Duration = Annotated[str, _duration()]
Instant = Annotated[str, _instant()]


class LateShape(Shape, title="Late work"):
    """What late work costs: an item of its own, with the reason, whenever points are taken off."""

    per_day: PointsOrPercent = Field(
        description="Taken off for each day that has begun: points, or a part of the total such as '10 %'."
    )
    cap: PointsOrPercent | None = Field(
        default=None, description="The most that is taken off, as in 'per_day'; without it the mark can go down to 0."
    )
    grace: Duration | None = Field(default=None, description="How much later still costs nothing, such as '15 min'.")
    due: Instant | None = Field(
        default=None,
        description="Until when work is in time, such as 2026-09-01T23:59+02:00. '--deadline' on the command line "
        "stands above it.",
    )


def _no_item_is_called_like_the_late_one(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        if item.id == ITEM and "late" in draft.sections:
            text = f"the item with the points for late work has the id {quoted(ITEM)}; choose another"
            yield Problem(draft.document.position((*item.address, "id")), text)


KEY = RubricKey(
    LateShape,
    "What late work costs. Without it, nothing.",
    (_no_item_is_called_like_the_late_one,),
)
