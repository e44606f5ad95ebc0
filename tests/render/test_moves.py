"""A move that gives something away is explained in words and with the moves that show it, in every text format."""

from __future__ import annotations

import pytest

from grader.model.counterexample import Counterexample, Question, Wanted
from grader.model.result import Result
from grader.model.verdict import Verdict
from tests.render.rendering import student_markdown
from tests.render.samples import check, line, result
from tests.render.test_terminal import rendered
from tests.words import words

BOARD = ("    0   1   2", "0   X | X | +", "1   O | O | .", "2   . | . | x", "x your move", "+ better")
WHY = "X can win at once at (0, 2); your move (2, 2) lets O win at once at (1, 2)."
FOLLOWS = ("XX.   XX.", "OO.   OOO", "..x   ..X")


@pytest.fixture
def graded() -> Result:
    """Return a result whose only failure is a missed win."""
    example = Counterexample(
        function="minimax",
        board="XX.OO....",
        call="minimax(board)",
        got=words("(2, 2)"),
        expected=words("(0, 2)"),
        played=8,
        wanted=Wanted(question=Question.MOVE, cells=(2,)),
    )
    failed = check("minimax.legal_move", "3", Verdict.FAIL, message="wrong on 1 board", counterexample=example)
    return result(line("minimax", failed, verdict=Verdict.FAIL))


@pytest.mark.parametrize("width", [80, 200])
def test_the_terminal_shows_the_move_better_ones_and_what_follows(graded: Result, width: int) -> None:
    """The sentence stands beside the board, which is followed by the game up to its end."""
    shown = rendered(graded, width)
    text = " ".join(shown.replace("| ", " ").split())

    for row in BOARD:
        assert f"    {row}" in shown
    assert "win at once at" in text
    assert shown.index("+ better") < shown.index("How O wins after your move") < shown.index(FOLLOWS[0])
    assert all(f"    {row}\n" in shown for row in FOLLOWS)


def test_so_does_the_markdown(graded: Result) -> None:
    """As blocks of code, with the sentence between them."""
    shown = student_markdown(graded)

    board, follows = ("```\n" + "\n".join(rows) + "\n```" for rows in (BOARD, FOLLOWS))
    assert shown.index(board) < shown.index(f"- why: {WHY}") < shown.index("How O wins after your move:")
    assert follows in shown
