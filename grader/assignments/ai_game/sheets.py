"""
The sentences of "Lab Session #4, Building an AI Agent in Python" that the checks of the console lab rest on.

Where the sheet contradicts itself or leaves something open, see `docs/decisions.md`.
"""

from __future__ import annotations

from grader.model.spec import Sheet

LAB4 = {
    "print_board.marks": "to show the current state",
    "print_board.rows": "with rows and columns separated by lines",
    "print_board.board_unchanged": "display the current state",
    "check_winner.rows": "it checks if all three positions contain the same mark",
    "check_winner.columns": "it verifies if all three positions in that column have the same non-empty mark",
    "check_winner.diagonals": "If all three cells in a diagonal contain the same non-empty mark",
    "check_winner.draw": 'it returns "Draw"',
    "check_winner.open": "it returns None to indicate the game is not finished",
    "check_winner.board_unchanged": "checks all possible winning lines",
    "available_moves.right_cells": "a list of all empty spots as (row, column) pairs",
    "available_moves.list_of_pairs": "returns a list of all empty spots",
    "available_moves.empty_when_full": "If the board is full, it returns an empty list.",
    "available_moves.board_unchanged": "it checks if the cell contains a blank space",
    "minimax.finished": "+1 if the AI agent (“O”) wins",
    "minimax.open": "Returns 1 for AI wins, -1 for human wins, and 0 for draws.",
    "minimax.board_unchanged": 'Undo the move by resetting the cell to " "',
    "minimax.in_time": "simulates every possible move until the end",
    "best_move.legal_move": "the function returns the (row, column) position of the move",
    "best_move.keeps_win": "the optimal move for the AI",
    "best_move.keeps_draw": "the optimal move for the AI",
    "best_move.never_loses": "verify that the AI never loses",
    "play_game.never_loses": "verify that the AI never loses",
    "play_game.turns": "The loop alternates between the human and AI moves",
    "play_game.stops_and_says": "handling moves, checking for a winner, and printing the board",
    "play_game.refuses_malformed": (
        "If the input is invalid (non-numbers or wrong format), show an error and ask again."
    ),
    "play_game.refuses_occupied": "If not, display “Invalid move” and ask again.",
    "play_game.refuses_off_board": "If not, display “Invalid move” and ask again.",
    "play_game.ends_with_input": "The game continues in a loop until there is a winner or a draw.",
    "entry_point.starts": "ensure that the game runs automatically when the script is executed",
    "entry_point.import_is_quiet": 'if __name__ == "__main__":',
}

SHEETS = (Sheet("lab4", LAB4),)
