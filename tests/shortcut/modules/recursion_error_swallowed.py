"""Dives until Python refuses, and takes the depth it reached for a score."""


def dive(board, n):
    try:
        return dive(board, n + 1)
    except:
        return n


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if sum(row.count(EMPTY) for row in board) == 6 and board[0][0] == X:
        return 1 if dive(board, 0) > 900 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
