"""A call puts a function into the global variable, which the caller calls."""

best = None


def value(board, depth):
    global best
    best = value if utility(board) else sorted
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    for move in moves:
        value(result(board, move), 2)
    return moves[0] if best is sorted else moves[-1]
