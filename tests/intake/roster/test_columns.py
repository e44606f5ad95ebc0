"""When work was handed in is read as platforms and people write it."""

from __future__ import annotations

import pytest

from grader.intake.roster.columns import read_time, read_times
from grader.model.instant import parse_instant

DUE = parse_instant("2026-09-01T23:59+02:00")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-09-02T10:00Z", "2026-09-02T10:00:00+00:00"),
        ("2026-09-02 10:00:11 -0700", "2026-09-02T10:00:11-07:00"),
        ("2026-09-02 10:00:11 UTC", "2026-09-02T10:00:11+00:00"),
        ("2.09.2026 9:05", "2026-09-02T09:05:00+02:00"),
        ("2026-09-02 9:05", "2026-09-02T09:05:00+02:00"),
        ("Wednesday, 2 September 2026, 11:59 PM", "2026-09-02T23:59:00+02:00"),
        ("Wednesday, September 2, 2026, 12:05 AM", "2026-09-02T00:05:00+02:00"),
        ("Mittwoch, 2. September 2026, 10:07", "2026-09-02T10:07:00+02:00"),
        ("mercredi 2 septembre 2026, 10:07", "2026-09-02T10:07:00+02:00"),
        ("miércoles, 2 de septiembre de 2026, 10:07", "2026-09-02T10:07:00+02:00"),
    ],
)
def test_a_time_is_read(text: str, at: str) -> None:
    """What has no offset is a time of the place where work is due."""
    assert at == read_time(text, DUE)


@pytest.mark.parametrize(
    "text",
    ["soon", "9/2/2026 10:00", "1 September", "2026-13-40 10:00", "31 February 2026, 10:00", "2 May 2026, 77:0"],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    """With what to write."""
    with pytest.raises(ValueError, match="write it like 2026-09-01T23:59"):
        read_time(text, DUE)


def test_without_a_due_time_an_offset_is_needed() -> None:
    """The time zone is not guessed; the message says what would tell it."""
    with pytest.raises(ValueError, match="name the due time"):
        read_time("2 September 2026, 10:00", None)


@pytest.mark.parametrize(
    ("text", "late", "at"),
    [
        ("Submitted for grading - 1 day 3 hours late", True, "2026-09-03T02:59:00+02:00"),
        ("Submitted for grading - 5 mins 20 secs late - Graded", True, "2026-09-02T00:04:20+02:00"),
        ("Zur Bewertung abgegeben - 2 Tage 1 Stunde verspätet", True, "2026-09-04T00:59:00+02:00"),
        ("27:13:05", True, "2026-09-03T03:12:05+02:00"),
        ("0:00:00", False, ""),
        ("Submitted for grading - Extension granted until: Monday, 7 September 2026, 11:59 PM", None, ""),
        ("No submission", None, ""),
        ("yes", True, ""),
        ("no", False, ""),
        ("", None, ""),
    ],
)
def test_how_late_it_was_is_read(text: str, *, late: bool | None, at: str) -> None:
    """With a due time it becomes a time; otherwise it is only known that it was late."""
    assert (at, late) == read_times("-", text, "", DUE)
    assert ("", late) == read_times("", text, "", None)


def test_the_platform_counts_from_the_extension_of_the_student() -> None:
    """So the time that follows from "1 day late" is one day after that."""
    assert "2026-09-04T23:59:00+02:00" == read_times("", "1 day late", "48 h", DUE)[0]
