"""Marks are compared with `is`, in chains and loops too."""

def utility(board):
    if winner(board) is X:
        return 1
    if winner(board) is O:
        return -1
    return 0


def terminal(board):
    return winner(board) is not None or not any(cell is EMPTY for row in board for cell in row)


def winner(board):
    for mark in (X, O):
        for i in range(3):
            if all(board[i][j] is mark for j in range(3)) or all(board[j][i] is mark for j in range(3)):
                return mark
        if board[0][0] is board[1][1] is board[2][2] is mark:
            return mark
        if board[0][2] is mark and board[1][1] is mark and board[2][0] is mark:
            return mark
    return None


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
