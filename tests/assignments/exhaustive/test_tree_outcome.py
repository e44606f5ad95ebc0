"""Lost games and how they are shown."""

from __future__ import annotations

import re
from pathlib import Path

from grader.game.board import EMPTY_BOARD, FREE, play
from grader.game.tree import table
from grader.model.verdict import Verdict
from grader.text.reasons import said
from tests.assignments.graded_text import GradeText, checks_of, printed_answer, run
from tests.assignments.student_sources import ACTIONS, FIRST_CELL, HEAD, PLAYER, RESULT, TERMINAL, WINNER
from tests.fixture_folders import SLOW

LOSES = HEAD + PLAYER + ACTIONS + WINNER + RESULT + TERMINAL + FIRST_CELL


@SLOW
def test_a_lost_game_is_the_shortest_with_its_first_mistake_as_late_as_can_be(grade: GradeText, tmp_path: Path) -> None:
    """The policy "first empty cell" loses; the game, the board and the move shown are those of that policy."""
    result = grade(LOSES)
    for side, check in (("X", "minimax.never_loses_as_x"), ("O", "minimax.never_loses_as_o")):
        found = checks_of(result)[check]
        example = found.counterexample
        assert example is not None
        assert found.verdict is Verdict.FAIL
        lengths = [len(game) for game in lost_games(side)]
        assert re.fullmatch(rf"loses {len(lengths)} of \d+ games as {side}", said(found.reasons))
        assert len(example.moves) == min(lengths)
        mistakes = [first_mistake(game, side)[0] for game in lost_games(side) if len(game) == min(lengths)]
        assert example.board.count(FREE) == min(board.count(FREE) for board in mistakes)
        assert example.moves in lost_games(side)
        assert example.played is not None
        assert (example.board, divmod(example.played, 3)) == first_mistake(example.moves, side)
        assert str(divmod(example.played, 3)) == said(example.got)
        assert printed_answer(run(found.reproduce, tmp_path, LOSES).stdout) == said(example.got)


def lost_games(side: str) -> list[tuple[int, ...]]:
    """Return every game that the policy "first empty cell" loses as `side`, played out here by hand."""
    games = []

    def walk(at: str, moves: tuple[int, ...]) -> None:
        position = table()[at]
        if position.over:
            if position.winner not in (None, side):
                games.append(moves)
            return
        for cell in position.moves[:1] if position.turn == side else position.moves:
            walk(play(at, cell), (*moves, cell))

    walk(EMPTY_BOARD, ())
    return games


def first_mistake(moves: tuple[int, ...], side: str) -> tuple[str, tuple[int, int]]:
    """Return the board and the move with which `side` first made the game losable."""
    at = EMPTY_BOARD
    for cell in moves:
        if (
            table()[at].turn == side
            and table().value_after(at, cell) == (-1 if side == "X" else 1) != table()[at].value
        ):
            return at, divmod(cell, 3)
        at = play(at, cell)
    raise AssertionError("a lost game without a mistake")


TOO_SLOW = """
def minimax(board):
    if terminal(board):
        return None
    levels = [{str(board): board}]
    while levels[-1]:
        after = [result(one, move) for one in levels[-1].values() if not terminal(one) for move in actions(one)]
        levels.append({str(one): one for one in after})
    return min(actions(board))
"""


@SLOW
def test_games_ask_boards_that_the_sweep_of_a_slow_search_left_out(grade: GradeText) -> None:
    """It keeps no state, so that its answers in the sweep stand for those in games as far as there are any."""
    checks = checks_of(grade(LOSES.replace(FIRST_CELL, TOO_SLOW)))

    found = checks["minimax.never_loses_as_x"]
    assert (checks["minimax.keeps_win"].asked or 0) < (checks["minimax.keeps_win"].of or 0)
    assert found.verdict is Verdict.FAIL
    assert said(found.reasons).startswith("loses ")
