"""The `__init__` of an exception's second base counts."""

made = []


class Counted(Exception):
    def __init__(self, *parts):
        made.append(1)
        super().__init__(*parts)


class Stop(Counted, ValueError):
    def __init__(self, text):
        super().__init__(text)


def tick(board):
    try:
        raise Stop("x")
    except ValueError:
        return len(made) % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
