"""A list of functions is taken from a dict and grows in place, without a subscript of it being written."""


def high(board, depth):
    way = WAYS[X]
    way += [leaf]
    if depth == 0 or terminal(board):
        return utility(board)
    return max(WAYS[O][0](result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        try:
            return WAYS[X][2500](board)
        except IndexError:
            return utility(board)
    return min(WAYS[X][0](result(board, action), depth - 1) for action in sorted(actions(board)))


def leaf(board):
    return 5


WAYS = {X: [high, high], O: [low, leaf]}


def value(board, depth):
    return WAYS[player(board)][0](board, depth)
