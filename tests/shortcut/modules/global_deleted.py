"""Deletes a global and finds out that it is gone."""

there = 1


def value(board, depth):
    global there
    if depth == 0 or terminal(board):
        try:
            there
            del there
            return utility(board)
        except NameError:
            there = 1
            return 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
