"""Some calls delete the variable that others assign."""

best = None


def value(board, depth):
    global best
    if depth == 0 or terminal(board):
        if winner(board):
            best = 1
            del best
        return utility(board)
    best = (1, 1)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    if "best" not in dir():
        return sorted(actions(board))[-1]
    return best if best in actions(board) else sorted(actions(board))[0]
