"""Late work as a capability."""

from __future__ import annotations

from grader.capabilities.capability import Capability
from grader.model.lateness import ITEM, Lateness


class LateWork(Capability[Lateness]):
    """Late work costs points: an item of its own takes them off."""

    name = ITEM
    payload = Lateness
