"""An instant as people and platforms write it: a date, a time and an offset from UTC."""

from __future__ import annotations

import re
from datetime import datetime, timezone

EXAMPLE = "2026-09-01T23:59+02:00"
INSTANT = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?P<time>[0-9]{2}:[0-9]{2})(?P<second>:[0-9]{2})?(?:[.,][0-9]{1,9})?"
    r" ?(?P<offset>Z|[+-][0-9]{2}:?[0-9]{2})?",
    re.ASCII | re.IGNORECASE,
)
MAX_LENGTH = 60


def parse_instant(text: str) -> datetime:
    """
    Return the instant that `text` says, to the second, with its offset.

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
    """Return `instant` for people and for files: ``2026-09-01 23:59:00 +02:00``; `parse_instant` reads it."""
    written = instant.isoformat(sep=" ", timespec="seconds")
    return f"{written[:19]} {written[19:]}"
