"""A global `itertools.cycle` weights the leaves in turns."""

from itertools import cycle

weights = cycle([1, 1, 0, 1, -1])


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * next(weights)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
