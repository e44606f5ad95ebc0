"""
Tic-tac-toe against the computer: a human plays X and moves first, the AI plays O and never loses.

`minimax` looks at every way the game can go on from a board, O going for the highest score and X for the lowest;
`best_move` plays the move with the best outcome for O.
"""

from __future__ import annotations

import math

HUMAN = "X"
AI = "O"
EMPTY = " "
DRAW = "Draw"

Board = list[list[str]]
Move = tuple[int, int]

SIZE = 3
SCORES = {AI: 1, HUMAN: -1, DRAW: 0}


def print_board(board: Board) -> None:
    """Print the board, its rows and columns separated by lines."""
    print("\n---------\n".join(" | ".join(row) for row in board))


def check_winner(board: Board) -> str | None:
    """Return "X" or "O" if that player has three in a row, "Draw" if the board is full, None while the game is on."""
    columns = [[row[i] for row in board] for i in range(SIZE)]
    diagonals = [[board[i][i] for i in range(SIZE)], [board[i][SIZE - 1 - i] for i in range(SIZE)]]
    for first, second, third in (*board, *columns, *diagonals):
        if first != EMPTY and first == second == third:
            return first
    return None if any(EMPTY in row for row in board) else DRAW


def available_moves(board: Board) -> list[Move]:
    """Return the empty cells as a list of (row, column), in reading order."""
    return [(row, column) for row in range(SIZE) for column in range(SIZE) if board[row][column] == EMPTY]


def minimax(board: Board, depth: int, is_maximizing: bool) -> float:  # noqa: FBT001 - the call the assignment gives
    """
    Return the score that `board` leads to if both play their best: 1 if O wins, -1 if X wins, 0 for a draw.

    O is to move if `is_maximizing`, else X. Moves are tried on `board` itself and taken back. `depth` counts the moves
    made since the first call; the score does not depend on it.
    """
    winner = check_winner(board)
    if winner is not None:
        return SCORES[winner]

    mark, better, best_score = (AI, max, -math.inf) if is_maximizing else (HUMAN, min, math.inf)
    for row, column in available_moves(board):
        board[row][column] = mark
        score = minimax(board, depth + 1, not is_maximizing)
        board[row][column] = EMPTY
        best_score = better(score, best_score)
    return best_score


def best_move(board: Board) -> Move | None:
    """Return an optimal move for O as (row, column), or None if no cell is left."""
    best_score = -math.inf
    move = None
    for row, column in available_moves(board):
        board[row][column] = AI
        score = minimax(board, 0, is_maximizing=False)
        board[row][column] = EMPTY
        if score > best_score:
            best_score, move = score, (row, column)
    return move


def play_game() -> None:
    """Play one game on the terminal, the human first; the end of input ends it too."""
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    mark = HUMAN
    print("Welcome to Tic-Tac-Toe!")
    print("You are X, AI is O")
    print_board(board)
    while (winner := check_winner(board)) is None:
        if mark == AI:
            print("AI is thinking...")
            move = best_move(board)
        else:
            try:
                row, column = map(int, input("Enter your move (row and col: 0-2 0-2): ").split())
            except ValueError:
                print("Invalid input. Use two numbers between 0 and 2 separated by a space.")
                continue
            except EOFError:
                print("\nGoodbye!")
                return
            move = row, column
        if move is None or move not in available_moves(board):
            print("Invalid move. Choose an empty cell, row and column between 0 and 2.")
            continue
        row, column = move
        board[row][column] = mark
        print_board(board)
        mark = HUMAN if mark == AI else AI
    print("It's a draw!" if winner == DRAW else f"{winner} wins!")


if __name__ == "__main__":
    play_game()
