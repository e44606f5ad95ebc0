"""Hands `print` on to another function, as a value."""


def show(how, *parts):
    how(*parts)


def value(board, depth):
    show(print, "node", depth)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
