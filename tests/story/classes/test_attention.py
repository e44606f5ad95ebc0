"""Everything in a class that needs a person is collected, with what happened."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from decimal import Decimal

import pytest

from grader.batch.compact import compact
from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.causes.report import Finding, Findings
from grader.capabilities.rescue.capability import RemovedLines, Rescue
from grader.model.class_row import ClassRow, NotGraded
from grader.model.reason import reason
from grader.model.result import CheckResult, ManualMark, Result, Timing
from grader.model.verdict import Verdict
from grader.store.result_folder import with_earlier_marks
from grader.story.classes.attention import Need, attention, by_reason
from grader.story.classes.statistics import class_statistics
from tests.render.samples import MINIMAX, QUALITY, WINNER, check, faulty, line, result, slow

BROKEN = "SyntaxError: '(' was never closed"


def not_imported(name: str = "a") -> Result:
    """Return a result of a file that cannot be imported."""
    why = (reason("cannot_be_imported", raised=BROKEN), reason("at_line", place="tictactoe.py:12"))
    lost = (check(one, "4", Verdict.ERROR, reasons=why) for one in ("winner.rows", "minimax.legal_move"))
    return result(*(line(one.id.partition(".")[0], one) for one in lost), student=name)


def rescued() -> Result:
    """Return one with what it would earn without a line, as reports on a class keep it."""
    found = Rescue(removed=(RemovedLines(file="", first=12, last=12),), passed=("winner.rows",))
    return compact(dataclasses.replace(not_imported(), found={"rescue": found}))


def nothing_right() -> Result:
    """Return the result of an empty file."""
    lost = check("winner.rows", "4", Verdict.ERROR, message="the file has no function winner: it is empty")
    return result(line("winner", lost), student="empty")


def refused() -> Result:
    """Return the result of a file that needs what the sandbox refuses."""
    why = reason("refused_call", function="minimax", what="starts a thread")
    waiting = check("minimax.legal_move", "3", Verdict.PENDING, reasons=(reason("not_judged"), why))
    return result(WINNER, line("minimax", waiting))


def lacking_package() -> Result:
    """Return what reports on a class keep of a file whose `winner` needs numpy."""
    why = reason("uses_package", module="numpy", name="numpy.array", place="tictactoe.py:76")
    lost = check("winner.rows", "4", Verdict.ERROR, message="raises an exception")
    found = Findings(findings=(Finding(checks=("winner.rows",), whole=(why,)), Finding(checks=("winner.columns",))))
    return compact(dataclasses.replace(result(line("winner", lost), MINIMAX), found={"causes": found}))


def partly_tested() -> Result:
    """Return a result with a check that passed on the boards that were asked."""
    passed = check("minimax.legal_move", "3", message="tested on 4,262 of 4,520 boards")
    return result(line("minimax", passed))


def marked(change: Callable[[Result], Result]) -> Result:
    """Return what is stored when a student with marks by hand hands in again, and `change` is what is different."""
    mark = ManualMark(points=Decimal(4), comment="names are clear")
    return with_earlier_marks(change(result(WINNER, QUALITY)), with_manual(result(WINNER, QUALITY), {"quality": mark}))


def with_note(one: Result) -> Result:
    """Return the result under a rubric without the item that was marked by hand."""
    return dataclasses.replace(one, criteria=one.criteria[:1])


def doubted() -> Result:
    """Return the result of a commit beside which another branch has newer work."""
    one = result(WINNER)
    return dataclasses.replace(
        one, submission=dataclasses.replace(one.submission, doubt="the branch 'dev' has newer work in time")
    )


CASES: dict[str, tuple[ClassRow, Need, str]] = {
    "internal error": (faulty(), Need.INTERNAL_ERROR, "did not finish"),
    "two candidates": (NotGraded(id="a", student="A", reason="a.py or b.py?"), Need.NOT_GRADED, "a.py or b.py?"),
    "its folder's name": (
        NotGraded(id="7", student="A", upload="A_7_file", reason="A_7_file: a.py or b.py?"),
        Need.NOT_GRADED,
        "a.py or b.py?",
    ),
    "nothing handed in": (
        NotGraded(id="a", student="A", reason="nothing handed in", missing=True),
        Need.MISSING,
        "",
    ),
    "import": (not_imported(), Need.NOT_IMPORTED, "SyntaxError: '(' was never closed at tictactoe.py:12"),
    "rescued": (rescued(), Need.NOT_IMPORTED, " at tictactoe.py:12; 4 of 8 without line 12"),
    "nothing right": (nothing_right(), Need.NO_POINTS, "winner: the file has no function winner: it is empty"),
    "refused": (refused(), Need.REFUSED, "minimax starts a thread, which the sandbox refuses"),
    "package": (lacking_package(), Need.LACKS_PACKAGE, "numpy (tictactoe.py:76 uses `numpy.array`)"),
    "time limit": (slow(), Need.TIMED_OUT, "minimax: over 60 CPU seconds"),
    "in part": (partly_tested(), Need.PARTLY_TESTED, "minimax: tested on 4,262 of 4,520 boards"),
    "other work": (doubted(), Need.OTHER_WORK, "the branch 'dev' has newer work in time"),
    "another rubric": (marked(with_note), Need.HAND_MARKS, "quality 4"),
    "near a limit": (
        result(WINNER, timing=Timing(cpu_seconds=1, wall_seconds=1, near_limit=("minimax(board)",))),
        Need.NEAR_LIMIT,
        "minimax(board)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_needs_a_person_is_a_case(name: str) -> None:
    """With its reason and what happened."""
    row, reason, text = CASES[name]
    case = attention(class_statistics([row, result(WINNER, MINIMAX, student="z")]))[0]

    assert case.students == (row,)
    assert case.reason is reason
    assert text in case.text


def test_a_class_without_trouble_needs_nobody() -> None:
    """What waits for marks by hand is said elsewhere."""
    assert attention(class_statistics([result(WINNER, QUALITY)])) == ()


def test_the_most_urgent_comes_first() -> None:
    """Who has no mark, then who lost all points, then what is to be looked at."""
    found = attention(class_statistics([row for row, _, _ in CASES.values()]))

    assert list(by_reason(found)) == [reason for reason in Need if reason in {case.reason for case in found}]


def test_one_file_of_several_students_is_one_case() -> None:
    """It names them all."""
    pair = [result(WINNER, student=name) for name in "ba"]
    same = [dataclasses.replace(one, submission=dataclasses.replace(one.submission, sha256="x")) for one in pair]
    (case,) = attention(class_statistics(same))

    assert case.reason is Need.SAME_CODE
    assert [row.submission.id for row in case.students if isinstance(row, Result)] == ["a", "b"]


def test_every_reason_says_what_to_do() -> None:
    """In whole sentences."""
    assert all(need.value.to_do.endswith((".", "?")) for need in Need)


def test_a_check_that_lost_nothing_by_a_limit_needs_nobody() -> None:
    """A share of 0 points is for information."""
    free: CheckResult = check("minimax.legal_move", "0", Verdict.TIMEOUT, message="too slow on this board")

    assert attention(class_statistics([result(WINNER, line("minimax", free))])) == ()
