"""The exit status of `grader batch` says whether a person must look at what was handed in."""

from __future__ import annotations

import pytest

from grader.cli.batch import exit_code_of
from grader.cli.message import ExitCode
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, NotGraded
from tests.render.samples import WINNER, faulty, result

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
