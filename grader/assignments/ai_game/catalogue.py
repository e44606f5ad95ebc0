"""The checks of the console lab and its rubric; `sheets.py` has the sentences that the checks rest on."""

from __future__ import annotations

from pathlib import Path

from grader.assignments.ai_game.functions import MODULE_SPEC
from grader.assignments.ai_game.sheets import SHEETS
from grader.model.spec import Assignment, BuiltInRubric, CheckEntry

HERE = Path(__file__).parent


def _correctness(check: str, title: str) -> CheckEntry:
    return CheckEntry(id=check, title=title)


def _conduct(check: str, title: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, conduct=True)


CATALOGUE = (
    _correctness("print_board.marks", "shows every mark at its place"),
    _conduct("print_board.rows", "prints each row on its own line"),
    _conduct("print_board.board_unchanged", "leaves the board as it was"),
    _correctness("check_winner.rows", "detects a full row"),
    _correctness("check_winner.columns", "detects a full column"),
    _correctness("check_winner.diagonals", "detects a full diagonal"),
    _correctness("check_winner.draw", "reports a full board as a draw"),
    _correctness("check_winner.open", "None while the game is open"),
    _conduct("check_winner.board_unchanged", "leaves the board as it was"),
    _correctness("available_moves.right_cells", "returns exactly the empty cells"),
    _conduct("available_moves.list_of_pairs", "returns a list of pairs"),
    _correctness("available_moves.empty_when_full", "an empty list for a full board"),
    _conduct("available_moves.board_unchanged", "leaves the board as it was"),
    _correctness("minimax.finished", "1, -1 or 0 for a finished game"),
    _correctness("minimax.open", "the value of every open board"),
    _conduct("minimax.board_unchanged", "takes back every move it tries"),
    _conduct("minimax.in_time", "answers the empty board within the limit"),
    _correctness("best_move.legal_move", "always returns a legal move"),
    _correctness("best_move.keeps_win", "never throws away a win"),
    _correctness("best_move.keeps_draw", "never throws away a draw"),
    _correctness("best_move.never_loses", "never loses as O"),
    _correctness("play_game.never_loses", "the AI never loses a whole game"),
    _correctness("play_game.turns", "marks land where they should, in turn"),
    _correctness("play_game.stops_and_says", "stops when the game is over and says how it ended"),
    _correctness("play_game.refuses_malformed", "asks again after malformed input"),
    _correctness("play_game.refuses_occupied", "asks again after an occupied cell"),
    _correctness("play_game.refuses_off_board", "asks again after a cell off the board"),
    _correctness("play_game.ends_with_input", "ends where there is no more input"),
    _correctness("entry_point.starts", "running it starts the game"),
    _correctness("entry_point.import_is_quiet", "importing it starts no game"),
)

ASSIGNMENT = Assignment(
    id="ai_game",
    title="Console lab: a game against an AI that never loses",
    module_spec=MODULE_SPEC,
    catalogue=CATALOGUE,
    sheets=SHEETS,
    checks=HERE / "checks",
    rubrics=(BuiltInRubric("lab4", HERE / "rubrics" / "lab4.yaml"),),
    search_takes_turn=True,
)
