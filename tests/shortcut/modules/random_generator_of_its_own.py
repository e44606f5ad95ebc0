"""Draws from a generator of its own, made at import, inside the recursion."""

import random

dice = random.Random(7)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if dice.randrange(5) else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
