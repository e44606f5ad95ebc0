"""The rows of two tables that are joined are written in the loop over both."""

import itertools

ROWS, COLUMNS = [[0], [1]], [[2]]


def value(board, depth):
    for at, row in enumerate(itertools.chain(ROWS, COLUMNS)):
        row.append(at)
    if depth == 0 or terminal(board):
        return utility(board) if len(ROWS[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
