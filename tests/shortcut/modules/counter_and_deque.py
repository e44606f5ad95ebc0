"""A global Counter and a global deque that turns."""

from collections import Counter, deque

visits = Counter()
wheel = deque([1, 1, 0, 1, -1])


def value(board, depth):
    visits.update(["n"])
    wheel.rotate(1)
    if depth == 0 or terminal(board):
        return utility(board) * wheel[0] if visits["n"] % 7 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
