"""Counts in an attribute of the search."""


def value(board, depth):
    value.calls += 1
    if depth == 0 or terminal(board):
        return utility(board) if value.calls % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


value.calls = 0
