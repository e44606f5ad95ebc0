"""The path so far is a number that is part of the argument; there is no end to it."""


def weigh(board, depth, path):
    if depth == 0 or terminal(board):
        return utility(board) * (path % 7 - 3) + (1 << path % 90)
    scores = [weigh(result(board, (i, j)), depth - 1, path**3 + 3 * i + j) for i, j in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return weigh(board, depth, 10**30 + depth)
