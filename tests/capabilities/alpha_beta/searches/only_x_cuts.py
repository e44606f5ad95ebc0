"""Alpha-beta with the break forgotten in min_value."""


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max_value(board, -2, 2)[1]
    return min_value(board, -2, 2)[1]


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v, move = -2, None
    for action in actions(board):
        score = min_value(result(board, action), alpha, beta)[0]
        if score > v:
            v, move = score, action
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v, move


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v, move = 2, None
    for action in actions(board):
        score = max_value(result(board, action), alpha, beta)[0]
        if score < v:
            v, move = score, action
        beta = min(beta, v)
    return v, move
