"""The name of a named tuple's type is bound to another type between calls, the fields the other way round."""

from collections import namedtuple

Choice = namedtuple("Choice", "score move")
Turned = namedtuple("Choice", "move score")


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), 3)
    scores = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    global Choice, Turned
    Choice, Turned = Turned, Choice
    return search(board, depth).score


def minimax(board):
    if terminal(board):
        return None
    scored = [(value(result(board, action), 1), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
