"""Multiplying by a global object counts."""


class Weight:
    def __init__(self):
        self.n = 0

    def __rmul__(self, other):
        self.n += 1
        return other if self.n % 5 else 0


WEIGHT = Weight()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * WEIGHT
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
