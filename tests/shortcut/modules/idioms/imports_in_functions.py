"""Functions import what they use in their own first lines."""


def copied(board):
    import copy

    return copy.deepcopy(board)


def best(scores, mark):
    from functools import reduce
    import math as m

    return reduce(max if mark == X else min, scores, -m.inf if mark == X else m.inf)


def value(board, depth):
    from math import floor

    if depth == 0 or terminal(board):
        return floor(utility(copied(board)))
    return best([value(result(board, action), depth - 1) for action in sorted(actions(board))], player(board))
