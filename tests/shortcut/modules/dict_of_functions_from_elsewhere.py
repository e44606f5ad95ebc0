"""A dict of functions gets one that its text does not name: it counts."""

calls = []


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(TURN[X](result(board, action), depth - 1) for action in sorted(actions(board)))


def count(board, depth):
    calls.append(1)
    return utility(board) if len(calls) % 3 else 0


TURN = {X: high, O: low}
TURN.update({O: count})


def value(board, depth):
    return high(board, depth)
