"""More time for one student: until an instant, or for so many hours after the due time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from grader.model.instant import parse_instant

DURATION = re.compile(r"\+? ?(?:[0-9]{1,4} ?[a-z]{1,7} ?){1,4}", re.ASCII | re.IGNORECASE)
PART = re.compile(r"([0-9]{1,4}) ?([a-z]{1,7})", re.ASCII | re.IGNORECASE)
MINUTES = {
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 1),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 60),
    **dict.fromkeys(("d", "day", "days"), 24 * 60),
    **dict.fromkeys(("w", "week", "weeks"), 7 * 24 * 60),
}
EXPECTED = "write an instant such as 2026-09-03T23:59+02:00, or more time such as `2 days` or `48 h`"


def parse_extension(text: str) -> str:
    """
    Return `text` as an `Identity` stores it: an instant, or ``48 h``, or ``90 min``; empty for an empty text.

    ValueError, whose message says what to write, if it is neither.
    """
    text = text.strip()
    if not text:
        return ""
    if DURATION.fullmatch(text) is None:
        try:
            return parse_instant(text).isoformat()
        except ValueError as error:
            raise ValueError(f"{error}, or more time such as `2 days` or `48 h`") from None
    parts = PART.findall(text.casefold())
    if any(unit not in MINUTES for _, unit in parts):
        raise ValueError(f"no such unit of time; {EXPECTED}")
    minutes = sum(int(number) * MINUTES[unit] for number, unit in parts)
    return f"{minutes} min" if minutes % 60 else f"{minutes // 60} h"


def extended(due: datetime, extension: str) -> datetime:
    """Return until when a student with the `extension` of an `Identity` is in time, if others are until `due`."""
    parts = PART.findall(extension) if DURATION.fullmatch(extension) else []
    if parts:
        return due + timedelta(minutes=sum(int(number) * MINUTES[unit] for number, unit in parts))
    return max(due, parse_instant(extension)) if extension else due
