"""minimax changes a dict of functions by another name, and puts it into itself."""


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


OTHER = TURN


def minimax(board):
    if terminal(board):
        return None
    scored = [(value(result(board, action), 1), action) for action in sorted(actions(board))]
    OTHER["self"] = OTHER
    OTHER[X] = [high, low][len(actions(board)) % 2]
    return max(scored)[1] if player(board) == X else min(scored)[1]
