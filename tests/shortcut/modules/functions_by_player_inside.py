"""A dict of functions is written anew by each call, and one of them is exchanged in it."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    ways = {X: high, O: low}
    if depth == 1 and len(actions(board)) % 2:
        ways[O] = high
    return max(ways[O](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min({X: high, O: low}[player(board)](result(board, action), depth - 1) for action in sorted(actions(board)))


def value(board, depth):
    return {X: high, O: low}[player(board)](board, depth)
