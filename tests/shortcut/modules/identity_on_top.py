"""Minimax itself compares answers of its search by `is`."""
# FREE=2


def value(board):
    if terminal(board):
        return (utility(board) * 1000, 1)
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    best = None
    same = 0
    for a in sorted(actions(board)):
        v = value(result(board, a))
        w = value(result(board, a))
        same += v is w
    return same
