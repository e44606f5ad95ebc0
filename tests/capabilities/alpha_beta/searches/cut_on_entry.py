"""Alpha-beta whose loop tests the bounds before each move."""


def minimax(board):
    if terminal(board):
        return None
    return explore(board, [-5], [5])[1]


def explore(board, alphas, betas):
    if terminal(board):
        return utility(board), None
    alpha, beta = alphas[-1], betas[-1]
    value, choice = (-5 if player(board) == X else 5), None
    for action in actions(board):
        if alpha >= beta:
            break
        score, _ = explore(result(board, action), alphas + [alpha], betas + [beta])
        if player(board) == X:
            if score > value:
                value, choice = score, action
            alpha = max(alpha, value)
        else:
            if score < value:
                value, choice = score, action
            beta = min(beta, value)
    return value, choice
