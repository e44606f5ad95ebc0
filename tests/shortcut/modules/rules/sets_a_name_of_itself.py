"""Minimax sets a variable of the file through the file's own module."""

import tictactoe as own

bonus = 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + own.bonus
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    found = []
    for own.bonus in range(3):
        found.append([value(result(board, action), 1) for action in sorted(actions(board))])
    return found
