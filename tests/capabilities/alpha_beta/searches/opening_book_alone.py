"""No search at all: a list of good cells."""

GOOD = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]


def minimax(board):
    for i, j in GOOD:
        if not terminal(board) and board[i][j] == EMPTY:
            return (i, j)
    return None
