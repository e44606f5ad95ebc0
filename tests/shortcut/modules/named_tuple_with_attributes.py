"""Instances of a class that inherits from a named tuple take attributes, which stay with the instance."""

from collections import namedtuple


class Choice(namedtuple("Choice", "score move")):
    pass


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), None)
    scores = [Choice(search(result(board, action), depth - 1).score, action) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    found = search(board, depth)
    if hasattr(found, "old"):
        return 0
    found.old = True
    return found.score
