"""Rubrics that ask what another one asks, and give other points."""

from __future__ import annotations

import dataclasses

from msgspec import structs

from grader.capabilities.quality.capability import QualityTerms
from grader.model.rubric import Rubric, RubricItem


def doubled(rubric: Rubric) -> Rubric:
    """Return `rubric` with twice the points for everything, without a second scale, and with other titles."""
    return dataclasses.replace(
        rubric, title="Twice", criteria=tuple(map(_doubled, rubric.criteria)), scale=None, sha256="2" * 64
    )


def _doubled(item: RubricItem) -> RubricItem:
    terms = item.terms
    if isinstance(terms, QualityTerms):
        terms = QualityTerms(kind_costs=tuple((kind, 2 * cost) for kind, cost in terms.kind_costs))
    return dataclasses.replace(
        item,
        title=f"{item.title}, twice",
        points=2 * item.points,
        shares=tuple(structs.replace(one, points=2 * one.points) for one in item.shares),
        terms=terms,
    )
