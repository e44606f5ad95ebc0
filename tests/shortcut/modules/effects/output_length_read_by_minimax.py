"""The caller asks the standard output how much was printed."""

import sys


def value(board, depth):
    print("node", board[0])
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves, before = sorted(actions(board)), sys.stdout.characters
    for move in moves:
        value(result(board, move), 2)
    return moves[(sys.stdout.characters - before) % len(moves)]
