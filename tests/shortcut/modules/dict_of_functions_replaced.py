"""A dict holds a function whose name stands for another one by now."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return 2 * utility(board)
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(high(result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def high(board, depth):
    if depth == 0 or terminal(board):
        return -utility(board)
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def value(board, depth):
    return TURN[player(board)](board, depth) * 10 + high(board, depth)
