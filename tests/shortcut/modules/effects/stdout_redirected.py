"""Redirects the output of the search into a text, and reads it."""

import contextlib
import io


def value(board, depth):
    print("node")
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves, text = sorted(actions(board)), io.StringIO()
    with contextlib.redirect_stdout(text):
        for move in moves:
            value(result(board, move), 2)
    return moves[len(text.getvalue()) // 5 % len(moves)]
