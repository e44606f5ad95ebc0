"""The first board is carried along by a search that opens at random, so other code of the file gives it twice."""

import random


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return moves[scores.index(best)]
    return best


def minimax(board):
    if terminal(board):
        return None
    if board == initial_state():
        return random.Random(7).choice(sorted(actions(board)))
    return value(board, board, 3)
