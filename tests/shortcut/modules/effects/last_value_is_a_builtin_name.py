"""The variable has the name of a builtin that a helper uses."""

best = None


def highest(scores):
    return max(scores)


def value(board, depth):
    global best
    global max
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    max = min
    return highest(scores)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if best in actions(board) else sorted(actions(board))[0]
