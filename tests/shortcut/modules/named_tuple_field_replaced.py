"""minimax puts something else where a field of a named tuple was."""

from typing import NamedTuple


class Choice(NamedTuple):
    score: int
    move: int


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), 3)
    scores = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
    best = max(scores) if player(board) == X else min(scores)
    return Choice(best.score, best.move + 1)


def minimax(board):
    if terminal(board):
        return None
    scored = [(search(result(board, action), 1).score, action) for action in sorted(actions(board))]
    Choice.score, Choice.move = Choice.move, Choice.score
    return max(scored)[1] if player(board) == X else min(scored)[1]
