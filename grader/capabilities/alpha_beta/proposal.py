"""What a verdict about pruning is worth, and whether it counts by itself."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from grader.capabilities.alpha_beta.report import PruningReport, PruningVerdict
from grader.model.assessment import Assessment, to_cents

ALL, HALF, NOTHING = Decimal(1), Decimal("0.5"), Decimal(0)
SETTLED: Mapping[PruningVerdict, Decimal] = MappingProxyType(
    {
        PruningVerdict.ALPHA_BETA: ALL,
        PruningVerdict.NONE: NOTHING,
        PruningVerdict.MEMO_ONLY: NOTHING,
        PruningVerdict.NOT_SEARCHED: NOTHING,
    }
)
"""The share of the points for verdicts that leave no doubt."""
PROPOSED: Mapping[PruningVerdict, Decimal | None] = MappingProxyType(
    {
        PruningVerdict.WITH_MEMO: ALL,  # nothing wrong was seen, but a table can hide what was left out
        PruningVerdict.SHALLOW_ONLY: ALL,  # sound and useful; whether it may be called alpha-beta is for a person
        PruningVerdict.FIRST_WIN_ONLY: NOTHING,  # needs no bounds, and bounds are what alpha-beta is about
        PruningVerdict.NEEDS_NO_BOUND: None,  # bounds may be used, but nothing that was seen needs them
        PruningVerdict.ROOT_ONLY: HALF,  # the idea is there, but it is not carried through
        PruningVerdict.ONE_SIDED: HALF,
        PruningVerdict.LITTLE: HALF,
        PruningVerdict.UNSOUND: HALF,  # the idea is there, with a fault in it
        PruningVerdict.NOT_OPTIMAL: HALF,
        PruningVerdict.RULES_WRONG: None,
        PruningVerdict.DEPTH_LIMITED: None,  # the values at the limit are the student's own: nobody can check a cut
        PruningVerdict.UNSEEN: None,
        PruningVerdict.NOT_RECURSIVE: None,  # guessed, not seen
        PruningVerdict.INCOMPLETE: None,
        PruningVerdict.UNCLEAR: None,
    }
)
"""The share of the points that is proposed to a person; None where nothing is known that speaks for a number."""


def assessment(report: PruningReport, points: Decimal) -> Assessment:
    """Return what `report` is worth in a line of `points`."""
    settled = report.verdict in SETTLED
    share = SETTLED[report.verdict] if settled else PROPOSED[report.verdict]
    return Assessment(
        points=None if share is None else to_cents(share * points),
        settled=settled,
        message=report.sentence,
        found=report,
    )
