"""The variable of a loop is global."""

best = None


def value(board, depth):
    global best
    if depth == 0 or terminal(board):
        return utility(board)
    for best in sorted(actions(board)):
        value(result(board, best), depth - 1)
    return utility(board)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if best in actions(board) else sorted(actions(board))[0]
