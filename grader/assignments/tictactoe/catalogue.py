"""
The checks of `tictactoe.py`, each with the line of a sheet that it rests on.

Sheets: CS50 AI project 0 (two versions), "Assignment 1" on elearning, CS3081 Assignment 1. A quote is from CS3081
where that has such a line, else from CS50's project page.
"""

from __future__ import annotations

from pathlib import Path

from grader.assignments.tictactoe.module_spec import MODULE_SPEC
from grader.model.spec import Assignment, BuiltInRubric, CheckEntry

HERE = Path(__file__).parent

NOT_MODIFIED = "Do not modify the original board!"
OPTIMAL = "If multiple moves are equally optimal, any of them is acceptable"
NEVER_LOSES = "you should never be able to beat the AI"
INVALID = "If the action is invalid, raise an exception"


def _correctness(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet)


def _conduct(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet, conduct=True)


def _default_rubric() -> Path:
    """Return the `rubric.yaml` of the repository's root; in a wheel it lies inside the package."""
    package = HERE.parent.parent
    packaged = package / "rubric.yaml"
    return packaged if packaged.exists() else package.parent / "rubric.yaml"


CATALOGUE = (
    _correctness("player.first_move", "X moves first", "In the initial game state, X gets the first move"),
    _correctness("player.alternates", "names whose turn it is", "Players alternate turns after each move"),
    _conduct("player.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _correctness("actions.right_cells", "names exactly the empty cells", "Possible moves are cells that are EMPTY"),
    _conduct("actions.set_of_tuples", "returns a set of tuples", "A set of all possible actions (moves) on the board"),
    _conduct("actions.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _correctness(
        "result.new_board",
        "returns the board after the move",
        "The returned board should reflect the move by the current player",
    ),
    _conduct("result.original_unchanged", "leaves the original board as it was", NOT_MODIFIED),
    _conduct(
        "result.no_shared_rows",
        "returns a board of its own, down to the rows",
        "You must create a deep copy of the board before making changes.",
    ),
    _conduct("result.rejects_occupied", "refuses an occupied cell", INVALID),
    _conduct("result.rejects_out_of_range", "refuses a cell off the board", INVALID),
    _conduct("result.rejects_negative", "refuses negative indices", INVALID),
    _correctness(
        "winner.rows", "sees three in a row", "Return X if X has three in a row (horizontal, vertical, or diagonal)"
    ),
    _correctness("winner.columns", "sees three in a column", "Return O if O has three in a row"),
    _correctness("winner.diagonals", "sees three on a diagonal", "Correctly identifies winner (rows, cols, diagonals)"),
    _correctness(
        "winner.none_otherwise",
        "names nobody when nobody has won",
        "Return None if there is no winner yet (game in progress or tie)",
    ),
    _conduct("winner.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _correctness("terminal.won", "a won game is over", "Return True if someone has won"),
    _correctness("terminal.full", "a tied game is over", "Return True if all cells are filled (tie)"),
    _correctness("terminal.in_progress", "an open game is not over", "Return False if the game is still in progress"),
    _conduct("terminal.returns_bool", "returns a bool", "True if the game is over, False otherwise"),
    _conduct("terminal.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _correctness("utility.x_wins", "1 when X has won", "Return 1 if X has won"),
    _correctness("utility.o_wins", "-1 when O has won", "Return -1 if O has won"),
    _correctness("utility.tie", "0 for a tie", "Return 0 if the game is a tie"),
    _conduct("utility.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _correctness("minimax.none_when_over", "None when the game is over", "If the board is terminal, return None"),
    _correctness("minimax.legal_move", "always returns a legal move", "Return the optimal move as a tuple (i, j)"),
    _correctness("minimax.keeps_win", "keeps every won position won", OPTIMAL),
    _correctness("minimax.keeps_draw", "keeps every drawn position drawn", OPTIMAL),
    _correctness("minimax.never_loses_as_x", "never loses as X", NEVER_LOSES),
    _correctness("minimax.never_loses_as_o", "never loses as O", NEVER_LOSES),
    _conduct("minimax.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _conduct(
        "minimax.in_time", "answers the empty board within the limit", "Return the optimal move as a tuple (i, j)"
    ),
)

ASSIGNMENT = Assignment(
    id="tictactoe",
    title="Tic-Tac-Toe: seven functions and an AI that never loses",
    module_spec=MODULE_SPEC,
    catalogue=CATALOGUE,
    checks=HERE / "checks",
    rubrics=(BuiltInRubric("cs3081", _default_rubric()), BuiltInRubric("cs50", HERE / "rubrics" / "cs50.yaml")),
)
