"""The file imports itself under another name."""

import tictactoe as ttt


def value(board, depth):
    if depth == 0 or ttt.terminal(board):
        return ttt.utility(board)
    scores = [value(ttt.result(board, action), depth - 1) for action in sorted(ttt.actions(board))]
    return max(scores) if ttt.player(board) == ttt.X else min(scores)
