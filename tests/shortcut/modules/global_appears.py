"""A name that is nowhere at first comes up on the way, and hides a built-in."""


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global max
    if terminal(board):
        return None
    scored = sorted((value(result(board, action), 1), action) for action in actions(board))
    if board[1][1] == X:
        max = min
    return scored[-1 if player(board) == X else 0][1]
