"""What a capability is: one thing that a rubric can ask for beside checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from grader.blocks import Block
from grader.model.payload import Payload

P = TypeVar("P", bound=Payload)


class Capability(Generic[P]):
    """One thing that a rubric can ask for. A capability overrides what it does; all else stays as it is here."""

    name: ClassVar[str]
    """Its name in results, and of its folder."""
    payload: type[P]
    """The class of what it finds; `result.json` is read by it."""

    def tell(self, found: P) -> Iterator[Block]:
        """Yield what every report shows of `found`, below the item and its sentence."""
        del found
        yield from ()

    def compact(self, found: P) -> P | None:
        """Return the part of `found` that reports on a class need; all results of a class are in memory."""
        del found
        return None
