"""Which function of a dict is called goes by the order of the dict, which minimax changes."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return max(list(TURN.values())[0](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + 1
    return min(list(TURN.values())[1](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def value(board, depth):
    return TURN[player(board)](board, depth)


def minimax(board):
    if terminal(board):
        return None
    scored = [(value(result(board, action), 1), action) for action in sorted(actions(board))]
    TURN[X] = TURN.pop(X)
    return max(scored)[1] if player(board) == X else min(scored)[1]
