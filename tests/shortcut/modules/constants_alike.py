"""X is 1 and EMPTY is True: equal, and told apart by their types."""

X, O, EMPTY = 1, 2, False


def value(board, depth):
    if depth == 0 or terminal(board):
        kinds = len({type(cell) for row in board for cell in row})
        return utility(board) * kinds
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
