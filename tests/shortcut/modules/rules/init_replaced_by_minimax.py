"""Minimax replaces the `__init__` of a class between two searches."""


class Worth:
    def __init__(self, board):
        self.n = utility(board)


def other(self, board):
    self.n = 5


original = Worth.__init__


def value(board, depth):
    if depth == 0 or terminal(board):
        return Worth(board).n
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    Worth.__init__ = original
    first = [value(result(board, action), 1) for action in sorted(actions(board))]
    Worth.__init__ = other
    return first, [value(result(board, action), 1) for action in sorted(actions(board))]
