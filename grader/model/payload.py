"""What a capability found; each capability has a class of its own for it, a frozen dataclass."""

from __future__ import annotations


class Payload:
    """What a capability found about an item of the rubric."""

    __slots__ = ()
