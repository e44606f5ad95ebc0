"""The capabilities that there are. To add one: one folder beside this file, and one entry here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.blocks import Block
from grader.capabilities.alpha_beta.capability import AlphaBeta
from grader.capabilities.capability import Capability
from grader.capabilities.causes.capability import Causes
from grader.capabilities.hand_in.capability import HandIn
from grader.capabilities.lateness.capability import LateWork
from grader.capabilities.quality.capability import Quality
from grader.model.result import ItemResult

CAPABILITIES: tuple[Capability[Any], ...] = (Quality(), AlphaBeta(), HandIn(), LateWork(), Causes())
_BY_NAME = {one.name: one for one in CAPABILITIES}


def capability(name: str) -> Capability[Any]:
    """Return the capability called `name` (KeyError if there is none)."""
    return _BY_NAME[name]


def payload_of(name: str) -> type | None:
    """Return the class of what the capability called `name` finds; None if there is none."""
    return _BY_NAME[name].payload if name in _BY_NAME else None


def tell_found(item: ItemResult) -> Iterator[Block]:
    """Yield what the capability of an item has to say about it; nothing about one of checks."""
    if item.found is not None:
        yield from capability(item.capability).tell(item.found)
