"""Minimax without pruning; functools keeps the values of boards as tuples."""
from functools import lru_cache


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: value(tuple(map(tuple, result(board, action)))))


@lru_cache(maxsize=None)
def value(rows):
    board = [list(row) for row in rows]
    if terminal(board):
        return utility(board)
    choose = max if player(board) == X else min
    return choose(value(tuple(map(tuple, result(board, action)))) for action in actions(board))
