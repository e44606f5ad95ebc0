"""A `finally` with a return drops whatever was raised in a branch that counts."""

seen = []


def tick(board):
    found = 0
    try:
        if board[1][1] == X:
            seen.append(1)
            found = len(seen) % 5
    finally:
        return found


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
