"""Functions from a dict are given as arguments, answered and compared."""


def high(board, depth, way):
    if depth == 0 or terminal(board):
        return utility(board), TURN[X]
    found = [way(result(board, action), depth - 1, TURN[X]) for action in sorted(actions(board))]
    return max(one[0] for one in found), found[0][1]


def low(board, depth, way):
    if depth == 0 or terminal(board):
        return utility(board), TURN[O]
    found = [way(result(board, action), depth - 1, TURN[O]) for action in sorted(actions(board))]
    return min(one[0] for one in found), found[0][1]


TURN = {X: high, O: low}


def value(board, depth):
    score, way = TURN[player(board)](board, depth, TURN[X])
    return score * 10 + (way == TURN[X])
