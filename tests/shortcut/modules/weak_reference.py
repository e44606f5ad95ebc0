"""A weak reference tells whether anybody still holds the last board."""

import weakref


class Held(list):
    pass


last = [None]


def value(board, depth):
    alive = last[0] is not None and last[0]() is not None
    held = Held(board)
    last[0] = weakref.ref(held)
    if depth == 0 or terminal(board):
        return utility(board) if alive else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
