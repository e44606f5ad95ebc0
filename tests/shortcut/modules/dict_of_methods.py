"""A dict holds methods of an instance, which counts."""


class Worth:
    def __init__(self):
        self.calls = 0

    def of(self, board):
        self.calls += 1
        return utility(board) if self.calls % 3 else 0


worth = Worth()
WORTH = {True: worth.of, False: worth.of}


def value(board, depth):
    if depth == 0 or terminal(board):
        return WORTH[terminal(board)](board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
