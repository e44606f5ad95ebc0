"""Results as JSON."""

from __future__ import annotations

import json
from decimal import Decimal


def json_number(points: Decimal) -> int | float:
    """Return points for JSON: 7 for 7.0, 4.5 for 4.50."""
    return int(points) if points == points.to_integral_value() else float(points)


def json_text(value: object) -> str:
    """Return `value` as JSON for people and programs."""
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
