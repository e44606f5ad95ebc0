"""Alpha-beta pruning; where the board mirrors itself, the first position tries only one of two mirrored moves."""


def minimax(board):
    if terminal(board):
        return None
    moves = actions(board)
    if board == [list(column) for column in zip(*board)]:
        moves = [(i, j) for i, j in moves if i <= j]
    best, move = None, None
    alpha, beta = -2, 2
    for a in moves:
        v = value(result(board, a), alpha, beta)
        if best is None or (v > best if player(board) == X else v < best):
            best, move = v, a
        if player(board) == X:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return move


def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        v = -2
        for a in actions(board):
            v = max(v, value(result(board, a), alpha, beta))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
        return v
    v = 2
    for a in actions(board):
        v = min(v, value(result(board, a), alpha, beta))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v
