"""The file uses Python's own `vars` before it defines another."""

names = vars()


def vars(board):
    return 0


def tick(board):
    names["count"] = names.get("count", 0) + 1
    return names["count"] % 5 + vars(board)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
