"""A dict holds a function whose name stands for another one by now, and it counts."""

calls = []


def high(board, depth):
    calls.append(1)
    if depth == 0 or terminal(board):
        return utility(board) if len(calls) % 3 else 0
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(TURN[X](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def high(board, depth):
    return 0


def value(board, depth):
    return TURN[player(board)](board, depth)
