"""A helper in an `lru_cache` counts how often it really runs; its cache forgets."""

from functools import lru_cache

runs = []


@lru_cache(maxsize=4)
def weight(cells):
    runs.append(1)
    return len(runs)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if weight(str(board)) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
