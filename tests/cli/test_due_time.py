"""What a class is told about times, if the rubric takes points off for late work."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from grader.capabilities.lateness.capability import LateRules
from grader.cli.rubric_choice import late_notes
from grader.model.identity import Identity
from tests.fixture_folders import default_rubric

IN_TIME = Identity(id="ada", student="Ada", late=False)
AT = Identity(id="bob", student="Bob", submitted_at="2026-09-01T20:00:00+02:00")
UNKNOWN = Identity(id="dan", student="Dan")
DUE = "2026-09-01 23:59:00 +02:00"
RUBRIC = dataclasses.replace(default_rubric(), sections=(LateRules(per_day=Decimal(5), due=DUE),))


@pytest.mark.parametrize(
    ("students", "note"),
    [
        ([], ""),
        ([IN_TIME, AT], ""),
        ([UNKNOWN, UNKNOWN], "nothing here says when it was handed in, so nothing"),
        ([IN_TIME, UNKNOWN], "nobody knows when 1 of 2 submissions were handed in (dan), so there nothing"),
    ],
)
def test_who_may_be_late_without_anybody_knowing_is_named(students: list[Identity], note: str) -> None:
    """Nothing is taken off for want of a time, so a person must look."""
    remedy = "--roster or --choices can say it, or points by hand for the item lateness"
    expected = (f"{note} is taken off for late work (due {DUE}): {remedy}.",) if note else ()

    assert expected == late_notes(RUBRIC, students)
    assert () == late_notes(dataclasses.replace(RUBRIC, sections=()), students)
