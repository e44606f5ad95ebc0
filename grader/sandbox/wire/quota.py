"""How much a submission may send, over all its probes: a small frame can cost a lot to read and to keep."""

from __future__ import annotations

from grader.sandbox.wire.frames import MalformedFrame

MAX_RECEIVED = 32 << 20
"""Bytes that all frames of one submission may take together: reading them costs our time, not its own."""
MAX_BUILT = 4_000_000
"""What all values of one submission may cost to build: 1 for a number or a text, `BUILT` for what holds others."""
BUILT = 8


class Quota:
    """What is left."""

    def __init__(self) -> None:
        """Have all of it left."""
        self._received, self._built = MAX_RECEIVED, MAX_BUILT

    @property
    def used_up(self) -> bool:
        """Whether nothing is left."""
        return min(self._received, self._built) < 0

    def take(self, *, received: int = 0, built: int = 0) -> None:
        """Use some of it up (Garbled when that is more than there is)."""
        self._received -= received
        self._built -= built
        if self.used_up:
            raise MalformedFrame("more than a submission may send")
