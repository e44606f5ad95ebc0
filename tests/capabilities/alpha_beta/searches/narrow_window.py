"""Alpha-beta pruning that begins with the values of a loss and a win: after a won move, the window is empty."""


def minimax(board):
    if terminal(board):
        return None
    best, alpha, beta = None, -1, 1
    for action in actions(board):
        value = search(result(board, action), alpha, beta)
        if player(board) == X and (best is None or value > alpha):
            best, alpha = action, value
        elif player(board) == O and (best is None or value < beta):
            best, beta = action, value
    return best


def search(board, alpha, beta):
    if terminal(board):
        return utility(board)
    for action in actions(board):
        value = search(result(board, action), alpha, beta)
        if player(board) == X:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if player(board) == X else beta
