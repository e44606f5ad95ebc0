"""The text of an exception counts how often it was asked for."""

asked = []


class Stop(Exception):
    def __str__(self):
        asked.append(1)
        return "x" * (len(asked) % 5)


def tick(board):
    try:
        raise Stop(board)
    except Stop as stop:
        return len("%s" % stop)


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
