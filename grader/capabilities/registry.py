"""The capabilities that there are. To add one: one folder beside this file, and one entry here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.blocks import Block, Widget
from grader.capabilities.alpha_beta.capability import AlphaBeta
from grader.capabilities.by_hand.capability import ByHand
from grader.capabilities.capability import Capability, Remark
from grader.capabilities.causes.capability import Causes
from grader.capabilities.hand_in.capability import HandIn
from grader.capabilities.lateness.capability import LateWork
from grader.capabilities.quality.capability import Quality
from grader.model.result import ItemResult, Result

CAPABILITIES: tuple[Capability[Any], ...] = (ByHand(), Quality(), AlphaBeta(), HandIn(), LateWork(), Causes())
BROUGHT_CHECKS = frozenset(check.id for one in CAPABILITIES for check in one.checks)
"""The ids of the checks that capabilities bring: none of them is about a function."""
_BY_NAME = {one.name: one for one in CAPABILITIES}


def capability(name: str) -> Capability[Any]:
    """Return the capability called `name` (KeyError if there is none)."""
    return _BY_NAME[name]


def payload_of(name: str) -> type | None:
    """Return the class of what the capability called `name` finds; None if there is none."""
    return _BY_NAME[name].payload if name in _BY_NAME else None


def tell_item(item: ItemResult) -> Iterator[Block]:
    """Yield what the capabilities have to say about an item."""
    for one in CAPABILITIES:
        yield from one.tell_item(item)


def tell_found(item: ItemResult) -> Iterator[Block]:
    """Yield what the capability of an item has to say about it; nothing about one of checks."""
    if item.found is not None:
        yield from capability(item.capability).tell(item.found)


def tell_whole(result: Result) -> Iterator[Block]:
    """Yield what the capabilities have to say about the whole submission."""
    for one in CAPABILITIES:
        if (found := result.found.get(one.name)) is not None:
            yield from one.tell(found)


def widgets(item: ItemResult) -> Iterator[Widget]:
    """Yield what only some formats show beside an item."""
    for one in CAPABILITIES:
        yield from one.widgets(item)


def remarks(item: ItemResult) -> Iterator[Remark]:
    """Yield what was found about lines of the code."""
    if item.found is not None:
        yield from capability(item.capability).remarks(item.found)


def digest(item: ItemResult) -> str:
    """Return what was found about an item without checks, short enough to stand beside its points."""
    return "; ".join([*filter(None, [item.message.rstrip(".")]), *(one.digest for one in remarks(item))])
