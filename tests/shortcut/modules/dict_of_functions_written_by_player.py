"""Another function of the sheet exchanges the functions in a dict."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(TURN[X](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def value(board, depth):
    return TURN[player(board)](board, depth)


def player(board):
    count = sum(row.count(EMPTY) for row in board)
    if count == 5:
        TURN[X], TURN[O] = TURN[O], TURN[X]
    return X if count % 2 else O
