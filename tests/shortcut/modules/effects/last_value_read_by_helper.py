"""A helper of the search reads the value that was assigned last."""

best = None


def is_best(board):
    return best is not None and board[2] == [*reversed(best)] or best == board[1]


def value(board, depth):
    global best
    best = board[0]
    if is_best(board):
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    scores = [value(result(board, move), 2) for move in moves]
    return moves[scores.index(max(scores))]
