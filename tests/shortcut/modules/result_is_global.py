"""Returns a list of the module, which the caller then changes."""

FOUND = [0, 0]


def best(board, depth):
    if depth == 0 or terminal(board):
        return FOUND
    scores = [best(result(board, action), depth - 1)[0] for action in sorted(actions(board))]
    FOUND[0] = max(scores) if player(board) == X else min(scores)
    return FOUND


def value(board, depth):
    answer = best(board, depth)
    answer[0] = utility(board) + answer[0] % 3
    return best(board, 0)[0]
