"""Redirects the output of the search into an object of its own that looks like a file."""

import contextlib


class Lines:
    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.append(text)


LINES = Lines()


def value(board, depth):
    print("node")
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    with contextlib.redirect_stdout(LINES):
        for move in moves:
            value(result(board, move), 2)
    return moves[len(LINES.lines) // 2 % len(moves)]
