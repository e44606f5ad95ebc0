"""Instants and extensions are read as people and platforms write them, and never guessed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.instant import extended, instant_text, parse_extension, parse_instant

OFFSETS = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.datetimes(datetime(1970, 1, 3), datetime(2200, 1, 1), timezones=OFFSETS)  # noqa: DTZ001 - the bounds


@pytest.mark.parametrize(
    "text",
    [
        "2026-09-01T23:59+02:00",
        "2026-09-01 23:59:00 +0200",
        "2026-09-01t21:59z",
        "2026-09-01 21:59:00.365935000 Z",
        " 2026-09-01T14:59:00.365935-07:00 ",
    ],
)
def test_one_instant_can_be_written_in_many_ways(text: str) -> None:
    """Dates of people, of Gradescope's two files, and of git."""
    assert parse_instant("2026-09-01T21:59:00Z") == parse_instant(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("tomorrow", "not a date"),
        ("2026-09-01", "not a date"),
        ("2026-09-01T23:59", "without an offset"),
        ("2026-02-30T23:59Z", "no such date"),
        ("2026-09-01T24:59Z", "no such date"),
        ("2026-09-01T23:59+99:00", "no such date"),
        ("0001-01-01T00:00+14:00", "no such date"),
        ("٢٠٢٦-09-01T23:59Z", "not a date"),
        ("2" * 10_000, "not a date"),
    ],
)
def test_what_is_no_instant_is_refused_with_an_example(text: str, problem: str) -> None:
    """The message says what to write."""
    with pytest.raises(ValueError, match=problem) as caught:
        parse_instant(text)
    assert "2026-09-01T23:59+02:00" in str(caught.value)


@given(INSTANTS)
def test_what_is_written_is_read_again(instant: datetime) -> None:
    """To the second."""
    assert parse_instant(instant_text(instant)) == instant.replace(microsecond=0)


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
