"""Finds recursive functions whose answers can be kept without changing any, and keeps them."""

from __future__ import annotations

from .cache import Meter
from .claim import Claim
from .memoizer import Memoizer
from .reasons import Reason

__all__ = ["Claim", "Memoizer", "Meter", "Reason"]
