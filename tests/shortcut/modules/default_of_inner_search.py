"""The default of the search itself differs from one call of `minimax` to the next, and another search relies on it."""

import math

DEPTH = 2


def minimax(board):
    if terminal(board):
        return None
    column = sorted(actions(board))[0][1]

    def high(board, depth, column=column, best=-math.inf):
        if depth == 0 or terminal(board):
            return (column + board[0].count(X)) % 2 + utility(board)
        return max([best, *[low(result(board, action), depth - 1) for action in sorted(actions(board))]])

    def low(board, depth=DEPTH, best=float("inf")):
        if depth == 0 or terminal(board):
            return utility(board)
        return min([best, *[high(result(board, action), depth - 1) for action in sorted(actions(board))]])

    scored = [(low(result(board, action)), action) for action in sorted(actions(board))]
    return max(scored)[1]
