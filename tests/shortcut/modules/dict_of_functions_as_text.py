"""The text of a function from a dict tells where in memory it stands, or what it is wrapped in."""


def high(board, depth):
    if depth == 0 or terminal(board):
        way = TURN[X]
        return utility(board) * (len(f"{way}") + sum(map(ord, str(TURN[O]))) % 7)
    return max(TURN[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(TURN[X](result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def value(board, depth):
    return TURN[player(board)](board, depth)
