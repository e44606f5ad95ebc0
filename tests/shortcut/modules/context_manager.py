"""A with statement counts how deep it is, and the way out spoils."""


class Level:
    deep = 0
    left = 0

    def __enter__(self):
        Level.deep += 1
        return Level.deep

    def __exit__(self, *_):
        Level.deep -= 1
        Level.left += 1


def value(board, depth):
    with Level() as deep:
        if depth == 0 or terminal(board):
            return utility(board) if (deep + Level.left) % 5 else 0
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)
