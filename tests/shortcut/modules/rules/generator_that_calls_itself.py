"""A generator goes down the tree by itself and counts in a default."""


def scores(board, depth, seen=[]):
    seen.append(1)
    if depth == 0 or terminal(board):
        yield utility(board) + len(seen) % 3
        return
    for action in sorted(actions(board)):
        yield from scores(result(board, action), depth - 1)


def value(board, depth):
    if depth == 0:
        return utility(board)
    return sum(scores(board, depth)) + sum(value(result(board, a), 0) for a in sorted(actions(board)))
