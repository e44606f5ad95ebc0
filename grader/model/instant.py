"""Instants as people and platforms write them, and extensions for one student: until an instant, or for some hours."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

EXAMPLE = "2026-09-01T23:59+02:00"
INSTANT = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?P<time>[0-9]{2}:[0-9]{2})(?P<second>:[0-9]{2})?(?:[.,][0-9]{1,9})?"
    r" ?(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2})?",
    re.ASCII | re.IGNORECASE,
)
MAX_LENGTH = 60


def parse_instant(text: str) -> datetime:
    """
    Return the instant in `text`, to the second, with its offset.

    ValueError, whose message says what to write, for any other text. A time without an offset is refused: the grader
    does not guess the time zone.
    """
    found = INSTANT.fullmatch(text.strip()) if len(text) <= MAX_LENGTH else None
    if found is None:
        raise ValueError(f"not a date and time; write it like {EXAMPLE}")
    if found["offset"] is None:
        raise ValueError(f"without an offset from UTC; write it like {EXAMPLE}, or with Z for UTC")
    offset = "+00:00" if found["offset"] in "Zz" else found["offset"]
    offset = offset if ":" in offset else f"{offset[:3]}:{offset[3:]}"
    try:
        instant = datetime.fromisoformat(f"{found['day']}T{found['time']}{found['second'] or ':00'}{offset}")
        instant.astimezone(timezone.utc)  # OverflowError at the ends of the calendar
    except (ValueError, OverflowError):
        raise ValueError(f"there is no such date and time; write it like {EXAMPLE}") from None
    return instant


def instant_text(instant: datetime) -> str:
    """Return `instant` for people and for files: ``2026-09-01 23:59:00 +02:00``; `parse_instant` reads this text."""
    written = instant.isoformat(sep=" ", timespec="seconds")
    return f"{written[:19]} {written[19:]}"


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
    """Return an `Identity`'s extension: an instant, ``48 h``, ``90 min`` or nothing (ValueError with advice)."""
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
    """Return a student's due time: `due` for the class, later with the `extension` of an `Identity`."""
    parts = PART.findall(extension) if DURATION.fullmatch(extension) else []
    if parts:
        return due + timedelta(minutes=sum(int(number) * MINUTES[unit] for number, unit in parts))
    return max(due, parse_instant(extension)) if extension else due
