"""Points as the numbers of JSON, and as whole numbers for platforms that take no others."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from decimal import Decimal

from grader.model.rounding import half_up


def json_number(points: Decimal) -> int | float:
    """Return points for JSON: 7 for 7.0, 4.5 for 4.50."""
    return int(points) if points == points.to_integral_value() else float(points)


def json_text(value: object) -> str:
    """Return `value` as JSON for people and programs."""
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def whole(points: Decimal) -> int:
    """Return points rounded half up: 17.5 is 18, 17.49 is 17."""
    return int(half_up(points, 0))


def whole_shares(points: Sequence[Decimal], most: Sequence[int] | None = None) -> tuple[int, ...]:
    """
    Return `points`, none negative, as whole numbers that add up to their rounded sum.

    Each is rounded down. What is missing goes to those that lose most by this, one each; the first of equal ones first.
    None is lifted above its number in `most`, unless its points are more.
    """
    total = whole(sum(points, Decimal(0)))
    shares = [int(one) for one in points]
    limits = most if most is not None else [share + 1 for share in shares]
    room = [max(limit, math.ceil(one)) for limit, one in zip(limits, points, strict=True)]
    while (missing := total - sum(shares)) > 0:
        open_places = [place for place, share in enumerate(shares) if share < room[place]]
        if not open_places:
            break
        for place in sorted(open_places, key=lambda place: shares[place] - points[place])[:missing]:
            shares[place] += 1
    return tuple(shares)
