"""Looks at a clock that only goes forward when a second call of it is made in the recursion."""

import time

ticks = []


def clock():
    ticks.append(time.sleep(0))
    return len(ticks)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if clock() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
