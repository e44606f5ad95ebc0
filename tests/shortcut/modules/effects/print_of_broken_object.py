"""Printing raises half way, in a method that counts."""

COUNTED = []


class Broken:
    def __str__(self):
        COUNTED.append(1)
        raise ValueError(len(COUNTED))


def value(board, depth):
    try:
        print("half", Broken())
    except ValueError:
        return len(COUNTED) % 2
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
