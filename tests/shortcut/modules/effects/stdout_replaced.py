"""Puts an object that counts in the place of the standard output."""

import sys


class Counting:
    def __init__(self):
        self.count = 0

    def write(self, text):
        self.count += len(text)
        return len(text)

    def flush(self):
        pass


sys.stdout = COUNTING = Counting()


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
    for move in moves:
        value(result(board, move), 2)
    return moves[COUNTING.count % len(moves)]
