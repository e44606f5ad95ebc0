"""
Limits how much a submission may send over all its probes: a small frame can cost a lot to read and to keep.

Together the three limits keep what a submission costs the marker below some five CPU seconds.
"""

from __future__ import annotations

from grader.sandbox.wire.frames import MalformedFrame

MAX_RECEIVED = 32 << 20
"""Bytes that all frames of one submission may take together: reading them costs our time, not its own."""
MAX_BUILT = 3_000_000
"""Units for building all values of one submission: a number or a text takes 1, a container `CONTAINER_COST`."""
CONTAINER_COST = 8
"""A list or an object takes some sixty bytes, and more of our time than a number: it counts eight times as much."""
MAX_FRAGMENTS = 20_000
"""Arrivals that complete no frame: whoever writes byte by byte makes us work more than itself."""


class Quota:
    """What one submission may still send."""

    def __init__(self, share: float = 1) -> None:
        """Start with this share of the whole quota."""
        self._received, self._built, self._fragments = share * MAX_RECEIVED, share * MAX_BUILT, share * MAX_FRAGMENTS

    @property
    def used_up(self) -> bool:
        """Whether nothing is left."""
        return min(self._received, self._built, self._fragments) < 0

    def spend(self, *, received: int = 0, built: int = 0, fragments: int = 0) -> None:
        """Spend bytes, units of building and fragments (MalformedFrame if less than that is left)."""
        self._received -= received
        self._built -= built
        self._fragments -= fragments
        if self.used_up:
            raise MalformedFrame("more than a submission may send")
