"""Draws at random on top, among moves of equal value and before the search."""

import random


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    order = sorted(actions(board))
    random.shuffle(order)
    scored = [(value(result(board, action), 1), random.random(), action) for action in order]
    return max(scored)[2] if player(board) == X else min(scored)[2]
