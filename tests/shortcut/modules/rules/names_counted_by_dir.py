"""Minimax counts the names of a module."""

import math as own


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    return len(dir(own)), max(value(result(board, action), 1) for action in sorted(actions(board)))
