"""A defaultdict makes the function it does not hold yet, and keeps it."""

from collections import defaultdict


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + len(TURN)
    return min(TURN[depth](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = defaultdict(lambda: low)


def value(board, depth):
    return TURN[player(board)](board, depth)
