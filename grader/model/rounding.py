"""Rounding, one way for all marks and figures."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction


def half_up(exact: Fraction | Decimal, decimals: int) -> Decimal:
    """
    Return `exact`, 0 or more, rounded half up once.

    A quotient must come as a Fraction: a Decimal division has rounded already, at 28 digits.
    """
    return Decimal(math.floor(Fraction(exact) * 10**decimals + Fraction(1, 2))).scaleb(-decimals)
