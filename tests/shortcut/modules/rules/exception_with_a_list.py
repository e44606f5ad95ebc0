"""All instances of an exception share a list."""


class Stop(Exception):
    seen = []

    def __init__(self, board):
        self.seen.append(1)


def tick(board):
    try:
        raise Stop(board)
    except Stop as stop:
        return len(stop.seen) % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
