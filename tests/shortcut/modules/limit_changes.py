"""The caller moves the limit of recursion."""

import sys


def steps(board, n):
    return 0 if n == 0 else 1 + steps(board, n - 1)


def minimax(board):
    if terminal(board):
        return None
    free = len(actions(board))
    for n in range(60, 240, 60):
        steps(board, n)
    sys.setrecursionlimit(120 if free % 2 else 1000)
    try:
        steps(board, 240)
        found = max(actions(board))
    except RecursionError:
        found = min(actions(board))
    finally:
        sys.setrecursionlimit(1000)
    return found
