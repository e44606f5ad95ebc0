"""Alpha-beta with growing depth; the last round reaches the end of the game."""


def minimax(board):
    if terminal(board):
        return None
    best = None
    left = sum(row.count(EMPTY) for row in board)
    for depth in range(1, left + 1):
        best = deepen(board, depth, -50, 50)[1]
    return best


def deepen(board, depth, alpha, beta):
    if terminal(board):
        return 10 * utility(board), None
    if depth == 0:
        return 0, None
    chosen = None
    value = -50 if player(board) == X else 50
    for action in actions(board):
        score = deepen(result(board, action), depth - 1, alpha, beta)[0]
        if player(board) == X:
            if score > value:
                value, chosen = score, action
            alpha = max(alpha, value)
        else:
            if score < value:
                value, chosen = score, action
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, chosen
