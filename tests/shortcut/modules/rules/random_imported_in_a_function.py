"""The search draws from a generator that it imports itself."""


def value(board, depth):
    import random

    if depth == 0 or terminal(board):
        return random.random()
    return sum(value(result(board, action), depth - 1) for action in sorted(actions(board)))
