"""An iterator among the arguments is used up on the way."""


def weigh(board, depth, weights):
    if depth == 0 or terminal(board):
        return utility(board) * next(weights, 1)
    scores = [weigh(result(board, action), depth - 1, weights) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return weigh(board, depth, iter([1, 0, 1, 1, -1] * 3))
