"""A global iterator over a long list is used up leaf by leaf."""

rest = iter([1, 1, 0] * 200)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * next(rest, 1)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
