"""
The checks of the console lab, each with the line of the sheet that it rests on.

Sheet: "Lab Session #4, Building an AI Agent in Python". Where it contradicts itself or leaves something open, see
`docs/decisions.md`.
"""

from __future__ import annotations

from pathlib import Path

from grader.assignments.ai_game.module_spec import MODULE_SPEC
from grader.model.spec import Assignment, BuiltInRubric, CheckEntry

HERE = Path(__file__).parent

UNDO = 'Undo the move by resetting the cell to " "'
INVALID = "If not, display “Invalid move” and ask again."
LOST_GAME = "verify that the AI never loses"


def _correctness(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet)


def _conduct(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet, conduct=True)


CATALOGUE = (
    _correctness("print_board.marks", "shows every mark at its place", "to show the current state"),
    _conduct(
        "print_board.rows",
        "prints each row on a line of its own",
        "with rows and columns separated by lines",
    ),
    _conduct("print_board.board_unchanged", "leaves the board as it was", "display the current state"),
    _correctness("check_winner.rows", "sees three in a row", "it checks if all three positions contain the same mark"),
    _correctness(
        "check_winner.columns",
        "sees three in a column",
        "it verifies if all three positions in that column have the same non-empty mark",
    ),
    _correctness(
        "check_winner.diagonals",
        "sees three on a diagonal",
        "If all three cells in a diagonal contain the same non-empty mark",
    ),
    _correctness("check_winner.draw", "calls a full board a draw", 'it returns "Draw"'),
    _correctness(
        "check_winner.open",
        "None while the game is open",
        "it returns None to indicate the game is not finished",
    ),
    _conduct("check_winner.board_unchanged", "leaves the board as it was", "checks all possible winning lines"),
    _correctness(
        "available_moves.right_cells",
        "names exactly the empty cells",
        "a list of all empty spots as (row, column) pairs",
    ),
    _conduct("available_moves.list_of_pairs", "returns a list of pairs", "returns a list of all empty spots"),
    _correctness(
        "available_moves.empty_when_full",
        "an empty list for a full board",
        "If the board is full, it returns an empty list.",
    ),
    _conduct(
        "available_moves.board_unchanged",
        "leaves the board as it was",
        "it checks if the cell contains a blank space",
    ),
    _correctness("minimax.finished", "1, -1 or 0 for a finished game", "+1 if the AI agent (“O”) wins"),
    _correctness(
        "minimax.open",
        "the value of every open board",
        "Returns 1 for AI wins, -1 for human wins, and 0 for draws.",
    ),
    _conduct("minimax.board_unchanged", "takes back every move it tries", UNDO),
    _conduct(
        "minimax.in_time", "answers the empty board within the limit", "simulates every possible move until the end"
    ),
    _correctness(
        "best_move.legal_move",
        "always returns a legal move",
        "the function returns the (row, column) position of the move",
    ),
    _correctness("best_move.keeps_win", "keeps every won position won", "the optimal move for the AI"),
    _correctness("best_move.keeps_draw", "keeps every drawn position drawn", "the optimal move for the AI"),
    _correctness("best_move.never_loses", "never loses as O", LOST_GAME),
    _correctness("play_game.never_loses", "the AI never loses a whole game", LOST_GAME),
    _correctness(
        "play_game.turns", "marks land where they should, in turn", "The loop alternates between the human and AI moves"
    ),
    _correctness(
        "play_game.stops_and_says",
        "stops when the game is over and says how it ended",
        "handling moves, checking for a winner, and printing the board",
    ),
    _correctness(
        "play_game.refuses_malformed",
        "asks again after malformed input",
        "If the input is invalid (non-numbers or wrong format), show an error and ask again.",
    ),
    _correctness("play_game.refuses_occupied", "asks again after an occupied cell", INVALID),
    _correctness("play_game.refuses_off_board", "asks again after a cell off the board", INVALID),
    _correctness(
        "play_game.ends_with_input",
        "ends where there is no more input",
        "The game continues in a loop until there is a winner or a draw.",
    ),
    _correctness(
        "entry_point.starts",
        "running it starts the game",
        "ensure that the game runs automatically when the script is executed",
    ),
    _correctness("entry_point.import_is_quiet", "importing it starts no game", 'if __name__ == "__main__":'),
)

ASSIGNMENT = Assignment(
    id="ai_game",
    title="Console lab: a game against an AI that never loses",
    module_spec=MODULE_SPEC,
    catalogue=CATALOGUE,
    checks=HERE / "checks",
    rubrics=(BuiltInRubric("lab4", HERE / "rubrics" / "lab4.yaml"),),
    search_takes_turn=True,
)
