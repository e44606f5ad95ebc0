"""Counts through `globals()`."""

count = 0


def value(board, depth):
    globals()["count"] += 1
    if depth == 0 or terminal(board):
        return utility(board) if count % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
