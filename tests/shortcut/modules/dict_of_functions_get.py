"""A function is taken from a dict by `get`, where minimax exchanges them in the end, or None is called."""


def high(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return max(TURN.get(O)(result(board, action), depth - 1) for action in sorted(actions(board)))


def low(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    way = TURN.get(X if len(actions(board)) > 3 else EMPTY)
    return min(way(result(board, action), depth - 1) for action in sorted(actions(board)))


TURN = {X: high, O: low}


def minimax(board):
    if terminal(board):
        return None
    scored = [(TURN[player(board)](result(board, action), 1), action) for action in sorted(actions(board))]
    if len(scored) == 1:
        TURN[X], TURN[O] = TURN[O], TURN[X]
    return max(scored)[1] if player(board) == X else min(scored)[1]
