"""Writes a global list through a name that is local."""

COUNTS = [0]


def value(board, depth):
    here = COUNTS
    here[0] += 1
    if depth == 0 or terminal(board):
        return utility(board) if here[0] % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
