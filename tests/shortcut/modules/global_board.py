"""Plays and takes back on one global board, which is no argument of the search."""

WORK = [[EMPTY] * 3 for _ in range(3)]


def value(board, depth):
    for i in range(3):
        for j in range(3):
            WORK[i][j] = board[i][j]
    return inner(depth)


def inner(depth):
    if depth == 0 or terminal(WORK):
        return utility(WORK)
    turn, scores = player(WORK), []
    for i, j in sorted(actions(WORK)):
        WORK[i][j] = turn
        scores.append(inner(depth - 1))
        WORK[i][j] = EMPTY
    return max(scores) if turn == X else min(scores)
