"""Counts in a slot of a global object, which no `vars` shows."""


class Count:
    __slots__ = ("n",)


count = Count()
count.n = 0


def value(board, depth):
    count.n += 1
    if depth == 0 or terminal(board):
        return utility(board) if count.n % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
