"""The checks of `tictactoe.py` and its rubrics; `sheets.py` has the sentences that the checks rest on."""

from __future__ import annotations

from pathlib import Path

from grader.assignments.tictactoe.functions import MODULE_SPEC
from grader.assignments.tictactoe.sheets import SHEETS
from grader.model.spec import Assignment, BuiltInRubric, CheckEntry

HERE = Path(__file__).parent


def _correctness(check: str, title: str) -> CheckEntry:
    return CheckEntry(id=check, title=title)


def _conduct(check: str, title: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, conduct=True)


def _default_rubric() -> Path:
    """Return the `rubric.yaml` of the repository's root; in a wheel it lies inside the package."""
    package = HERE.parent.parent
    packaged = package / "rubric.yaml"
    return packaged if packaged.exists() else package.parent / "rubric.yaml"


CATALOGUE = (
    _correctness("player.first_move", "X moves first"),
    _correctness("player.alternates", "returns whose turn it is"),
    _conduct("player.board_unchanged", "leaves the board as it was"),
    _correctness("actions.right_cells", "returns exactly the empty cells"),
    _conduct("actions.set_of_tuples", "returns a set of tuples"),
    _conduct("actions.board_unchanged", "leaves the board as it was"),
    _correctness("result.new_board", "returns the board after the move"),
    _conduct("result.original_unchanged", "leaves the original board as it was"),
    _conduct("result.no_shared_rows", "returns an independent copy"),
    _conduct("result.rejects_occupied", "raises an exception for an occupied cell"),
    _conduct("result.rejects_out_of_range", "raises an exception for a cell off the board"),
    _conduct("result.rejects_negative", "raises an exception for negative indices"),
    _correctness("winner.rows", "detects a full row"),
    _correctness("winner.columns", "detects a full column"),
    _correctness("winner.diagonals", "detects a full diagonal"),
    _correctness("winner.none_otherwise", "returns None when nobody has won"),
    _conduct("winner.board_unchanged", "leaves the board as it was"),
    _correctness("terminal.won", "a won game is over"),
    _correctness("terminal.full", "a tied game is over"),
    _correctness("terminal.in_progress", "an open game is not over"),
    _conduct("terminal.returns_bool", "returns a bool"),
    _conduct("terminal.board_unchanged", "leaves the board as it was"),
    _correctness("utility.x_wins", "1 when X has won"),
    _correctness("utility.o_wins", "-1 when O has won"),
    _correctness("utility.tie", "0 for a tie"),
    _conduct("utility.board_unchanged", "leaves the board as it was"),
    _correctness("minimax.none_when_over", "None when the game is over"),
    _correctness("minimax.legal_move", "always returns a legal move"),
    _correctness("minimax.keeps_win", "never throws away a win"),
    _correctness("minimax.keeps_draw", "never throws away a draw"),
    _correctness("minimax.never_loses_as_x", "never loses as X"),
    _correctness("minimax.never_loses_as_o", "never loses as O"),
    _conduct("minimax.board_unchanged", "leaves the board as it was"),
    _conduct("minimax.in_time", "answers the empty board within the limit"),
)

ASSIGNMENT = Assignment(
    id="tictactoe",
    title="Tic-Tac-Toe: seven functions and an AI that never loses",
    module_spec=MODULE_SPEC,
    catalogue=CATALOGUE,
    sheets=SHEETS,
    checks=HERE / "checks",
    rubrics=(
        BuiltInRubric("cs3081", _default_rubric()),
        BuiltInRubric("cs50", HERE / "rubrics" / "cs50.yaml"),
        BuiltInRubric("elearning", HERE / "rubrics" / "elearning.yaml"),
    ),
)
