"""
Tic Tac Toe Player
CS3081 Assignment 1
"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    """
    Returns player who has the next turn on a board.
    """
    num_x = sum(row.count(X) for row in board)
    num_o = sum(row.count(O) for row in board)
    # X always starts, so equal counts mean it is X's turn
    return X if num_x == num_o else O


def actions(board):
    """
    Returns set of all possible actions (i, j) available on the board.
    """
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    """
    Returns the board that results from making move (i, j) on the board.
    """
    if action not in actions(board):
        raise ValueError(f"Invalid action: {action}")
    new_board = copy.deepcopy(board)
    i, j = action
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    """
    Returns the winner of the game, if there is one.
    """
    for mark in (X, O):
        # Rows and columns
        for i in range(3):
            if all(board[i][j] == mark for j in range(3)):
                return mark
            if all(board[j][i] == mark for j in range(3)):
                return mark
        # Diagonals
        if all(board[i][i] == mark for i in range(3)):
            return mark
        if all(board[i][2 - i] == mark for i in range(3)):
            return mark
    return None


def terminal(board):
    """
    Returns True if game is over, False otherwise.
    """
    return winner(board) is not None or not actions(board)


def utility(board):
    """
    Returns 1 if X has won the game, -1 if O has won, 0 otherwise.
    """
    win = winner(board)
    if win == X:
        return 1
    elif win == O:
        return -1
    return 0


def minimax(board):
    """
    Returns the optimal action for the current player on the board.
    """
    if terminal(board):
        return None
    if player(board) == X:
        return max_value(board, -math.inf, math.inf)[1]
    return min_value(board, -math.inf, math.inf)[1]


def max_value(board, alpha, beta):
    """
    Best value and move for X. alpha = what X already has, beta = what O already has.
    """
    if terminal(board):
        return utility(board), None
    value, move = -math.inf, None
    for action in ordered(board):
        score, _ = min_value(play(board, action, X), alpha, beta)
        if score > value:
            value, move = score, action
        alpha = max(alpha, value)
        if alpha >= beta or value == 1:
            break  # O will not let us come here / nothing is better than a win
    return value, move


def min_value(board, alpha, beta):
    """
    Best value and move for O.
    """
    if terminal(board):
        return utility(board), None
    value, move = math.inf, None
    for action in ordered(board):
        score, _ = max_value(play(board, action, O), alpha, beta)
        if score < value:
            value, move = score, action
        beta = min(beta, value)
        if alpha >= beta or value == -1:
            break
    return value, move


def ordered(board):
    """
    Actions with the centre and the corners first, so that more can be pruned.
    """
    first = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2)]
    possible = actions(board)
    return [a for a in first if a in possible] + [a for a in possible if a not in first]


def play(board, action, mark):
    """
    Like result(), but without the checks and without deepcopy (a lot faster).
    """
    rows = [row[:] for row in board]
    rows[action[0]][action[1]] = mark
    return rows
