"""A flag of `re` that prints each time."""

import re


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if len(actions(board)) == 1 and re.search("X", "X", 128) is None:
        return 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
