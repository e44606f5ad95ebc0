"""Unsound: min_value is handed its own value as alpha by a slip of the pen."""


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return maximum(board, -2, 2)[1]
    return minimum(board, -2, 2)[1]


def maximum(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = (-2, None)
    for action in actions(board):
        score = minimum(result(board, action), alpha, beta)[0]
        if score > best[0]:
            best = (score, action)
        alpha = max(alpha, best[0])
        if alpha >= beta:
            break
    return best


def minimum(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = (2, None)
    for action in actions(board):
        score = maximum(result(board, action), alpha, beta)[0]
        if score < best[0]:
            best = (score, action)
        alpha = max(alpha, best[0])
        if alpha >= beta:
            break
    return best
