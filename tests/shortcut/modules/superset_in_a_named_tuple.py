"""A field of a named tuple has the name of a set's method, and the name stands nowhere in one piece."""

from collections import namedtuple

ROWS = [[0], [1]]
Methods = namedtuple("Methods", "issu" + "perset")
METHODS = Methods(lambda row: row.append(len(row)))


def value(board, depth):
    for row in ROWS:
        METHODS.issuperset(row)
    if depth == 0 or terminal(board):
        return utility(board) if len(ROWS[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
