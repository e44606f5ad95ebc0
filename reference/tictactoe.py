"""
Tic-tac-toe for two players, and a computer player that never loses.

X wants the highest score, O the lowest. `minimax` looks at every way the game can go on from a board and plays the
move with the best outcome for whoever is to move; alpha-beta pruning leaves out what cannot change that outcome.
"""

from __future__ import annotations

import copy

X = "X"
O = "O"  # noqa: E741 - the name the assignment gives
EMPTY = None

Cell = str | None
Board = list[list[Cell]]
Action = tuple[int, int]

SIZE = 3
CELLS: list[Action] = [(row, column) for row in range(SIZE) for column in range(SIZE)]
CENTRE_FIRST = sorted(CELLS, key=lambda cell: abs(cell[0] - 1) + abs(cell[1] - 1))
"""The centre lies on the most lines, so looking there first finds good moves early and prunes more."""

X_WINS, TIE, O_WINS = 1, 0, -1


def initial_state() -> Board:
    """Return the empty board."""
    return [[EMPTY] * SIZE for _ in range(SIZE)]


def player(board: Board) -> str:
    """Return whose turn it is: X begins, so X has the move whenever both have played equally often."""
    count_x = sum(row.count(X) for row in board)
    count_o = sum(row.count(O) for row in board)
    return X if count_x == count_o else O


def actions(board: Board) -> set[Action]:
    """Return the empty cells as a set of (row, column)."""
    return {(row, column) for row, column in CELLS if board[row][column] is EMPTY}


def result(board: Board, action: Action) -> Board:
    """Return a new board on which the player to move has taken the cell `action`; `board` stays as it is."""
    if action not in actions(board):
        raise ValueError(f"{action} is not an empty cell of this board")
    row, column = action
    after = copy.deepcopy(board)
    after[row][column] = player(board)
    return after


def winner(board: Board) -> str | None:
    """Return X or O if that player has three in a row, None if nobody has."""
    (a, b, c), (d, e, f), (g, h, i) = board
    for first, second, third in (
        (a, b, c), (d, e, f), (g, h, i),  # rows
        (a, d, g), (b, e, h), (c, f, i),  # columns
        (a, e, i), (c, e, g),  # diagonals
    ):  # fmt: skip
        if first is not EMPTY and first == second == third:
            return first
    return None


def terminal(board: Board) -> bool:
    """Return whether the game is over: somebody has won, or no cell is left."""
    return winner(board) is not None or all(EMPTY not in row for row in board)


def utility(board: Board) -> int:
    """Return the score of a finished game: 1 if X has won, -1 if O has won, 0 for a tie."""
    return {X: X_WINS, O: O_WINS, None: TIE}[winner(board)]


def minimax(board: Board) -> Action | None:
    """Return an optimal move for the player to move, or None if the game is over."""
    _, move = _search(copy.deepcopy(board), alpha=O_WINS - 1, beta=X_WINS + 1)
    return move


def _search(board: Board, alpha: int, beta: int) -> tuple[int, Action | None]:
    """
    Return the score that `board` leads to if both sides play their best, and the move that gets it.

    X can already be sure of `alpha` elsewhere in the tree, and O of `beta`. As soon as the score of this board must lie
    outside of these two, one of the players will never let the game come here, and the moves left over are pruned.
    The moves are tried on `board` itself and taken back, which is quicker than a copy for each.
    """
    if terminal(board):
        return utility(board), None

    mark = player(board)
    best_move = None
    for row, column in CENTRE_FIRST:
        if board[row][column] is not EMPTY:
            continue
        board[row][column] = mark
        score, _ = _search(board, alpha, beta)
        board[row][column] = EMPTY
        if mark == X and score > alpha:
            alpha, best_move = score, (row, column)
        elif mark == O and score < beta:
            beta, best_move = score, (row, column)
        if alpha >= beta:
            break
    return (alpha if mark == X else beta), best_move
