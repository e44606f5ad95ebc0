"""Draws at random inside the recursion."""

import random


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if random.random() < 0.8 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
