"""A module that is imported and never named is reached through the list of modules."""

import sys
import gc


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + sys.modules["gc"].get_count()[0] % 5
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
