"""The key `quality` of an item of the rubric."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from grader.capabilities.quality.report import KIND_TITLES
from grader.capabilities.rubric_draft import POINTS, Draft, Mode, Points, RubricKey, number_in
from grader.model.spelling import did_you_mean, quoted
from grader.yaml_file.document import Problem
from grader.yaml_file.field_types import Shape


class QualityShape(Shape, title="Code quality"):
    """How findings in the source text cost points."""

    mode: Mode = Field(default="suggest", description="auto: the points count. suggest: a person confirms them.")
    kinds: dict[str, Points] | None = Field(
        default=None,
        description="What the findings of each kind cost together, however many they are. A kind that is left out "
        "costs a twentieth of the item's points, and 'comments' a fifth.",
        json_schema_extra={"propertyNames": {"enum": list(KIND_TITLES)}},
    )


def _known_kinds(draft: Draft) -> Iterator[Problem]:
    """Report every kind of findings that there is not, or that costs more than its item gives."""
    for item in draft.items:
        fields = item.fields.get("quality")
        kinds = fields.get("kinds") if isinstance(fields, dict) else None
        for kind, cost in kinds.items() if isinstance(kinds, dict) else ():
            address = (*item.address, "quality", "kinds", kind)
            if kind not in KIND_TITLES:
                remedy = did_you_mean(kind, KIND_TITLES, f"use one of {', '.join(KIND_TITLES)}")
                text = f"there is no kind of findings {quoted(kind)}; {remedy}"
                yield Problem(draft.document.key_position(address), text)
            elif item.points is not None and (number_in(cost, POINTS) or 0) > item.points:
                text = f"{quoted(kind)} costs {cost}, but {item.name} has {item.points} points; lower it"
                yield Problem(draft.document.position(address), text)


KEY = RubricKey(
    QualityShape,
    "The points are for readable code: findings in the source text cost some of them.",
    (_known_kinds,),
)
