"""The capabilities that there are. To add one: one folder beside this file, and one entry here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.blocks import Block
from grader.capabilities.alpha_beta.capability import AlphaBeta
from grader.capabilities.capability import Capability
from grader.capabilities.lateness.capability import LateWork
from grader.capabilities.quality.capability import Quality
from grader.model.result import CriterionResult

CAPABILITIES: tuple[Capability[Any], ...] = (AlphaBeta(), Quality(), LateWork())


def tell_found(item: CriterionResult) -> Iterator[Block]:
    """Yield what the capability of an item has to say about it; nothing about one of checks."""
    for one in CAPABILITIES:
        if (found := item.found_as(one.payload)) is not None:
            yield from one.tell(found)


def capability(name: str) -> Capability[Any] | None:
    """Return the capability called `name`, None if there is none."""
    return next((one for one in CAPABILITIES if one.name == name), None)
