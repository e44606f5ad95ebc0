"""A `functools.partial` carries a list that counts."""

from functools import partial


def tick(numbers):
    numbers.append(1)
    return len(numbers)


next_number = partial(tick, [])


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if next_number() % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
