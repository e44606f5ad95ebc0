"""What `grader batch` says of times of handing in, and by its exit status: whether a person must look at the class."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from grader.capabilities.lateness.capability import LateRules
from grader.cli.batch import exit_code_of
from grader.cli.message import ExitCode
from grader.cli.rubric_choice import late_notes
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, NotGraded
from grader.model.identity import Identity
from tests.fixture_folders import default_rubric
from tests.render.samples import WINNER, faulty, result

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


GRADED = result(WINNER)
UNREADABLE = NotGraded(id="a", student="A", reason="two files")
ABSENT = NotGraded(id="b", student="B", reason="nothing handed in", missing=True)
DOUBLE = ClassInfo(double_claims=("a and A name the same student",))


@pytest.mark.parametrize(
    ("rows", "info", "code"),
    [
        ([GRADED], NOTHING_KNOWN, ExitCode.OK),
        ([GRADED, ABSENT], NOTHING_KNOWN, ExitCode.OK),
        ([GRADED], ClassInfo(notes=("Not in the roster: zed.",)), ExitCode.OK),
        ([GRADED, UNREADABLE], NOTHING_KNOWN, ExitCode.BAD_INPUT),
        ([GRADED], DOUBLE, ExitCode.BAD_INPUT),
        ([faulty(), UNREADABLE], DOUBLE, ExitCode.HARNESS_FAULT),
    ],
)
def test_the_exit_status_tells_of_what_was_handed_in(rows: list[ClassRow], info: ClassInfo, code: ExitCode) -> None:
    """Students who handed in nothing, or who are in no roster, alone do not fail a run."""
    assert code is exit_code_of(rows, info)
