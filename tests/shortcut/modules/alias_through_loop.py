"""Writes the inner lists of a global table through a loop's variable."""

TABLE = [[0], [0]]


def value(board, depth):
    for line in TABLE:
        line[0] += 1
    if depth == 0 or terminal(board):
        return utility(board) if TABLE[0][0] % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
