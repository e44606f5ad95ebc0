"""
The console lab: `AI_game.py` or a notebook, what its sheet asks for and the checks that judge it.

Sheet: "Lab Session #4, Building an AI Agent in Python". Quotes below are lines of it. Where it contradicts itself or
leaves something open: `docs/decisions.md`.
"""

from __future__ import annotations

from pathlib import Path

from grader.model.spec import Assignment, CellSpec, CheckEntry, FunctionSpec, ModuleSpec

HERE = Path(__file__).parent

MODULE_SPEC = ModuleSpec(
    module="AI_game",
    functions=(
        FunctionSpec(name="print_board", parameters=1, prints=True),
        FunctionSpec(name="check_winner", parameters=1),
        FunctionSpec(name="available_moves", parameters=1),
        FunctionSpec(name="minimax", parameters=3, slow=True),
        FunctionSpec(name="best_move", parameters=1, slow=True),
        FunctionSpec(name="play_game", parameters=0, is_dialogue=True),
    ),
    marks=(
        CellSpec(symbol="X", attribute=None, default="X"),
        CellSpec(symbol="O", attribute=None, default="O"),
        CellSpec(symbol=".", attribute=None, default=" "),
    ),
    notebooks=True,
    any_name=True,
    statements=True,
    board_printer="print_board",
)

UNDO = 'Undo the move by resetting the cell to " "'
INVALID = "If not, display “Invalid move” and ask again."
LOST_GAME = "verify that the AI never loses"


def _truth(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet)


def _conduct(check: str, title: str, sheet: str) -> CheckEntry:
    return CheckEntry(id=check, title=title, sheet=sheet, conduct=True)


CATALOGUE = (
    _truth("print_board.marks", "shows every mark at its place", "to show the current state"),
    _conduct(
        "print_board.rows",
        "prints each row on a line of its own",
        "with rows and columns separated by lines",
    ),
    _conduct("print_board.board_unchanged", "leaves the board as it was", "display the current state"),
    _truth("check_winner.rows", "sees three in a row", "it checks if all three positions contain the same mark"),
    _truth(
        "check_winner.columns",
        "sees three in a column",
        "it verifies if all three positions in that column have the same non-empty mark",
    ),
    _truth(
        "check_winner.diagonals",
        "sees three on a diagonal",
        "If all three cells in a diagonal contain the same non-empty mark",
    ),
    _truth("check_winner.draw", "calls a full board a draw", 'it returns "Draw"'),
    _truth(
        "check_winner.open",
        "None while the game is open",
        "it returns None to indicate the game is not finished",
    ),
    _conduct("check_winner.board_unchanged", "leaves the board as it was", "checks all possible winning lines"),
    _truth(
        "available_moves.right_cells",
        "names exactly the empty cells",
        "a list of all empty spots as (row, column) pairs",
    ),
    _conduct("available_moves.list_of_pairs", "returns a list of pairs", "returns a list of all empty spots"),
    _truth(
        "available_moves.empty_when_full",
        "an empty list for a full board",
        "If the board is full, it returns an empty list.",
    ),
    _conduct(
        "available_moves.board_unchanged",
        "leaves the board as it was",
        "it checks if the cell contains a blank space",
    ),
    _truth("minimax.finished", "1, -1 or 0 for a finished game", "+1 if the AI agent (“O”) wins"),
    _truth(
        "minimax.open",
        "the value of every open board",
        "Returns 1 for AI wins, -1 for human wins, and 0 for draws.",
    ),
    _conduct("minimax.board_unchanged", "takes back every move it tries", UNDO),
    _conduct(
        "minimax.in_time", "answers the empty board within the limit", "simulates every possible move until the end"
    ),
    _truth(
        "best_move.legal_move",
        "always returns a legal move",
        "the function returns the (row, column) position of the move",
    ),
    _truth("best_move.keeps_win", "keeps every won position won", "the optimal move for the AI"),
    _truth("best_move.keeps_draw", "keeps every drawn position drawn", "the optimal move for the AI"),
    _truth("best_move.never_loses", "never loses as O", LOST_GAME),
    _truth("play_game.never_loses", "the AI never loses a whole game", LOST_GAME),
    _truth(
        "play_game.turns", "marks land where they should, in turn", "The loop alternates between the human and AI moves"
    ),
    _truth(
        "play_game.stops_and_says",
        "stops when the game is over and says how it ended",
        "handling moves, checking for a winner, and printing the board",
    ),
    _truth(
        "play_game.refuses_malformed",
        "asks again after malformed input",
        "If the input is invalid (non-numbers or wrong format), show an error and ask again.",
    ),
    _truth("play_game.refuses_occupied", "asks again after an occupied cell", INVALID),
    _truth("play_game.refuses_off_board", "asks again after a cell off the board", INVALID),
    _truth(
        "play_game.ends_with_input",
        "ends where there is no more input",
        "The game continues in a loop until there is a winner or a draw.",
    ),
    _truth(
        "entry_point.starts",
        "running it starts the game",
        "ensure that the game runs automatically when the script is executed",
    ),
    _truth("entry_point.import_is_quiet", "importing it starts no game", 'if __name__ == "__main__":'),
)

ASSIGNMENT = Assignment(
    id="ai_game",
    title="Console lab: a game against an AI that never loses",
    module_spec=MODULE_SPEC,
    catalogue=CATALOGUE,
    checks=HERE / "checks",
    rubrics=(("lab4", HERE / "rubrics" / "lab4.yaml"),),
)
