"""
The sentences of each assignment sheet that the checks of `tictactoe.py` rest on.

A check on which a sheet is silent is missing there: its reports quote nothing. The first sheet is the default's.
"""

from __future__ import annotations

from grader.model.spec import Sheet

CS3081 = {
    "player.first_move": "In the initial game state, X gets the first move",
    "player.alternates": "Players alternate turns after each move",
    "player.board_unchanged": "Do not modify the original board!",
    "actions.right_cells": "Possible moves are cells that are EMPTY",
    "actions.set_of_tuples": "A set of all possible actions (moves) on the board",
    "actions.board_unchanged": "Do not modify the original board!",
    "result.new_board": "The returned board should reflect the move by the current player",
    "result.original_unchanged": "Do not modify the original board!",
    "result.no_shared_rows": "You must create a deep copy of the board before making changes.",
    "result.rejects_occupied": "If the action is invalid, raise an exception",
    "result.rejects_out_of_range": "If the action is invalid, raise an exception",
    "result.rejects_negative": "If the action is invalid, raise an exception",
    "winner.rows": "Return X if X has three in a row (horizontal, vertical, or diagonal)",
    "winner.columns": "Return O if O has three in a row",
    "winner.diagonals": "Correctly identifies winner (rows, cols, diagonals)",
    "winner.none_otherwise": "Return None if there is no winner yet (game in progress or tie)",
    "winner.board_unchanged": "Do not modify the original board!",
    "terminal.won": "Return True if someone has won",
    "terminal.full": "Return True if all cells are filled (tie)",
    "terminal.in_progress": "Return False if the game is still in progress",
    "terminal.returns_bool": "True if the game is over, False otherwise",
    "terminal.board_unchanged": "Do not modify the original board!",
    "utility.x_wins": "Return 1 if X has won",
    "utility.o_wins": "Return -1 if O has won",
    "utility.tie": "Return 0 if the game is a tie",
    "utility.board_unchanged": "Do not modify the original board!",
    "minimax.none_when_over": "If the board is terminal, return None",
    "minimax.legal_move": "Return the optimal move as a tuple (i, j)",
    "minimax.keeps_win": "If multiple moves are equally optimal, any of them is acceptable",
    "minimax.keeps_draw": "If multiple moves are equally optimal, any of them is acceptable",
    "minimax.never_loses_as_x": "you should never be able to beat the AI",
    "minimax.never_loses_as_o": "you should never be able to beat the AI",
    "minimax.board_unchanged": "Do not modify the original board!",
    "minimax.in_time": "Return the optimal move as a tuple (i, j)",
    "files.complete": "Submit a GitHub repository link containing",
    "files.readme": "Explanation of your approach",
    "files.readme_says": "Your README file should include",
    "files.unchanged": "Original file (unmodified)",
    "files.standard_library": "You may use the Python standard library, but no external AI libraries.",
    "files.repository_link": "Submit a GitHub repository link",
}

INVALID = "If action is not a valid action for the board, your program should raise an exception."
THREE_IN_A_ROW = "One can win the game with three of their moves in a row horizontally, vertically, or diagonally."
GAME_OVER = (
    "If the game is over, either because someone has won the game or because all cells have been filled without anyone"
    " winning, the function should return True."
)
ANY_OPTIMAL = "If multiple moves are equally optimal, any of those moves is acceptable."
# Both versions of CS50's project have these sentences.
CS50 = {
    "player.first_move": "In the initial game state, X gets the first move.",
    "player.alternates": "Subsequently, the player alternates with each additional move.",
    "actions.right_cells": "Possible moves are any cells on the board that do not already have an X or an O in them.",
    "actions.set_of_tuples": "return a set of all of the possible actions that can be taken on a given board",
    "result.new_board": "letting the player whose turn it is make their move at the cell indicated by the input action",
    "result.original_unchanged": "Importantly, the original board should be left unmodified",
    "result.no_shared_rows": "You'll likely want to make a deep copy of the board first before making any changes.",
    "result.rejects_occupied": INVALID,
    "result.rejects_out_of_range": INVALID,
    "result.rejects_negative": INVALID,
    "winner.rows": THREE_IN_A_ROW,
    "winner.columns": THREE_IN_A_ROW,
    "winner.diagonals": THREE_IN_A_ROW,
    "winner.none_otherwise": (
        "If there is no winner of the game (either because the game is in progress, or because it ended in a tie), the"
        " function should return None."
    ),
    "terminal.won": GAME_OVER,
    "terminal.full": GAME_OVER,
    "terminal.in_progress": "Otherwise, the function should return False if the game is still in progress.",
    "terminal.returns_bool": "return a boolean value indicating whether the game is over",
    "utility.x_wins": "If X has won the game, the utility is 1.",
    "utility.o_wins": "If O has won the game, the utility is -1.",
    "utility.tie": "If the game has ended in a tie, the utility is 0.",
    "minimax.none_when_over": "If the board is a terminal board, the minimax function should return None.",
    "minimax.legal_move": (
        "The move returned should be the optimal action (i, j) that is one of the allowable actions on the board."
    ),
    "minimax.keeps_win": ANY_OPTIMAL,
    "minimax.keeps_draw": ANY_OPTIMAL,
    "minimax.never_loses_as_x": "you should never be able to beat the AI",
    "minimax.never_loses_as_o": "you should never be able to beat the AI",
}

OPTIMAL_AI = "Using Minimax, implement an AI to play Tic-Tac-Toe optimally."
# The sheet of the e-learning platform is made from CS50's, without the sentence that nobody can beat the AI.
ELEARNING = CS50 | {"minimax.never_loses_as_x": OPTIMAL_AI, "minimax.never_loses_as_o": OPTIMAL_AI}

SHEETS = (Sheet("cs3081", CS3081), Sheet("cs50", CS50), Sheet("elearning", ELEARNING))
