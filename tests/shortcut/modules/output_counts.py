"""The length of what was printed counts the nodes."""

import io
import sys

sys.stdout = io.StringIO()


def value(board, depth):
    sys.stdout.write(".")
    if depth == 0 or terminal(board):
        return utility(board) if sys.stdout.tell() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
