"""A generator function is begun at the first call and goes on in the next."""


def numbers():
    number = 0
    while True:
        number += 1
        yield number


begun = []


def tick():
    if not begun:
        begun.append(numbers())
    return next(begun[0]) % 5


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick()
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
