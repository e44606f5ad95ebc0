"""The key `quality` of an item of the rubric."""

from __future__ import annotations

from collections.abc import Iterator

from grader.capabilities.quality.capability import KIND_TITLES
from grader.capabilities.rubric_draft import MODE, POINTS, Draft, RubricKey
from grader.model.spelling import did_you_mean, quoted
from grader.yaml_file.document import Problem
from grader.yaml_file.field_types import Key, mapping, names_to, or_nothing

QUALITY = mapping(
    "Code quality",
    "How findings in the source text cost points.",
    (
        Key("mode", MODE, "auto: the points count. suggest: a person confirms them.", "suggest"),
        Key(
            "kinds",
            or_nothing(names_to(POINTS, "numbers", propertyNames={"enum": list(KIND_TITLES)})),
            "What the findings of each kind cost together, however many they are. A kind that is left out costs a"
            " twentieth of the item's points, and 'comments' a fifth.",
            None,
        ),
    ),
)


def _known_kinds(draft: Draft) -> Iterator[Problem]:
    """Report every kind of findings that there is not, or that costs more than its item gives."""
    for item in draft.items:
        quality = item.fields.get("quality") or {}
        for kind, cost in (quality.get("kinds") or {}).items():
            address = (*item.address, "quality", "kinds", kind)
            if kind not in KIND_TITLES:
                remedy = did_you_mean(kind, KIND_TITLES, f"use one of {', '.join(KIND_TITLES)}")
                text = f"there is no kind of findings {quoted(kind)}; {remedy}"
                yield Problem(draft.document.key_position(address), text)
            elif item.points is not None and (cost or 0) > item.points:
                text = f"{quoted(kind)} costs {cost}, but {item.name} has {item.points} points; lower it"
                yield Problem(draft.document.position(address), text)


KEY = RubricKey(
    QUALITY,
    "The points are for readable code: findings in the source text cost some of them.",
    (_known_kinds,),
)
