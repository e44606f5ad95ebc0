"""Asks whether the board is the one of last time."""


def value(board, depth, before=None):
    if depth == 0 or terminal(board):
        return utility(board) if before is board else 0
    scores = []
    for number, action in enumerate(sorted(actions(board))):
        after = result(board, action)
        twin = [row[:] for row in after]
        scores.append(value(after, depth - 1, after) - 2 * value(after, depth - 1, twin) + number % 2)
    return max(scores) if player(board) == X else min(scores)
