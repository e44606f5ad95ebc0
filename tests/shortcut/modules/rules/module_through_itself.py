"""The file imports itself and reaches a module that no name of it means."""

import gc
import tictactoe as own


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + own.gc.get_count()[0] % 5
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
