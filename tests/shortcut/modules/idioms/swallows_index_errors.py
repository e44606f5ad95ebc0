"""A bare `except` passes over cells that do not exist."""


def winner(board):
    for i in range(4):
        try:
            if board[i][0] is not None and board[i][0] == board[i][1] == board[i][2]:
                return board[i][0]
            if board[0][i] is not None and board[0][i] == board[1][i] == board[2][i]:
                return board[0][i]
        except:
            pass
    return None


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
