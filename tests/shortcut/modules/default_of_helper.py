"""Counts in the mutable default of a helper."""


def tick(seen=[0]):
    seen[0] += 1
    return seen[0]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if tick() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
