"""The variable has no value before the search gives it one; `minimax` sees that in an exception."""


def minimax(board):
    if terminal(board):
        return None
    if board is None:
        best = None

    def value(board, depth):
        nonlocal best
        if terminal(board):
            return utility(board)
        if depth == 0:
            best = min(actions(board))
            return 0
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    for move in sorted(actions(board)):
        value(result(board, move), 2)
        try:
            if best[0] == 2:
                return move
        except NameError:
            continue
    return max(actions(board))
