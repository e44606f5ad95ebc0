"""Recursion inside `functools.reduce`, whose function counts in a list of the module."""

from functools import reduce

folds = []


def fold(one, other):
    folds.append(1)
    return max(one, other) if len(folds) % 5 else 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return reduce(fold, map(lambda action: value(result(board, action), depth - 1), sorted(actions(board))))
