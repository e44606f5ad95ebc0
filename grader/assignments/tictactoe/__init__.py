"""
The seven functions of `tictactoe.py`: what the sheets ask for and the checks that judge it.

Sheets: CS50 AI project 0 (two versions), "Assignment 1" on elearning, CS3081 Assignment 1. Quotes below are lines of
CS3081 where it says it, of CS50's project page otherwise.
"""

from __future__ import annotations

from pathlib import Path

from grader.model.spec import Assignment, CellSpec, CheckEntry, FunctionSpec, ModuleSpec

HERE = Path(__file__).parent

MODULE_SPEC = ModuleSpec(
    module="tictactoe",
    functions=(
        FunctionSpec(name="player", parameters=1),
        FunctionSpec(name="actions", parameters=1),
        FunctionSpec(name="result", parameters=2),
        FunctionSpec(name="winner", parameters=1),
        FunctionSpec(name="terminal", parameters=1),
        FunctionSpec(name="utility", parameters=1),
        FunctionSpec(name="minimax", parameters=1, slow=True),
    ),
    marks=(
        CellSpec(symbol="X", attribute="X", default="X"),
        CellSpec(symbol="O", attribute="O", default="O"),
        CellSpec(symbol=".", attribute="EMPTY", default=None),
    ),
)

NOT_MODIFIED = "Do not modify the original board!"
OPTIMAL = "If multiple moves are equally optimal, any of them is acceptable"
NEVER_LOSES = "you should never be able to beat the AI"
INVALID = "If the action is invalid, raise an exception"


def _truth(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet)


def _conduct(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet, conduct=True)


def _default_rubric() -> Path:
    """Return the root's `rubric.yaml`, which a wheel carries inside the package."""
    package = HERE.parent.parent
    packaged = package / "rubric.yaml"
    return packaged if packaged.exists() else package.parent / "rubric.yaml"


CATALOGUE = (
    _truth("player.first_move", "X moves first", "In the initial game state, X gets the first move"),
    _truth("player.alternates", "names whose turn it is", "Players alternate turns after each move"),
    _conduct("player.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _truth("actions.right_cells", "names exactly the empty cells", "Possible moves are cells that are EMPTY"),
    _conduct("actions.set_of_tuples", "returns a set of tuples", "A set of all possible actions (moves) on the board"),
    _conduct("actions.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _truth(
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
    _truth(
        "winner.rows", "sees three in a row", "Return X if X has three in a row (horizontal, vertical, or diagonal)"
    ),
    _truth("winner.columns", "sees three in a column", "Return O if O has three in a row"),
    _truth("winner.diagonals", "sees three on a diagonal", "Correctly identifies winner (rows, cols, diagonals)"),
    _truth(
        "winner.none_otherwise",
        "names nobody when nobody has won",
        "Return None if there is no winner yet (game in progress or tie)",
    ),
    _conduct("winner.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _truth("terminal.won", "a won game is over", "Return True if someone has won"),
    _truth("terminal.full", "a tied game is over", "Return True if all cells are filled (tie)"),
    _truth("terminal.in_progress", "an open game is not over", "Return False if the game is still in progress"),
    _conduct("terminal.returns_bool", "returns a bool", "True if the game is over, False otherwise"),
    _conduct("terminal.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _truth("utility.x_wins", "1 when X has won", "Return 1 if X has won"),
    _truth("utility.o_wins", "-1 when O has won", "Return -1 if O has won"),
    _truth("utility.tie", "0 for a tie", "Return 0 if the game is a tie"),
    _conduct("utility.board_unchanged", "leaves the board as it was", NOT_MODIFIED),
    _truth("minimax.none_when_over", "None when the game is over", "If the board is terminal, return None"),
    _truth("minimax.legal_move", "always returns a legal move", "Return the optimal move as a tuple (i, j)"),
    _truth("minimax.keeps_win", "keeps every won position won", OPTIMAL),
    _truth("minimax.keeps_draw", "keeps every drawn position drawn", OPTIMAL),
    _truth("minimax.never_loses_as_x", "never loses as X", NEVER_LOSES),
    _truth("minimax.never_loses_as_o", "never loses as O", NEVER_LOSES),
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
    rubrics=(("cs3081", _default_rubric()), ("cs50", HERE / "rubrics" / "cs50.yaml")),
)
