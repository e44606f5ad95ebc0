"""More time for one student is an instant or a time; anything else is refused with what to write."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from grader.model.instant import extended, parse_extension

DUE = datetime(2026, 9, 1, 23, 59, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("text", "read", "until"),
    [
        ("", "", "2026-09-01T23:59:00+00:00"),
        ("2 days", "48 h", "2026-09-03T23:59:00+00:00"),
        ("48h", "48 h", "2026-09-03T23:59:00+00:00"),
        (" +1 Day 12 h ", "36 h", "2026-09-03T11:59:00+00:00"),
        ("90 min", "90 min", "2026-09-02T01:29:00+00:00"),
        ("1 week", "168 h", "2026-09-08T23:59:00+00:00"),
        ("2026-09-03 23:59 +02:00", "2026-09-03T23:59:00+02:00", "2026-09-03T23:59:00+02:00"),
        ("2026-08-01T00:00Z", "2026-08-01T00:00:00+00:00", "2026-09-01T23:59:00+00:00"),
    ],
)
def test_more_time_is_read(text: str, read: str, until: str) -> None:
    """What is stored reads back as the same; nobody has less time than the others."""
    assert read == parse_extension(text) == parse_extension(read)
    assert datetime.fromisoformat(until) == extended(DUE, read)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2026-09-03T23:59", "without an offset"),
        ("2026-09-03", "not a date and time"),
        ("3 fortnights", "not a date and time"),
        ("3 foo", "no such unit"),
        ("yes", "not a date and time"),
        ("2", "not a date and time"),
        ("9" * 5000, "not a date and time"),
    ],
)
def test_anything_else_is_refused(text: str, problem: str) -> None:
    """With the remedy: a date in the form of some country would be a guess."""
    with pytest.raises(ValueError, match=f"{problem}.*`48 h`"):
        parse_extension(text)
