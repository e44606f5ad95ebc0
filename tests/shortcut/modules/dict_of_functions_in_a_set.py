"""Functions from a dict stand in a set, whose order goes by their addresses."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    ways = {TURN[X], TURN[O]}
    return [way(result(board, min(actions(board))), depth - 1) for way in ways][0] + 1


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    ways = {TURN[O], TURN[X]}
    return [way(result(board, max(actions(board))), depth - 1) for way in ways][0] - 1


TURN = {X: high, O: low}


def value(board, depth):
    return TURN[player(board)](board, depth)
