"""
Makes the addresses of a student's objects independent of what the zygote did before it forked a probe.

Sets of objects are ordered by address. Python's allocator hands out again what was freed last: a zygote that has served
one request more has its free blocks in another order. So what is free is used up, and objects are made in fresh memory.
"""

from __future__ import annotations

from gc import collect
from typing import Any

SIZES = range(48, 513, 16)
"""The sizes of blocks that Python's own allocator hands out, without the two smallest."""
BYTES_HEADER = 33
"""What a bytes object takes besides its bytes."""
COUNT = 64
"""Blocks of each size: more than one request of the marker uses."""

_kept: list[Any] = []


def use_up_free_blocks() -> None:
    """Use some blocks of each size for good, those that were freed last first."""
    collect()  # empties the lists of free tuples, floats and so on, and sets the collector's counters to 0
    _kept.append([object() for _ in range(COUNT)])
    _kept.append(list(range(1_000, 1_000 + COUNT)))
    _kept.extend([bytes(size - BYTES_HEADER) for _ in range(COUNT)] for size in SIZES)
