"""A field of a format text reaches into an object."""

count = [0]


class Node:
    def __init__(self, board):
        count[0] += 1
        self.number = count[0] % 5


def tick(board):
    return int("{0.number}".format(Node(board)))


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
