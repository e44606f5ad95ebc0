"""Python warns of a pattern, once, on the stream that the file prints to."""

import re


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if len(actions(board)) == 1 and re.search("[[X]", "X") is None:
        return 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
