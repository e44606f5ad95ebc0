"""Nothing is earned by accident, and conduct is judged only where the function mostly works."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grader.model.result import Result
from grader.model.verdict import Verdict
from tests.assignments.graded_text import GradeText, checks_of
from tests.assignments.student_sources import HEAD
from tests.fixture_folders import SLOW

FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")

ACCIDENTS = {
    "nothing": ["None"] * 7,
    "its argument": ["board"] * 7,
    "the commonest": ["X", "set()", "board", "None", "True", "0", "(0, 0)"],
    "the others": ["O", "{(i, j) for i in range(3) for j in range(3)}", "[[X] * 3] * 3", "X", "False", "1", "[1, 1]"],
    "no data": ["iter(())", "(c for c in ())", "object()", "print", "object()", "1j", "lambda: 0"],
}


@SLOW
@pytest.mark.parametrize("accident", ACCIDENTS)
def test_the_same_answer_to_everything_earns_nothing(grade: GradeText, accident: str) -> None:
    """It earns no point in any line, for any such answer."""
    body = "".join(
        f"def {name}(board, action=None): return {answer}\n"
        for name, answer in zip(FUNCTIONS, ACCIDENTS[accident], strict=True)
    )

    assert earned(grade(HEAD + body)) == {}


@SLOW
def test_what_never_answers_earns_nothing(grade: GradeText) -> None:
    """A function that raises or exits on every call does not earn the points for refusing invalid moves."""
    body = ["raise NotImplementedError", "import sys; sys.exit()", "raise ValueError", *["1 / 0"] * 4]
    source = "".join(f"def {name}(board, action=None): {what}\n" for name, what in zip(FUNCTIONS, body, strict=True))

    assert earned(grade(HEAD + source)) == {}


def earned(result: Result) -> dict[str, Decimal]:
    """Return the checks that earned something."""
    return {check.id: check.earned for check in checks_of(result).values() if check.earned}


@SLOW
def test_conduct_is_judged_from_half_right_on(grade: GradeText) -> None:
    """Just over half: conduct earns on the right answers; under half: blocked, and costs its points."""
    half = (
        HEAD
        + """
def player(board):
    marks = 9 - flat(board).count(EMPTY)
    return (X if marks % 2 == 0 else O) if marks in GOOD else 7
"""
    )
    # Open boards by marks: 1, 9, 72, 252, 756, 1140, 1372, 696, 222.
    over = checks_of(grade(half.replace("GOOD", "(0, 1, 6, 5)")))
    under = checks_of(grade(half.replace("GOOD", "(0, 1, 6, 4)")))

    assert over["player.board_unchanged"].verdict is Verdict.PASS
    assert over["player.alternates"].verdict is Verdict.FAIL
    assert under["player.board_unchanged"].verdict is Verdict.BLOCKED
    assert under["player.board_unchanged"].earned == 0
    assert under["player.first_move"].earned > 0
