"""Minimax itself asks with `is` whose turn it is."""

def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)

import random


def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best = None
    for action in sorted(actions(board)):
        v = value(result(board, action), 3)
        if best is None or (v > best[0] if turn is X else v < best[0]):
            best = (v, action)
    return best[1]
