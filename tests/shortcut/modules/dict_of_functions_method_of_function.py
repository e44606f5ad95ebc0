"""A method is in a dict and is called with a function for its instance, on which it counts."""


class Worth:
    def __init__(self):
        self.calls = 0

    def of(self, board):
        self.calls = self.calls + 1
        return utility(board) if self.calls % 3 else 0


def leaf(board):
    return 0


leaf.calls = 0
WORTH = {True: Worth.of, False: leaf}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[True](WORTH[False], board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
