"""A global `itertools.count` gives the next number at every leaf."""

import itertools

ticks = itertools.count()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if next(ticks) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
