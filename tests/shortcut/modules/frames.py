"""Counts the frames below it."""

import sys


def value(board, depth):
    if depth == 0 or terminal(board):
        frame, deep = sys._getframe(), 0
        while frame is not None and frame.f_code.co_name in ("value", "<listcomp>", "<lambda>", "minimax"):
            frame, deep = frame.f_back, deep + 1
        return utility(board) if deep % 2 else deep
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
