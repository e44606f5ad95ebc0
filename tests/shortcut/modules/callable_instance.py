"""An instance is called; it counts."""


class Tick:
    n = 0

    def __call__(self):
        self.n += 1
        return self.n


tick = Tick()


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if tick() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
