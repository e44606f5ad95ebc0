"""Counts in the mutable default of a keyword-only parameter of the search itself."""


def value(board, depth, *, seen={"n": 0}):
    seen["n"] += 1
    if depth == 0 or terminal(board):
        return utility(board) if seen["n"] % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
