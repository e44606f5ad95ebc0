"""Counts in an attribute of a class."""


class Count:
    n = 0


def value(board, depth):
    Count.n += 1
    if depth == 0 or terminal(board):
        return utility(board) if Count.n % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
