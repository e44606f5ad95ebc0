"""Unsound: alpha and beta change places when they are handed down."""


def minimax(board):
    if terminal(board):
        return None
    best, best_action = None, None
    for action in actions(board):
        if player(board) == X:
            score = mini(result(board, action), -10, 10)
            if best is None or score > best:
                best, best_action = score, action
        else:
            score = maxi(result(board, action), -10, 10)
            if best is None or score < best:
                best, best_action = score, action
    return best_action


def maxi(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = -10
    for action in actions(board):
        value = max(value, mini(result(board, action), beta, alpha))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def mini(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = 10
    for action in actions(board):
        value = min(value, maxi(result(board, action), beta, alpha))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
