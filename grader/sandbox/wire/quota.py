"""Limits how much a submission may send over all its probes: a small frame can cost a lot to read and to keep."""

from __future__ import annotations

from grader.sandbox.wire.frames import MalformedFrame

MAX_RECEIVED = 32 << 20
"""Bytes that all frames of one submission may take together: reading them costs our time, not its own."""
MAX_BUILT = 4_000_000
"""Units for building all values of one submission: a number or a text takes 1, a container `CONTAINER_COST`."""
CONTAINER_COST = 8
"""A list or an object takes some sixty bytes, and more of our time than a number: it counts eight times as much."""


class Quota:
    """What one submission may still send."""

    def __init__(self) -> None:
        """Start with the whole quota."""
        self._received, self._built = MAX_RECEIVED, MAX_BUILT

    @property
    def used_up(self) -> bool:
        """Whether nothing is left."""
        return min(self._received, self._built) < 0

    def spend(self, *, received: int = 0, built: int = 0) -> None:
        """Spend `received` bytes and `built` units of building (MalformedFrame if less than that is left)."""
        self._received -= received
        self._built -= built
        if self.used_up:
            raise MalformedFrame("more than a submission may send")
