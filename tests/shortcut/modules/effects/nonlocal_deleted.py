"""The search deletes the variable of `minimax` and gives it a value again."""


def minimax(board):
    if terminal(board):
        return None
    best = (0, 0)

    def value(board, depth):
        nonlocal best
        if depth == 0 or terminal(board):
            return utility(board)
        scores = []
        for action in sorted(actions(board)):
            best = action
            scores.append(value(result(board, action), depth - 1))
            del best
            best = action
        return max(scores) if player(board) == X else min(scores)

    moves = sorted(actions(board))
    scores = [value(result(board, move), 2) for move in moves]
    return moves[(sum(best) + sum(scores)) % len(moves)]
