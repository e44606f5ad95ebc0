"""Each line of a table is compared with the set of a player's cells."""

LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)]]
CROSSING = [{(0, at), (1, at), (2, at)} for at in range(3)] + [{(0, 0), (1, 1), (2, 2)}, {(0, 2), (1, 1), (2, 0)}]


def winner(board):
    for mark in (X, O):
        cells = {(i, j) for i in range(3) for j in range(3) if board[i][j] == mark}
        if any(cells.issuperset(line) for line in LINES) or any(line.issubset(cells) for line in CROSSING):
            return mark
    return None


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
