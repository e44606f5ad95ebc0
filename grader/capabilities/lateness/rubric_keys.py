"""The section `late` of a rubric as a person writes it: points or parts of them, lengths of time, instants."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from grader.capabilities.lateness.capability import HUNDRED, ITEM, PERCENT
from grader.capabilities.rubric_draft import POINTS_RANGE, Draft, RubricKey
from grader.model.instant import DURATION, EXAMPLE, instant_text, parse_extension, parse_instant
from grader.model.spelling import quoted
from grader.yaml_file.document import Problem, describe
from grader.yaml_file.field_types import FieldType, Key, Place, Wrong, mapping, or_nothing


def _points_or_percent(value: object, _place: Place) -> Decimal | str:
    if isinstance(value, Decimal):
        return POINTS_RANGE.check(value)
    found = PERCENT.fullmatch(value) if isinstance(value, str) else None
    if found is None or Decimal(found["number"]) > HUNDRED:
        raise Wrong(f"must be points, or a part of the total such as '10 %', not {describe(value)}")
    return found[0]


def _duration(value: object, _place: Place) -> str:
    if not isinstance(value, str) or DURATION.fullmatch(value) is None:
        raise Wrong(f"must be a length of time, such as '15 min' or '2 h', not {describe(value)}")
    try:
        return parse_extension(value)
    except ValueError as error:
        raise Wrong(f"is wrong: {error}") from None


def _instant(value: object, _place: Place) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a date and time, such as {EXAMPLE}, not {describe(value)}")
    try:
        return instant_text(parse_instant(value))
    except ValueError as error:
        raise Wrong(f"is wrong: {error}") from None


PERCENT_SCHEMA = {"type": "string", "pattern": f"^{PERCENT.pattern.replace('?P<number>', '')}$"}
POINTS_SCHEMA = {"type": "number", "minimum": 0, "maximum": POINTS_RANGE.most}
POINTS_OR_PERCENT = FieldType(_points_or_percent, {"anyOf": [POINTS_SCHEMA, PERCENT_SCHEMA]})
LATE = mapping(
    "Late work",
    "What late work costs: an item of its own, with the reason, whenever points are taken off.",
    (
        Key(
            "per_day",
            POINTS_OR_PERCENT,
            "Taken off for each day that has begun: points, or a part of the total such as '10 %'.",
        ),
        Key(
            "cap",
            or_nothing(POINTS_OR_PERCENT),
            "The most that is taken off, as in 'per_day'; without it the mark can go down to 0.",
            None,
        ),
        Key(
            "grace",
            or_nothing(FieldType(_duration, {"type": "string"})),
            "How much later still costs nothing, such as '15 min'.",
            None,
        ),
        Key(
            "due",
            or_nothing(FieldType(_instant, {"type": "string"})),
            "Until when work is in time, such as 2026-09-01T23:59+02:00. '--deadline' on the command line stands above"
            " it.",
            None,
        ),
    ),
)


def _no_item_is_called_like_the_late_one(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        if item.id == ITEM and draft.fields.get("late") is not None:
            text = f"the item with the points for late work has the id {quoted(ITEM)}; choose another"
            yield Problem(draft.document.position((*item.address, "id")), text)


KEY = RubricKey(LATE, "What late work costs. Without it, nothing.", (_no_item_is_called_like_the_late_one,))
