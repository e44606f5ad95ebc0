"""Only calls in won positions assign the global variable."""

best = None


def value(board, depth):
    global best
    if winner(board) == X:
        best = sorted(actions(board))[-1] if actions(board) else (0, 0)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global best
    if terminal(board):
        return None
    best = None
    for move in sorted(actions(board)):
        value(result(board, move), 2)
    return best if best in actions(board) else sorted(actions(board))[0]
