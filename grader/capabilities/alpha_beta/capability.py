"""Alpha-beta pruning as a capability."""

from __future__ import annotations

from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.capability import Capability


class AlphaBeta(Capability[PruningReport]):
    """An item's points are for a search that prunes its tree."""

    name = "alpha_beta"
    payload = PruningReport
