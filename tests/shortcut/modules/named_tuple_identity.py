"""minimax looks whether two named tuples that were answered are one object."""

from collections import namedtuple

Choice = namedtuple("Choice", "score move")


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), depth)
    found = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(found) if player(board) == X else min(found)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    one, other = (search(result(board, moves[0]), 1) for _ in range(2))
    return moves[-1] if one is other else moves[0]
