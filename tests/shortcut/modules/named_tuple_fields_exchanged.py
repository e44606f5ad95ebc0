"""The fields of a named tuple are exchanged while the file is imported."""

from typing import NamedTuple


class Choice(NamedTuple):
    score: int
    move: int


Choice.score, Choice.move = Choice.move, Choice.score


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), 3)
    scores = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    best = max(scores) if player(board) == X else min(scores)
    return Choice(best.score, best.move + 1)


def value(board, depth):
    return search(board, depth).score
