"""The search calls `minimax` again, which makes a new variable each time."""


def minimax(board, depth=2):
    if terminal(board):
        return None
    best = min(actions(board))

    def value(board, left):
        nonlocal best
        if terminal(board):
            return utility(board)
        if left == 0:
            best = minimax(board, depth - 1) if depth else max(actions(board))
            return sum(best) % 3 - 1 if depth else 0
        scores = [value(result(board, action), left - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    value(board, 1)
    moves = sorted(actions(board))
    return moves[sum(best) % len(moves)]
