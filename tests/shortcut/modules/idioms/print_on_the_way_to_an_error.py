"""`result` prints before it raises for a cell that is taken."""

def result(board, action):
    i, j = action
    if board[i][j] != EMPTY:
        print("Invalid action", action)
        raise ValueError("no")
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
