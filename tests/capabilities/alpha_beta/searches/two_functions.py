"""Alpha-beta in max_value and min_value, fail-soft, `alpha >= beta`."""
import math


def minimax(board):
    if terminal(board):
        return None
    alpha, beta = -math.inf, math.inf
    best = None
    if player(board) == X:
        for action in actions(board):
            value = min_value(result(board, action), alpha, beta)
            if value > alpha:
                alpha, best = value, action
    else:
        for action in actions(board):
            value = max_value(result(board, action), alpha, beta)
            if value < beta:
                beta, best = value, action
    return best


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
