"""A text in a tuple is made anew, which only `is` tells."""


def value(board, depth, state=(X, 0)):
    if depth == 0 or terminal(board):
        return utility(board) + (state[0] is X)
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        scores.append(value(after, depth - 1) - 3 * value(after, depth - 1, ("".join(["X", ""]), 0)))
    return max(scores) if player(board) == X else min(scores)
