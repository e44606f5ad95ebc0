"""Asks for `id` of the board."""

first = id(EMPTY)


def value(board, depth):
    if depth == 0 or terminal(board):
        kept = [board]
        return utility(board) if id(kept[0]) == id(board) else id(board) % 2
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
